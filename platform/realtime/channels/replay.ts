import type { Broadcast } from "../frames/message.ts"
import type { Realtime } from "../realtime.ts"

interface StoredMessage {
  id: string
  event: string | null
  payload: unknown
  /** Replaces `payload` for binary messages. */
  bytes: Uint8Array | null
  topic: string
  private: boolean
}

/** A row of realtime.messages as sent to clients. */
export function broadcastOfRow({ id, event, payload, bytes }: StoredMessage, replayed = false): Broadcast {
  return {
    event: event ?? "",
    encoding: bytes ? "binary" : "json",
    body: bytes ? Buffer.from(bytes) : Buffer.from(JSON.stringify(payload ?? {})),
    meta: { id, ...(replayed ? { replayed } : {}) },
  }
}

/** The latest messages of a private channel since an instant, oldest first. */
export async function readReplay(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  topic: string,
  { since, limit }: { since: Date; limit: number },
): Promise<Broadcast[]> {
  const rows = await turn(
    async () => db.sql<StoredMessage>`
      select id, event, payload, binary_payload as bytes, topic, private from realtime.messages
      where topic = ${topic} and private and extension = 'broadcast'
        and inserted_at >= ${since.toISOString()}::timestamptz at time zone current_setting('timezone')
        and (expires_at is null or expires_at > localtimestamp)
      order by inserted_at desc limit ${limit}
    `,
  )
  return rows.reverse().map((row) => broadcastOfRow(row, true))
}

/** The message announced by a trigger; null if it was deleted. */
export async function readMessage(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  id: string,
): Promise<StoredMessage | null> {
  const rows = await turn(
    async () =>
      db.sql<StoredMessage>`
        select id, event, payload, binary_payload as bytes, topic, private from realtime.messages where id = ${id}::uuid
      `,
  )
  return rows[0] ?? null
}
