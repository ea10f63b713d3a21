import { grouped } from "#content/amounts.ts"

/** A strength session that the member entered in a training log. */
export interface LogRow {
  id: number
  app: "hevy" | "strong"
  title: string | null
  started_at: string
  local_on: string
  duration_s: number | null
  sets: number
  volume: number
  weight_unit: "kg" | "lb" | null
}

interface Recorded {
  kind: string
  started_at: string
  elapsed_s: number
}

/** Activity kinds that may include weight lifting. */
const lifting = ["strength", "hiit", "other"]

/** A log without a duration matches a recording that began within this time. */
const nearMs = 900_000

/** Whether a log and a recording overlap by more than half of the shorter one. */
export function isSameSession(recorded: Recorded, log: LogRow): boolean {
  if (!lifting.includes(recorded.kind)) return false
  const from = Date.parse(recorded.started_at)
  const logged = Date.parse(log.started_at)
  if (log.duration_s === null) return Math.abs(from - logged) <= nearMs
  const to = from + recorded.elapsed_s * 1000
  const until = logged + log.duration_s * 1000
  const shared = Math.min(to, until) - Math.max(from, logged)
  return shared * 2 > Math.min(to - from, until - logged)
}

/** "24 sets, 6,200 kg"; without a unit when the log has none. */
export function amountsOf({ sets, volume, weight_unit }: LogRow): string {
  const weight = volume > 0 ? [`${grouped(Math.round(volume))} ${weight_unit ?? "lifted"}`] : []
  return [`${grouped(sets)} ${sets === 1 ? "set" : "sets"}`, ...weight].join(", ")
}
