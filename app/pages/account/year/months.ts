import type { OwnYear, YearDay } from "#domain/competition/streaks/own-year.ts"

type Week = OwnYear["weeks"][number]

export interface CalendarWeek {
  /** Its Monday. */
  on: string
  days: { on: string; done: YearDay | null }[]
  /** Null before the first week with an active day. */
  week: Week | null
}

export interface CalendarMonth {
  /** "2026-11" */
  month: string
  weeks: CalendarWeek[]
}

const dayMs = 86_400_000

function later(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The Sunday of a week. */
export function sundayOf(monday: string): string {
  return later(monday, 6)
}

function mondayOf(day: string): string {
  return later(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))
}

/**
 * The weeks of a year by month, the latest first, from the first week with a day or a streak to the last one, which in
 * the current year is the current week. Weeks are never split: each is in the month of its Thursday.
 */
export function monthsOf({
  year,
  days,
  weeks,
  today,
}: Pick<OwnYear, "year" | "days" | "weeks" | "today">): CalendarMonth[] {
  const done = new Map(days.map((day) => [day.on, day]))
  const known = new Map(weeks.map((week) => [week.on, week]))
  const shown = [...days.map(({ on }) => mondayOf(on)), ...weeks.map(({ on }) => on)].sort()
  const first = shown[0]
  if (first === undefined) return []
  // January 4 is in the first week of every year.
  const end = later(mondayOf(`${year + 1}-01-04`), -7)
  const present = mondayOf(today)
  const last = [end, [present, shown.at(-1) ?? present].sort().at(-1) ?? present].sort()[0] ?? end
  const months = new Map<string, CalendarWeek[]>()
  for (let on = first; on <= last; on = later(on, 7)) {
    const month = later(on, 3).slice(0, 7)
    const seven = Array.from({ length: 7 }, (_, n) => later(on, n))
    months.set(month, [
      ...(months.get(month) ?? []),
      {
        on,
        days: seven.map((day) => ({ on: day, done: done.get(day) ?? null })),
        week: known.get(on) ?? null,
      },
    ])
  }
  return [...months].map(([month, of]) => ({ month, weeks: of })).reverse()
}
