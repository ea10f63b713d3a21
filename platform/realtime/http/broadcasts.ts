import type { IncomingMessage } from "node:http"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { limitExceeded } from "#primitives/body-limit.ts"
import { isDatabaseAway, retryLater } from "#primitives/database-away.ts"
import type { Caller } from "../../gateway/contract.ts"
import { keepBroadcast, readPersist } from "../channels/persist.ts"
import { mayPersist, readRights } from "../channels/rights.ts"
import type { Room } from "../channels/rooms.ts"
import { isJson } from "../frames/decode.ts"
import type { Broadcast } from "../frames/message.ts"
import type { Realtime } from "../realtime.ts"
import { isUnheld, unheld } from "../refusal.ts"

type Variables = { caller: Caller }
type Bindings = { incoming: IncomingMessage }
type Env = { Variables: Variables; Bindings: Bindings }

const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/, "must not have the character 0")

const messages = z.object({
  messages: z
    .array(
      z.object({
        topic: name,
        event: name,
        payload: z.record(z.string(), z.unknown()),
        private: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(100),
})

/** Broadcasts over HTTP: many at once, or one whose body is the payload. */
export function createHttp(realtime: Realtime, networkOf: (incoming: IncomingMessage) => string): Hono<Env> {
  const app = new Hono<Env>()
  const mayBroadcast = (c: Context<Env>) =>
    realtime.mayBroadcast(c.get("caller"), c.env?.incoming ? networkOf(c.env.incoming) : "")

  async function isAllowed(caller: Caller, room: Room): Promise<boolean> {
    if (!room.private) return true
    return (await readRights(realtime, caller, room.topic)).write.broadcast
  }
  function deliver(room: Room, broadcast: Broadcast) {
    realtime.rooms.broadcast(room, broadcast)
    realtime.tell(room, broadcast)
  }
  const tooMany = (c: Context) => c.json({ error: "Too many requests" }, 429)
  const tooLarge = (c: Context) =>
    c.json({ error: `A payload has at most ${realtime.limits.payloadBytes} bytes` }, 413)

  app.post("/api/broadcast", async (c) => {
    if (!(await mayBroadcast(c))) return tooMany(c)
    const { data, error } = messages.safeParse(await c.req.json().catch(nullUnlessTooLarge))
    if (!data) return c.json({ errors: z.flattenError(error) }, 422)
    const made = data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
      room: { topic: topic.replace(/^realtime:/, ""), private: isPrivate ?? false },
      broadcast: { event, encoding: "json", body: Buffer.from(JSON.stringify(payload)) } as Broadcast,
    }))
    if (made.some(({ broadcast }) => broadcast.body.length > realtime.limits.payloadBytes)) return tooLarge(c)
    // As in Supabase, messages that the caller may not send are silently dropped.
    for (const { room, broadcast } of made)
      if (await isAllowed(c.get("caller"), room)) deliver(room, broadcast)
    return c.body(null, 202)
  })

  app.post("/api/broadcast/:topic/events/:event", async (c) => {
    if (!(await mayBroadcast(c))) return tooMany(c)
    const { topic, event } = c.req.param()
    const { error } = z.object({ topic: name, event: name }).safeParse({ topic, event })
    if (error) return c.json({ errors: z.flattenError(error) }, 422)
    const persist = readPersist(persistIn(c))
    if (persist === "invalid") return persistError(c, "must be kept for 1 to 259200 seconds")
    const isBinary = /^application\/octet-stream\b/i.test(c.req.header("content-type") ?? "")
    const body = Buffer.from(await c.req.arrayBuffer())
    if (body.length > realtime.limits.payloadBytes) return tooLarge(c)
    if (!isBinary && !isJson(body)) return c.json({ error: "The body is not JSON" }, 422)
    const room = { topic, private: c.req.query("private") === "true" }
    if (persist && !room.private) return persistError(c, "can only be used on private channels")
    if (!(await isAllowed(c.get("caller"), room)))
      return c.json({ error: `You do not have permissions to write to this Channel topic: ${topic}` }, 403)
    const broadcast: Broadcast = { event, encoding: isBinary ? "binary" : "json", body }
    deliver(room, broadcast)
    // As in Supabase, the message is sent even if the caller may not have it stored.
    if (persist && (await mayPersist(realtime, c.get("caller"), topic)))
      await keepBroadcast(realtime, topic, broadcast, persist)
    return c.body(null, 202)
  })

  app.get("/websocket", (c) =>
    c.json({ error: "This address is for websockets" }, 426, { upgrade: "websocket", connection: "upgrade" }),
  )
  app.notFound((c) => c.json({ error: "Not found" }, 404))
  app.onError((error, c) => {
    if (limitExceeded(error) !== null) {
      // The rest of the body is not read, so this connection cannot be reused.
      c.header("connection", "close")
      return tooLarge(c)
    }
    if (isUnheld(error)) return c.json({ error: `The broadcast ${unheld}` }, 422)
    if (!isDatabaseAway(error)) realtime.log.error({ error: error.message }, "A broadcast failed")
    return c.json({ error: "The broadcast could not be sent. Please try again." }, 503, retryLater)
  })
  return app
}

/** Null for a body that is not JSON; a body above the limit gets its own response. */
function nullUnlessTooLarge(error: Error): null {
  if (limitExceeded(error) !== null) throw error
  return null
}

/** `?persist=true` or `?persist[ttl]=60`; undefined without either. */
function persistIn(c: Context): unknown {
  const ttl = c.req.query("persist[ttl]")
  return ttl === undefined ? c.req.query("persist") : { ttl }
}

function persistError(c: Context, message: string): Response {
  return c.json({ error: `persist ${message}`, errors: { persist: [message] } }, 422)
}
