import { grouped } from "#content/amounts.ts"
import type { StrengthLog } from "#domain/competition/account/training.ts"

interface Recorded {
  kind: string
  startedAt: string
  elapsedS: number
}

/** Activity kinds that may include weight lifting. */
const lifting = ["strength", "hiit", "other"]

/** A log without a duration matches a recording that began within this time. */
const nearMs = 900_000

/** Whether a log and a recording overlap by more than half of the shorter one. */
export function isSameSession(recorded: Recorded, log: StrengthLog): boolean {
  if (!lifting.includes(recorded.kind)) return false
  const from = Date.parse(recorded.startedAt)
  const logged = Date.parse(log.startedAt)
  if (log.durationS === null) return Math.abs(from - logged) <= nearMs
  const to = from + recorded.elapsedS * 1000
  const until = logged + log.durationS * 1000
  const shared = Math.min(to, until) - Math.max(from, logged)
  return shared * 2 > Math.min(to - from, until - logged)
}

/** "24 sets, 6,200 kg"; without a unit when the log has none. */
export function amountsOf({ sets, volume, weightUnit }: StrengthLog): string {
  const weight = volume > 0 ? [`${grouped(Math.round(volume))} ${weightUnit ?? "lifted"}`] : []
  return [`${grouped(sets)} ${sets === 1 ? "set" : "sets"}`, ...weight].join(", ")
}
