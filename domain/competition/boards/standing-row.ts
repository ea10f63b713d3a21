/** One row of a board as this viewer may see it; hidden values are null. */
export interface StandingRow {
  rank: number
  /** Places gained since the previous day; null for an athlete who was not on the board or is hidden. */
  move: number | null
  /** Used in URLs: /leaderboard/athletes/<slug>. */
  athlete: string | null
  name: string | null
  /** Version of the photo, part of its addresses (content/photos.ts); null without one or without a name. */
  photo: string | null
  /** The drawn figure, "run.bun.2.4.1" (content/figures/looks.ts); null without a name. */
  figure: string | null
  points: number | null
  activeDays: number | null
  /** The active days themselves, "2026-11-20". */
  activeOn: string[] | null
  mine: boolean
  /** A sample athlete; every page that shows one discloses it. */
  sample: boolean
  /** Attributions that the terms of sources require beside the points, such as "Polar"; empty if none. */
  credits: string[]
  /** Stable for one athlete on one board, and different on every other board. */
  key: string
}
