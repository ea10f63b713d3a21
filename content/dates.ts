/** Formats calendar days and instants in en-US without Intl: see content/amounts.ts. */
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
]
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

/** "2025-07-14" -> "July 14, 2025" */
export function longDate(day: string): string {
  return `${longDay(day)}, ${day.slice(0, 4)}`
}

/** "2026-11-18" -> "Wed, Nov 18" */
export function shortDate(day: string): string {
  return `${weekday(day).slice(0, 3)}, ${shortDay(day)}`
}

/** "2026-11-18" -> "Wednesday" */
export function weekday(day: string): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""
}

/** "2026-11-18" -> "November 18" */
export function longDay(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1]} ${dayOfMonth(day)}`
}

/** "2026-11-18" -> "Nov 18" */
export function shortDay(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1]?.slice(0, 3)} ${dayOfMonth(day)}`
}

/** "2026-11" -> "November" */
export function monthName(month: string): string {
  return months[Number(month.slice(5, 7)) - 1] ?? ""
}

/** "December 14 to 20, 2026", "November 30 to December 6, 2026", "December 28, 2026 to January 3, 2027" */
export function longSpan(from: string, to: string): string {
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${longDate(from)} to ${longDate(to)}`
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${longDay(from)} to ${dayOfMonth(to)}, ${to.slice(0, 4)}`
    : `${longDay(from)} to ${longDate(to)}`
}

/** "2026-11-08" -> "8" */
export function dayOfMonth(day: string): string {
  return String(Number(day.slice(8, 10)))
}

/** The day of an instant in the viewer's time zone: "2026-11-21". */
export function dayOnOwnClock(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"))
  return `${at.getFullYear()}-${month}-${day}`
}

/** A timestamp in the viewer's time zone: "Nov 21, 10:24 AM". */
export function onOwnClock(at: Date): string {
  const hour = at.getHours()
  const minutes = String(at.getMinutes()).padStart(2, "0")
  const day = `${months[at.getMonth()]?.slice(0, 3)} ${at.getDate()}`
  return `${day}, ${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`
}

/** When something closes, in the viewer's time zone: "Sunday, November 22, at 9:00 PM", or "at midnight" at a day's end. */
export function closingOnOwnClock(at: Date): string {
  const hour = at.getHours()
  const minute = at.getMinutes()
  const midnight = hour === 0 && minute === 0
  // Midnight ends a day: people read "November 23, 12:00 AM" as the evening of the 23rd.
  const day = midnight ? new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1) : at
  const named = `${weekdays[day.getDay()]}, ${months[day.getMonth()]} ${day.getDate()}`
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`
  return `${named}, at ${midnight ? "midnight" : clock}`
}
