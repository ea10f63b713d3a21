import type { Db, Jobs } from "#domain/world.ts"

/** How the events of one action reach our endpoint: a service promises neither one delivery, nor soon, nor in order. */
export type DeliveryStyle = "normal" | "twice" | "late" | "reversed"

/** One request or press of a button: everything it changes is one transaction, its events included. */
export interface Work {
  db: Db
  jobs: Jobs
  /** Seconds since 1970. */
  at: number
  /** Where the sandbox's pages are, without a trailing slash: "https://b4m.example/payments-sandbox". */
  pagesUrl: string
  /** Of the API; null for what was done on a page or by time. */
  request: { id: string; idempotency_key: string | null } | null
  delivery: DeliveryStyle
  /** Ids of the events so far, in order. */
  events: string[]
}
