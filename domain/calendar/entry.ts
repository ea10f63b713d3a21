/** One entry of a calendar. Instants, so that every program shows it in the zone of its owner. */
export interface CalendarEntry {
  /** Stays the same while the entry changes. */
  id: string
  /** 0, and larger after each change of what calendar programs compare (RFC 5545, section 3.8.7.4). */
  sequence: number
  /** When it was last changed, or came about if it never was; absent where that is not kept. */
  changedAt?: Date
  startsAt: Date
  endsAt: Date
  title: string
  text: string
  location?: string
  url: string
  state: "confirmed" | "tentative" | "canceled"
  /** Whether its owner counts as busy meanwhile. */
  busy: boolean
}
