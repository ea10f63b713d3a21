import type { PostgresDb } from "#adapters/db/postgres.ts"
import type { Live } from "#domain/world.ts"

const CHANNEL = "b4m_test_live"

/** Live over LISTEN and NOTIFY of the test's own database; the connection is opened by the first subscription. */
export function listenNotify(database: PostgresDb): { live: Live; end(): Promise<void> } {
  const subscriptions = new Map<string, Set<(payload: string) => void>>()
  let listening: Promise<() => Promise<void>> | null = null
  const deliver = (message: string) => {
    const { topic, payload } = JSON.parse(message) as { topic: string; payload: string }
    for (const receive of subscriptions.get(topic) ?? []) receive(payload)
  }
  return {
    live: {
      async publish(db, topic, payload) {
        await listening
        await db.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify({ topic, payload })])
      },
      subscribe(topic, onMessage) {
        listening ??= database.listen(CHANNEL, deliver)
        const receivers = subscriptions.get(topic) ?? new Set()
        subscriptions.set(topic, receivers.add(onMessage))
        return () => receivers.delete(onMessage)
      },
    },
    end: async () => (await listening)?.(),
  }
}
