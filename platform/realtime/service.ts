import { randomUUID } from "node:crypto"
import type { Hono } from "hono"
import { WebSocketServer } from "ws"
import { createAdmissions } from "#primitives/admissions.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import { networkOf, plainAddress } from "#primitives/network.ts"
import { createTurns } from "#primitives/turns.ts"
import type { Caller, RealtimeBackend } from "../gateway/contract.ts"
import { createChanges } from "./changes/changes.ts"
import { broadcastOfRow, readMessage } from "./channels/replay.ts"
import { createRooms, type Room } from "./channels/rooms.ts"
import type { Version } from "./frames/message.ts"
import { createHttp } from "./http/broadcasts.ts"
import { defaultLimits, type RealtimeOptions } from "./options.ts"
import { createBus } from "./processes/bus.ts"
import { createDuties } from "./processes/duties.ts"
import { metasOf, type PresenceRow, removeDead, renewLease } from "./processes/lease.ts"
import type { Realtime } from "./realtime.ts"
import { type Socket, serveSocket } from "./socket.ts"

export interface RealtimeService extends RealtimeBackend {
  /**
   * Removes messages that have expired or are older than three days, and triggers of unwatched tables. Run it about
   * hourly.
   */
  prune(): Promise<void>
  /** Closes every socket with 1001, so that clients connect again elsewhere, and accepts no more. */
  hangUp(): Promise<void>
  close(): Promise<void>
}

/** How long closing waits for the database, in ms. */
const closeWithinMs = 3_000
/** The maximum number of database connections used by channels. */
const turns = 2
const versions = new Set<string>(["1.0.0", "2.0.0"])

/**
 * Broadcast, presence, changes of tables and private channels in Supabase's protocol. Requires a migrated database;
 * resolves when it is connected to the other processes.
 */
