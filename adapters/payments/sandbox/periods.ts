/**
 * The instant `count` months after `anchor`, both in seconds since 1970 (UTC). It is counted from the anchor, so that a
 * subscription started on the 31st returns to the 31st after a short month; in a month without that day, it is the last
 * day.
 */
export function monthsAfter(anchor: number, count: number): number {
  const from = new Date(anchor * 1000)
  const months = from.getUTCMonth() + count
  const to = new Date(from)
  to.setUTCMonth(months, 1)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime() / 1000
}
