import type { ShownOrder } from "#domain/shop/contract.ts"

/** The checkout that a visitor returns from. */
export interface Returned {
  /** null: not in the URL. */
  sessionId: string | null
  /** null: not an order of this site. */
  order: ShownOrder | null
  /** The request failed; earlier data is still valid. */
  unreachable?: boolean
}
