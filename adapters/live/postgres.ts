import type { Live } from "#ports/live.ts"
import type { Log } from "#ports/log.ts"

/** The part of the database connection that receives notifications (adapters/db/postgres.ts). */
interface Listenable {
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>
}

/** NOTIFY rejects payloads of 8,000 bytes or more, and the topic is part of the payload. */
const largestPayload = 7_900

const channel = "b4m_live"

interface PostgresLive extends Live {
  /** Starts receiving published messages. */
  open(): Promise<void>
  /** Ends every subscription. */
  close(): Promise<void>
  /**
   * Calls the listener each time listening starts, including reconnects. Notifications may have been missed, so state
   * derived from them must be reloaded. Returns the function that removes the listener.
   */
  onGap(reread: () => void): () => void
}

/**
 * Implements Live with PostgreSQL's LISTEN and NOTIFY: one listening connection per process, and one channel for all
 * topics.
 */
export function createPostgresLive(database: Listenable, log: Log): PostgresLive {
  const subscriptions = new Map<string, Set<(payload: string) => void>>()
  const rereaders = new Set<() => void>()
  let stopListening: (() => Promise<void>) | undefined

  const deliver = (message: string) => {
    const split = message.indexOf("\n")
    const topic = message.slice(0, split)
    for (const receive of subscriptions.get(topic) ?? []) {
      try {
        receive(message.slice(split + 1))
      } catch (error) {
        log.error({ error, topic }, "A subscriber failed")
      }
    }
  }

  return {
    async publish(db, topic, payload) {
      if (topic.includes("\n") || topic.length > 90) throw new Error(`Not a topic: ${JSON.stringify(topic)}`)
      if (Buffer.byteLength(payload) > largestPayload)
        throw new Error(
          `A payload for ${topic} has ${Buffer.byteLength(payload)} bytes; ${largestPayload} fit`,
        )
      await db.query("select pg_notify($1, $2)", [channel, `${topic}\n${payload}`])
    },
    subscribe(topic, onMessage) {
      // A new wrapper per subscription, so that one function can be subscribed twice.
      const receive = (payload: string) => onMessage(payload)
      const receivers = subscriptions.get(topic) ?? new Set()
      subscriptions.set(topic, receivers.add(receive))
      return () => {
        receivers.delete(receive)
        if (receivers.size === 0 && subscriptions.get(topic) === receivers) subscriptions.delete(topic)
      }
    },
    onGap(reread) {
      rereaders.add(reread)
      return () => rereaders.delete(reread)
    },
    async open() {
      stopListening = await database.listen(channel, deliver, () => {
        for (const reread of rereaders) reread()
      })
    },
    async close() {
      await stopListening?.()
      subscriptions.clear()
      rereaders.clear()
    },
  }
}
