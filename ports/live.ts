import type { Db } from "./db.ts"

/** Publish/subscribe between server processes. Only connected processes receive a message; nothing is stored. */
export interface Live {
  /** Sent when the transaction of `db` commits (immediately outside one). `payload` at most 7,900 bytes. */
  publish(db: Db, topic: string, payload: string): Promise<void>
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, onMessage: (payload: string) => void): () => void
}
