/** Whether a season is running at an instant: from its opening until just before its closing. All instants share one type. */
export function isRunning<Instant extends Date | string | number>(
  season: { opensAt: Instant; closesAt: Instant },
  at: Instant,
): boolean {
  return season.opensAt <= at && at < season.closesAt
}

/** The phase of a season. `upcoming`: after an early close the next one has not opened yet. */
export type Phase = "upcoming" | "opening" | "running" | "last-days" | "last-hour" | "over"

const hourMs = 3_600_000

/** How long before the close a season is in its last days, and in its last hour. */
export const lastDaysMs = 48 * hourMs
export const lastHourMs = hourMs

/** The phase of a season at an instant. All instants in milliseconds. */
export function phaseOf({ opensAt, closesAt }: { opensAt: number; closesAt: number }, at: number): Phase {
  if (at < opensAt) return "upcoming"
  if (at >= closesAt) return "over"
  if (closesAt - at <= lastHourMs) return "last-hour"
  if (closesAt - at <= lastDaysMs) return "last-days"
  return at - opensAt < 24 * hourMs ? "opening" : "running"
}
