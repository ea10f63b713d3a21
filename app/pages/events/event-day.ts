/** A day on which an event takes place. */
export interface EventDay {
  /** "2026-11-24" */
  on: string
  /** "Tue, Nov 24, 6:00 AM" */
  words: string
  left: number
}
