import { countOf, grouped } from "#content/amounts.ts"
import { evidenceRule } from "#content/evidence-rule.ts"
import { trackRule } from "#content/fair-play.ts"

/** The stored facts about an activity and its context. */
export interface EvidenceFacts {
  /** The service's name; null for a file. */
  service: string | null
  /** Time from its end to its arrival. */
  minutesAfterEnd: number
  /** Null when its source does not name it. */
  recorder: string | null
  /** Other days with an activity of the same recorder, in earlier uploads; null without a serial number. */
  recorderDays: number | null
  /** Share of the moving time that positions cover; null when the source does not report it. */
  trackShare: number | null
  hasSamples: boolean
  /** `odd`: heart rates that hardly change, or are impossible. */
  heart: "human" | "odd" | "none"
  /** Kilometers from where the previous activity ended; null when one of them has no track, or it was long ago. */
  kmFromLast: number | null
  /** Heartbeats per meter, as a multiple of what is usual in the athlete's earlier activities of the kind; null without enough. */
  beatsOfUsual: number | null
  /** Meters uphill for each kilometer. */
  climbsPerKm: number
  /** Fast, but with a heart rate near the resting rate. */
  isRestful: boolean
  /** A heart rate in each of the athlete's earlier activities of the kind; false without enough of them. */
  usuallyHeart: boolean
  /** A file without a serial number, though the athlete's own devices have brought activities on many other days. */
  isOffDevice: boolean
  /** Its track is of a virtual world, which any program can draw. */
  isVirtual: boolean
  /** Another activity shows the same recording. */
  isShared: boolean
  /** The number of days in the same upload that had ended long before; 1 when only its own had. */
  oldDaysTogether: number
  /** The account was new when it arrived. */
  isNewAccount: boolean
}

/** The evidence for an activity. */
export interface Evidence {
  /** Sentences for its owner and for operators, the weightiest first. */
  says: string[]
  /** Sorts the review queue; never displayed. */
  strength: number
  /**
   * Why an operator checks a prospective winner's day that contains it, in words; null if the evidence is sufficient.
   */
  doubt: string | null
}

type Said = readonly [weight: number, sentence: string]

/**
 * Describes the evidence for an activity in words, and weighs it. Pure. Weak evidence alone never takes points away.
 */
export function evidenceOf(facts: EvidenceFacts): Evidence {
  const said = [
    ...sayRecorder(facts),
    ...sayRecording(facts),
    ...sayPast(facts),
    ...sayArrival(facts),
  ].toSorted(([a], [b]) => b - a)
  const strength = said.reduce((sum, [weight]) => sum + weight, 0)
  return { says: said.map(([, sentence]) => sentence), strength, doubt: doubtOf(facts, strength) }
}

function doubtOf(facts: EvidenceFacts, strength: number): string | null {
  const { isNewAccount, oldDaysTogether, isRestful, usuallyHeart, heart, isOffDevice } = facts
  if (isNewAccount && oldDaysTogether >= evidenceRule.manyOldDays)
    return `A new account sent ${oldDaysTogether} past days in one upload.`
  if (isUnlikeBefore(facts)) return unlikeBefore
  if (isRestful && !isLikeBefore(facts)) return "It is fast, but its heart rate is close to that at rest."
  if (usuallyHeart && heart === "none")
    return "The activities before it have a heart rate; this one does not."
  if (isOffDevice) return "The activities before it name the device that recorded them; this one does not."
  return strength < evidenceRule.enough ? "Little speaks for it." : null
}

const { weights, past } = evidenceRule
const unlikeBefore = "Its heart rate does not fit its speed as it does in the activities before it."

function isLikeBefore({ beatsOfUsual }: EvidenceFacts): boolean {
  return beatsOfUsual !== null && Math.abs(beatsOfUsual - 1) <= past.like
}

/** Uphill, the heart beats more often per meter. */
function isUnlikeBefore({ beatsOfUsual, climbsPerKm }: EvidenceFacts): boolean {
  if (beatsOfUsual === null) return false
  return beatsOfUsual <= 1 - past.fewer || (beatsOfUsual >= 1 + past.more && climbsPerKm < past.hilly)
}

function sayRecorder({ recorder, recorderDays }: EvidenceFacts): Said[] {
  if (recorderDays !== null && recorderDays >= evidenceRule.knownDays)
    return [
      [
        weights.knownRecorder,
        `Recorded by the same ${recorder ?? "device"} as activities on ${countOf(recorderDays, "other day")}.`,
      ],
    ]
  return recorder === null
    ? [[0, "Its source does not say which device recorded it."]]
    : [[weights.namedRecorder, `Recorded by ${recorder}.`]]
}

function sayRecording(facts: EvidenceFacts): Said[] {
  const { trackShare, hasSamples, heart, kmFromLast, isShared, isVirtual } = facts
  const said: Said[] = []
  if (isVirtual) said.push([0, "Its track is from a virtual world."])
  else if (trackShare !== null && trackShare >= trackRule.missing)
    said.push([weights.track, `A track covers ${Math.min(100, Math.round(trackShare * 100))}% of it.`])
  else if (trackShare !== null) said.push([0, "It has no track."])
  if (heart === "human") said.push([weights.heart, "Its heart rate rises and falls as a person’s does."])
  if (heart === "odd") said.push([0, "Its heart rate hardly changes, or is out of the usual range."])
  if (hasSamples) said.push([weights.samples, "It was recorded in detail from start to finish."])
  else said.push([0, "We have only its totals, not how they came together."])
  if (kmFromLast !== null && kmFromLast <= evidenceRule.continues.km)
    said.push([
      weights.continues,
      kmFromLast < 1
        ? "It starts where the previous one ended."
        : `It starts ${grouped(Math.round(kmFromLast))} km from where the previous one ended.`,
    ])
  if (isShared) said.push([weights.shared, "Another activity shows the same recording."])
  return said
}

function sayPast(facts: EvidenceFacts): Said[] {
  if (isLikeBefore(facts))
    return [[weights.likeBefore, "Its heart rate fits its speed as it does in the activities before it."]]
  return isUnlikeBefore(facts) ? [[weights.unlikeBefore, unlikeBefore]] : []
}

function sayArrival({ service, minutesAfterEnd, oldDaysTogether }: EvidenceFacts): Said[] {
  const said: Said[] = []
  const isPrompt = minutesAfterEnd <= evidenceRule.promptHours * 60
  const when = afterInWords(minutesAfterEnd)
  if (service !== null) said.push([weights.service, `It came from ${service}.`])
  said.push([isPrompt ? weights.prompt : 0, `It arrived ${when}${service === null ? ", as a file" : ""}.`])
  if (service === null && oldDaysTogether >= evidenceRule.manyOldDays)
    said.push([weights.manyOldDays, `${oldDaysTogether} past days came in one upload.`])
  return said
}

function afterInWords(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 2) return "right after it ended"
  if (whole < 120) return `${whole} minutes after it ended`
  const hours = Math.round(whole / 60)
  return hours < 48 ? `${hours} hours after it ended` : `${Math.round(hours / 24)} days after it ended`
}
