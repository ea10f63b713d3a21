import type { Recurring } from "./types/checkout.ts"

/**
 * The end of period number `count` after `anchor`, in seconds since 1970 (UTC). Counted from the anchor, so that a
 * subscription of the 31st returns to the 31st after a short month; a month without that day ends on its last.
 */
export function periodEnd(anchor: number, { interval, interval_count }: Recurring, count: number): number {
  const steps = interval_count * count
  if (interval === "day") return anchor + steps * 86_400
  if (interval === "week") return anchor + steps * 7 * 86_400
  const from = new Date(anchor * 1000)
  const months = from.getUTCMonth() + (interval === "year" ? 12 * steps : steps)
  const to = new Date(from)
  to.setUTCMonth(months, 1)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime() / 1000
}
