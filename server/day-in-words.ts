import { dateFormat } from "#primitives/date-format.ts"

const monthAndDay = dateFormat({ month: "long", day: "numeric" })

/** "2026-11-22" -> "November 22" */
export function dayInWords(day: string): string {
  return monthAndDay(new Date(`${day}T00:00:00Z`), "UTC")
}
