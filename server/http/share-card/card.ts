/** The content of a card. Rank, board, prize and date on one card belong to one race. */
export interface Card {
  /** The subject of the card: "This two-week season". */
  title: string
  /** The people on it: one on an athlete's card, up to three winners on a season's. */
  people: readonly Person[]
  /** The number on an athlete's card: "#50" with "of 60" below; null if there is none. */
  figure: { value: string; below: string } | null
  /** Lines next to the number, the most important first. */
  lines: readonly string[]
  /**
   * The prize that can be or was won, and the deadline: "To win: Winner’s bundle", "ends November 22". Null without a
   * prize.
   */
  prize: { what: string; when: string } | null
  /** The last days by their points, oldest first; 0 for a rest day. Empty if they are not shown. */
  days: readonly number[]
  /** The credits that the terms of sources require next to points and days. */
  credits: readonly string[]
}

interface Person {
  name: string
  /** Version of the photograph; null if there is none. */
  photo: string | null
  /** A sample athlete, which the card states next to the name. */
  demo: boolean
  /** "1st", and the prize for that place; null on an athlete's own card. */
  won: { place: string; title: string } | null
}

/** `wide` for link previews, `tall` for stories. */
export const formats = { wide: { width: 1200, height: 630 }, tall: { width: 1080, height: 1920 } } as const

export type Format = keyof typeof formats
