import { randomBytes } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Metas } from "../processes/envelope.ts"
import { metasOf, type PresenceRow } from "../processes/lease.ts"
import type { Realtime } from "../realtime.ts"
import type { Room } from "./rooms.ts"

/** One membership's presence: what it tracks under its key, if anything. */
interface Presence {
  track(payload: Record<string, unknown>): Promise<void>
  untrack(): Promise<void>
  /** Stores it again after other processes presumed this one dead. */
  restore(): Promise<void>
}

/** All members present in a channel, in any process. */
export async function readPresence({ db, turn }: Pick<Realtime, "db" | "turn">, room: Room): Promise<Metas> {
  const rows = await turn(
    async () => db.sql<PresenceRow>`
      select key, meta from realtime.presences where topic = ${room.topic} and private = ${room.private}
      order by tracked_at, ref
    `,
  )
  return metasOf(rows)
}

/** Changes of one membership are processed one at a time, in the order of the requests. */
export function createPresence(realtime: Realtime, room: Room, key: string): Presence {
  let meta: (Record<string, unknown> & { phx_ref: string }) | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const { db, bus, turn, process } = realtime

  function enqueue(work: (within: Db) => Promise<void>): Promise<void> {
    const done = queue.then(() => turn(() => db.transaction(work)))
    queue = done.catch(() => {})
    return done
  }
  const one = (value: Record<string, unknown>): Metas => ({ [key]: { metas: [value] } })

  async function replace(within: Db, next: typeof meta): Promise<void> {
    if (meta) await within.sql`delete from realtime.presences where ref = ${meta.phx_ref}`
    if (next) {
      await within.sql`
        insert into realtime.presences (ref, process, topic, private, key, meta)
        values (${next.phx_ref}, ${process}, ${room.topic}, ${room.private}, ${key}, ${within.sql.json(next)})
      `
    }
  }

  return {
    track: (payload) =>
      enqueue(async (within) => {
        const next = {
          ...payload,
          phx_ref: randomBytes(9).toString("base64url"),
          ...(meta ? { phx_ref_prev: meta.phx_ref } : {}),
        }
        await replace(within, next)
        await bus.publish(within, {
          kind: "presence",
          ...room,
          joins: one(next),
          leaves: meta ? one(meta) : {},
        })
        meta = next
      }),
    untrack: () =>
      enqueue(async (within) => {
        if (!meta) return
        await replace(within, null)
        await bus.publish(within, { kind: "presence", ...room, joins: {}, leaves: one(meta) })
        meta = null
      }),
    restore: () =>
      enqueue(async (within) => {
        if (!meta) return
        await replace(within, meta)
        await bus.publish(within, { kind: "presence", ...room, joins: one(meta), leaves: {} })
      }),
  }
}
