import { sameRecordingRule } from "#content/fair-play.ts"
import type { Samples } from "#primitives/samples.ts"
import { isOfOneFile, reachMs } from "./overlap.ts"
import { sameBeats, sameRecording, spanS } from "./same-recording.ts"
import { sharedBetween } from "./windows.ts"

interface Recorded {
  source: string
  externalId: string
  startedAt: Date
  samples: Samples | null
  /** The same for all activities of one device; null if its serial number is unknown. */
  recorderKey: string | null
}

/**
 * Whether an earlier activity shows the recording of this one, or parts of it, so that a person must look: the same
 * track, the same heart rates to the beat (of one device in two accounts, nearly the same), or shared windows. Of the athlete's own, those that share time or show the
 * same track within two days count once without a review (overlap.ts), and the legs of one file are never copies of
 * each other.
 */
export function isTwin(activity: Recorded, other: Recorded & { mine: boolean }): boolean {
  if (!other.mine)
    return sameRecording(activity, other) || hasItsHeart(activity, other) || sharesWindows(activity, other)
  if (isOfOneFile(activity, other) || isOneRecord(activity, other) || sharesTime(activity, other))
    return false
  const isNear = Math.abs(other.startedAt.getTime() - activity.startedAt.getTime()) <= reachMs
  if (sameRecording(activity, other)) return !isNear
  return sameBeats(activity, other) || sharesWindows(activity, other)
}

/** To the beat, or with little changed if one device recorded both: no device belongs to two members. */
function hasItsHeart(a: Recorded, b: Recorded): boolean {
  const { heartBpm, oneDeviceBpm } = sameRecordingRule
  const isOneDevice = a.recorderKey !== null && a.recorderKey === b.recorderKey
  return sameBeats(a, b, isOneDevice ? oneDeviceBpm : heartBpm)
}

/** Members who train together have the same pace at the same time. */
function sharesWindows(a: Recorded, b: Recorded): boolean {
  const shared = sharedBetween(a, b)
  return shared !== null && Math.abs(shared.laterMs) > sameRecordingRule.togetherMinutes * 60_000
}

function isOneRecord(a: Recorded, b: Recorded): boolean {
  return a.source === b.source && a.externalId === b.externalId
}

function sharesTime(a: Recorded, b: Recorded): boolean {
  const end = ({ startedAt, samples }: Recorded) =>
    startedAt.getTime() + (samples ? spanS(samples) * 1000 : 0)
  return a.startedAt.getTime() < end(b) && b.startedAt.getTime() < end(a)
}
