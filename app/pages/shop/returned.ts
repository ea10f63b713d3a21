import type { ShownOrder } from "#domain/shop/contract.ts"

/** What is known of the checkout that somebody comes back from. */
export interface Returned {
  /** null: the address names none. */
  sessionId: string | null
  /** null: it names one that is not of ours. */
  order: ShownOrder | null
  /** The site could not be asked; what was known before still stands. */
  unreachable?: boolean
}
