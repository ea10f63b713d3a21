/** A row of `happenings` about an athlete that note.ts writes. */
export interface Fact {
  kind: "passed" | "lead" | "milestone"
  athlete: number
  /** Of a fact of order: who passed, or who was passed. */
  other: number | null
  /** Of a fact of order. */
  season: number | null
  /** The day that it is about, in the athlete's time zone. */
  on: string
  data: Record<string, unknown>
}
