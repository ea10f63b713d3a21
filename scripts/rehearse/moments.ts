/** A moment of the season at which everybody visits the site. */
export interface Moment {
  name: string
  at: Date
  /** What has happened since the previous moment, apart from training (stage.ts). */
  step: "open" | "first" | "train" | "late" | "freeze" | "award"
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The moments of a season, in their order. */
export function momentsOf({ opensAt, closesAt }: { opensAt: Date; closesAt: Date }): Moment[] {
  const [opens, closes] = [opensAt.getTime(), closesAt.getTime()]
  const moment = (name: string, at: number, step: Moment["step"]) => ({ name, at: new Date(at), step })
  return [
    moment("1-start", opens + 2 * hourMs, "open"),
    moment("2-first-points", opens + 10 * hourMs, "first"),
    moment("3-day-2", opens + dayMs + 20 * hourMs, "train"),
    moment("4-day-7", opens + 6 * dayMs + 20 * hourMs, "train"),
    moment("5-last-hour", closes - hourMs / 2, "train"),
    moment("6-late-uploads", closes + hourMs, "late"),
    moment("7-check", closes + 13 * hourMs, "freeze"),
    moment("8-winners", closes + 86 * hourMs, "award"),
  ]
}
