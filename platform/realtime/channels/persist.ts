import { z } from "zod"
import type { Broadcast } from "../frames/message.ts"
import type { Realtime } from "../realtime.ts"

/** How long to store a broadcast, in seconds. */
interface Persist {
  ttl: number
}

/** Three days, after which every message is deleted. */
const longestSeconds = 72 * 60 * 60

const seconds = z.int().min(1).max(longestSeconds)
const asked = z.union([
  z.literal([true, "true"]).transform((): Persist => ({ ttl: longestSeconds })),
  z.literal([false, "false"]).transform(() => null),
  z
    .object({ ttl: z.union([seconds, z.string().regex(/^\d+$/).transform(Number).pipe(seconds)]).nullish() })
    .transform(({ ttl }): Persist => ({ ttl: ttl ?? longestSeconds })),
])

/**
 * Parses the `persist` option from a message or a query string: `true` for three days, or `{ ttl }` in seconds. Null if
 * the broadcast is not to be stored, "invalid" for any other value.
 */
export function readPersist(value: unknown): Persist | null | "invalid" {
  const { data } = asked.nullish().safeParse(value)
  return data === undefined && value !== undefined ? "invalid" : (data ?? null)
}

/** Stores a broadcast of a private channel for replays. Returns its id. */
export async function keepBroadcast(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  topic: string,
  { event, encoding, body }: Broadcast,
  { ttl }: Persist,
): Promise<string> {
  const [json, bytes] = encoding === "json" ? [body.toString("utf8"), null] : [null, body]
  const [row] = await turn(
    async () => db.sql<{ id: string }>`
      insert into realtime.messages (topic, extension, event, private, skip_broadcast, payload, binary_payload, expires_at)
      values (${topic}, 'broadcast', ${event}, true, true, ${json}::text::jsonb, ${bytes},
        localtimestamp + make_interval(secs => ${ttl}))
      returning id
    `,
  )
  return String(row?.id)
}
