/** A third-party form or report in an iframe that replaces the built-in one. */
export interface Embed {
  /** The URL of the iframe. */
  frame: string
  /** URL of a script that it requires, added while the page is shown. */
  script?: string
}

/** Slots of reports that another service can provide instead. */
export const reportSlots = {
  "home-report": { title: "Live report of the last 2 weeks", heightPx: 640 },
  "leaderboard-top-five": { title: "Top 5 of the last 10 days", heightPx: 640 },
  "leaderboard-full": { title: "The full leaderboard", heightPx: 1000 },
} as const

/** By slot: the id of a form, or the name of a report. */
export type Embeds = Readonly<Record<string, Embed>>
