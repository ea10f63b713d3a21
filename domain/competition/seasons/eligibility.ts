import { competition, type passedOverRules } from "#content/competitions.ts"

/** What the rules ask of a winner. */
interface Candidate {
  /** Null when the account was deleted after the season. */
  athleteId: number | null
  visibility: "public" | "members" | "hidden"
  /** What the club said about the athlete; "unknown" when it was never asked. */
  club: "unknown" | "member" | "not-member"
  disqualified: boolean
  /** Won the season of the same series before this one. */
  wonBefore: boolean
  /** Sample data, which never wins anything. */
  demo: boolean
}

/** Somebody with a final place, and how to reach them. */
export interface RankedCandidate extends Candidate {
  athleteId: number
  rank: number
  name: string | null
  email: string | null
}

export type Ineligible = keyof typeof passedOverRules

/** Why the athlete cannot win this season; undefined when they can. */
export function ineligible(candidate: Candidate, series: { noBackToBack: boolean }): Ineligible | undefined {
  if (candidate.athleteId === null) return "erased"
  if (candidate.demo) return "demo"
  if (candidate.disqualified) return "disqualified"
  if (candidate.club === "not-member") return "not-a-member"
  if (candidate.club === "unknown" && competition.membership === "confirmed") return "not-a-member"
  if (candidate.visibility !== "public") return "not-public"
  if (series.noBackToBack && candidate.wonBefore) return "won-last-time"
  return undefined
}
