/** A third-party form or report in an iframe that replaces the built-in one. */
export interface Embed {
  /** The URL of the iframe. */
  frame: string
  /** Address of a script that belongs to it, added while the page is shown. */
  script?: string
}

/** Where reports stand that another service can draw instead. */
export const reportSlots = {
  "home-report": { title: "Live report of the last 2 weeks", heightPx: 640 },
  "leaderboard-top-five": { title: "Top 5 of the last 10 days", heightPx: 640 },
  "leaderboard-full": { title: "The full leaderboard", heightPx: 1000 },
} as const

/** Slots on pages that are written at build time, with ours in them; with a frame there they are rendered instead. */
export const prerenderedSlots: readonly string[] = ["home-newsletter", "home-report"]

/** By the slot: the id of a form, or the name of a report. */
export type Embeds = Readonly<Record<string, Embed>>
