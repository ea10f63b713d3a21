/** Days of the calendar without a zone, for browsers as well: primitives/zones.ts loads Temporal. */

const dayMs = 86_400_000

/** Whole days from `a` to `b`, both like "2026-11-20"; negative when `b` is earlier. */
export function daysBetween(a: string, b: string): number {
  return Math.round((Date.parse(`${b}T00:00:00Z`) - Date.parse(`${a}T00:00:00Z`)) / dayMs)
}

/** Whether a text is a day of the calendar: "2028-02-29", but not "2027-02-29" or "20280229". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
