import { competition } from "#content/competitions.ts"
import type { passedOverRules } from "#content/reasons.ts"

/** The facts that decide whether an athlete is eligible to win. */
export interface Candidate {
  /** Null when the account was deleted after the season. */
  athleteId: number | null
  visibility: "public" | "members" | "hidden"
  /** The athlete's club membership; "unknown" when it was never checked. */
  club: "unknown" | "member" | "not-member"
  disqualified: boolean
  /** Whether the athlete won the previous season of the same series. */
  wonBefore: boolean
  /** A sample athlete, who can never win. */
  demo: boolean
  /** Whether the athlete held an operator's role during the season, or holds one now. */
  runsTheSite: boolean
  /** Declared by the athlete or marked by an operator: works for the sponsor, or lives with someone who does or who runs the site. */
  tied: boolean
}

export type Ineligible = keyof typeof passedOverRules

/** Why the athlete is not eligible to win this season; undefined when they are. */
export function ineligible(candidate: Candidate, series: { noBackToBack: boolean }): Ineligible | undefined {
  if (candidate.athleteId === null) return "erased"
  if (candidate.demo) return "demo"
  if (candidate.disqualified) return "disqualified"
  if (candidate.runsTheSite) return "runs-the-site"
  if (candidate.tied) return "tied"
  if (candidate.club === "not-member") return "not-a-member"
  if (candidate.club === "unknown" && competition.membership === "confirmed") return "not-a-member"
  if (candidate.visibility !== "public") return "not-public"
  if (series.noBackToBack && candidate.wonBefore) return "won-last-time"
  return undefined
}
