import type { Db } from "./db.ts"

interface JobOptions {
  /** At most one waiting or running job per queue and key. */
  key?: string
  /** Not before this instant. */
  startAfter?: Date
}

export interface Jobs {
  /** Queues a job with the transaction of `db`: it exists when, and only when, that commits. */
  add(db: Db, queue: string, data: object, options?: JobOptions): Promise<void>
  /**
   * Requests a job that processes everything that is due, without waiting and outside any transaction, because commits
   * that notify are serialized. Concurrent requests are merged. A request may be lost with the process, so a deadline
   * must back it up.
   */
  wake(queue: string): void
}
