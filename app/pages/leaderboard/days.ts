import { dayOfMonth, longDay, shortDay } from "#content/dates.ts"

const dayMs = 86_400_000

/** Every day of a window, such as "2026-11-20", oldest first; at most 31. An open-ended window ends today. */
export function daysOf(board: { from: string; to: string | null }, today: string): string[] {
  const first = Date.parse(board.from)
  const last = Date.parse(board.to ?? (today > board.from ? today : board.from))
  const count = Math.min(31, Math.round((last - first) / dayMs) + 1)
  return Array.from({ length: count }, (_, n) => new Date(first + n * dayMs).toISOString().slice(0, 10))
}

/** "November 1 to 30", "Nov 7 to today" */
export function spanOf(board: { from: string; to: string | null }): string {
  if (board.to === null) return `${shortDay(board.from)} to today`
  const sameMonth = board.from.slice(0, 7) === board.to.slice(0, 7)
  return `${longDay(board.from)} to ${sameMonth ? dayOfMonth(board.to) : longDay(board.to)}`
}

export function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1
}
