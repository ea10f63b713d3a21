import { type ActivityKind, kindWords } from "./activity-kinds.ts"

/** The groups by which a board can be filtered. docs/competition.md explains them. */
export const categories = ["women", "men", "open"] as const

export type Category = (typeof categories)[number]

export const categoryNames: Record<Category, string> = { women: "Women", men: "Men", open: "Open" }

export const groupRule = {
  /** First ages of the bands; the first band has no lower bound, the last one no upper bound. */
  bands: [0, 30, 40, 50, 60, 70],
  /** A group of fewer athletes with points is not shown; a band of ages is merged with its neighbor instead. */
  least: 5,
  /** Rows above and below the own one. */
  neighbors: 10,
  /** The first year of birth that can be given, and the least age. */
  firstYear: 1900,
  leastAge: 13,
} as const

/** Ages from `from` to `to`, as athletes reach them in the year of the board; `to` null: and over. */
export interface Ages {
  from: number
  to: number | null
}

/** "Under 30", "30 to 49", "70 and over" */
export function agesInWords({ from, to }: Ages): string {
  if (to === null) return `${from} and over`
  return from === 0 ? `Under ${to + 1}` : `${from} to ${to}`
}

/** The heading of a group that is not shown yet, by its address: "Open", "Ski", "By age". */
export function groupTitle(name: string): string {
  if (name === "sport") return "By sport"
  return categoryNames[name as Category] ?? kindWords[name as ActivityKind]?.noun ?? "By age"
}
