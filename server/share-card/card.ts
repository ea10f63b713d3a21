/** What a card says. Rank, board, prize and day on one card are of one race. */
export interface Card {
  /** What all of it is about: "This two-week season". */
  title: string
  /** The people on it: one of an athlete's card, up to three winners of a season's. */
  people: readonly Person[]
  /** The number of an athlete's card: "#50" with "of 60" below; null without. */
  figure: { value: string; below: string } | null
  /** Lines beside the number, the most important first. */
  lines: readonly string[]
  /** What can be or was won, and by when: "To win: Winner’s bundle", "ends November 22". Null without a prize. */
  prize: { what: string; when: string } | null
  /** The last days, oldest first, by their points; 0 for a rest day. Empty where they are not shown. */
  days: readonly number[]
  /** Names that the terms of sources ask for beside points and days. */
  credits: readonly string[]
}

interface Person {
  name: string
  /** Version of the photograph; null without one. */
  photo: string | null
  /** A sample athlete, which the card states beside the name. */
  demo: boolean
  /** "1st", and what that place wins; null on an athlete's own card. */
  won: { place: string; title: string } | null
}

/** `wide` for link previews, `tall` for stories. */
export const formats = { wide: { width: 1200, height: 630 }, tall: { width: 1080, height: 1920 } } as const

export type Format = keyof typeof formats