export async function createRealtime(options: RealtimeOptions): Promise<RealtimeService> {
  const { db, now, log, listen } = options
  const limits = { ...defaultLimits, ...options.limits }
  const rooms = createRooms()
  const process = randomUUID()
  const sockets = new Set<Socket>()
  // Many sockets must not use up all connections to the database.
  const turn = createTurns(turns)
  const shares = (perSecond: number, longestWaitMs: number) => {
    const admit = createAdmissions({ perSecond, longestWaitMs, longestQueue: perSecond })
    return async ({ role, userId }: Caller, network: string) =>
      role === "service_role" || admit(userId ?? network)
  }
  const addressOf = options.clientAddress ?? (({ socket }) => plainAddress(socket.remoteAddress ?? ""))
  const perNetwork = new Map<string, number>()
  let number = 0

  const bus = createBus({
    db,
    listen,
    log,
    async receive(message) {
      if (message.kind === "presence") {
        const { joins, leaves } = message
        return rooms.presence(message, "presence_diff", { joins, leaves })
      }
      if (message.kind === "broadcast") {
        if (message.from === process) return
        const body = Buffer.from(message.body, message.encoding === "json" ? "utf8" : "base64")
        return rooms.broadcast(message, { event: message.event, encoding: message.encoding, body })
      }
      const row = await readMessage({ db, turn }, message.id)
      if (row) rooms.broadcast(row, broadcastOfRow(row))
    },
    onReady: () => {},
  })
  const changes = createChanges({ db, log, process, turn, limits })
  const realtime: Realtime = {
    db,
    now,
    log,
    limits,
    rooms,
    bus,
    changes,
    process,
    turn,
    mayJoin: shares(limits.joinsPerSecond, limits.joinWaitMs),
    mayBroadcast: shares(limits.broadcastsPerSecond, limits.broadcastWaitMs),
    tell(room, { event, encoding, body }) {
      number++
      const text = body.toString(encoding === "json" ? "utf8" : "base64")
      bus.send({ kind: "broadcast", from: process, number, ...room, event, encoding, body: text })
    },
  }

  const duties = createDuties(log)
  /** Other processes presumed this one dead and removed its presences. */
  let isMourned = false
  async function renew() {
    if (!(await renewLease(db, process))) {
      isMourned = true
      duties.start("restore who is present", restorePresences)
    }
    duties.start("remove processes that died", mourn)
    duties.start("say what it has read", () => changes.mark())
    duties.start(
      "remove what was relayed",
      () => db.sql`delete from realtime.relayed where sent_at < clock_timestamp() - interval '1 minute'`,
    )
  }
  async function restorePresences() {
    while (isMourned) {
      isMourned = false
      for (const channel of allChannels()) await channel.restorePresence()
    }
  }
  /** One at a time, so that many members do not cause a burst of queries. */
  async function recheckTokens() {
    for (const socket of [...sockets]) await socket.recheckTokens()
  }
  async function mourn() {
    for (const [room, rows] of byRoom(await removeDead(db, limits.processSilenceMs)))
      await bus.publish(db, { kind: "presence", ...room, joins: {}, leaves: metasOf(rows) })
  }
  function* allChannels() {
    for (const socket of sockets) yield* socket.channels()
  }

  await renewLease(db, process)
  await bus.open()
  const timers = [
    setInterval(() => duties.start("renew its lease", renew), limits.leaseMs),
    setInterval(() => {
      for (const socket of sockets) socket.dropSilent()
    }, limits.silenceMs / 4),
    setInterval(() => duties.start("look for sessions that ended", recheckTokens), limits.sessionCheckMs),
    setInterval(() => {
      for (const channel of allChannels()) void channel.recheck()
    }, limits.recheckMs),
  ]
  for (const timer of timers) timer.unref()

  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, clientTracking: false })
  let isClosing = false

  async function hangUp() {
    isClosing = true
    const left = [...allChannels()]
    for (const socket of sockets) socket.close()
    await Promise.all(left.map((channel) => channel.leave()))
  }

  return {
    app: createHttp(realtime, (incoming) => networkOf(addressOf(incoming))) as unknown as Hono,
    accept({ request, socket, head }, { caller, identify }) {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
      const version = searchParams.get("vsn") ?? "1.0.0"
      if (pathname !== "/realtime/v1/websocket") return { status: 404, error: "Not found" }
      if (!versions.has(version)) return { status: 400, error: "vsn is 1.0.0 or 2.0.0" }
      const network = networkOf(addressOf(request))
      const own = caller.role === "service_role" ? 0 : (perNetwork.get(network) ?? 0)
      if (isClosing || sockets.size >= limits.sockets || own >= limits.socketsPerNetwork)
        return { status: 429, error: "Too many connections" }
      server.handleUpgrade(request, socket, head, (websocket) => {
        const count = (more: number) => {
          const left = (perNetwork.get(network) ?? 0) + more
          if (left > 0) perNetwork.set(network, left)
          else perNetwork.delete(network)
        }
        const isCounted = caller.role !== "service_role"
        if (isCounted) count(1)
        const onClose = (closed: Socket) => {
          if (sockets.delete(closed) && isCounted) count(-1)
        }
        const given = { websocket, version: version as Version, caller, network, identify, onClose }
        sockets.add(serveSocket(realtime, given))
      })
      return null
    },
    async prune() {
      await db.sql`delete from realtime.messages
        where inserted_at < now() - interval '72 hours' or expires_at < localtimestamp`
      await changes.prune()
    },
    hangUp,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await hangUp()
      // Other processes clean up after this one when its lease expires.
      await withOwnDeadline(closeWithinMs, async () => {
        await changes.close()
        await duties.settled()
        await bus.close()
        await db.sql`delete from realtime.processes where id = ${process}`
      }).catch((error: unknown) =>
        log.error({ error: Object(error).message }, "Realtime ended while it waited for the database"),
      )
    },
  }
}

function byRoom(rows: readonly PresenceRow[]): Map<Room, PresenceRow[]> {
  const rooms = new Map<string, [Room, PresenceRow[]]>()
  for (const row of rows) {
    const name = `${row.private} ${row.topic}`
    const entry = rooms.get(name) ?? [{ topic: row.topic, private: row.private }, []]
    entry[1].push(row)
    rooms.set(name, entry)
  }
  return new Map(rooms.values())
}
