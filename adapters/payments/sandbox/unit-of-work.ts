import type { Db } from "#ports/db.ts"
import type { Jobs } from "#ports/jobs.ts"

/** How the webhooks of an action arrive: Stripe guarantees neither a single delivery, nor the order, nor the time. */
export type DeliveryStyle = "normal" | "twice" | "late" | "reversed"

/** One request or one button press. All its changes, including events, are one transaction. */
export interface UnitOfWork {
  db: Db
  jobs: Jobs
  /** Seconds since 1970. */
  at: number
  /** Base URL of the sandbox's pages, without a trailing slash: "https://b4m.example/payments-sandbox". */
  pagesUrl: string
  /** The API request; null for an action on a page or a scheduled one. */
  request: { id: string; idempotency_key: string | null } | null
  delivery: DeliveryStyle
  /** Ids of the events so far, in order. */
  events: string[]
}

/** Runs one unit of work as one transaction and queues the delivery of its events in that transaction. */
export type Transact = <Result>(
  request: UnitOfWork["request"],
  run: (work: UnitOfWork) => Promise<Result>,
  delivery?: DeliveryStyle,
) => Promise<Result>
