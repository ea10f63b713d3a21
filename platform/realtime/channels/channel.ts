import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { Caller, IdentifyToken } from "../../gateway/contract.ts"
import { createChangesMembership } from "../changes/membership.ts"
import { pushedIn } from "../frames/decode.ts"
import { encodeBroadcast } from "../frames/encode.ts"
import type { Outgoing, Pushed, Version } from "../frames/message.ts"
import { createRate } from "../rate.ts"
import type { Realtime } from "../realtime.ts"
import { Refusal } from "../refusal.ts"
import { authorizeMember } from "./authorization.ts"
import { createBroadcasting } from "./broadcasting.ts"
import type { JoinConfig } from "./config.ts"
import { createPresence, readPresence } from "./presence.ts"
import { readReplay } from "./replay.ts"
import type { Member, Room } from "./rooms.ts"

/** One channel of one socket. */
export interface Channel {
  readonly joinRef: string | null
  handle(event: string, message: { ref: string | null; payload: unknown; pushed?: Pushed }): Promise<void>
  /** Evaluates the policies again. */
  recheck(): Promise<void>
  /**
   * Ends the channel if its token is no longer valid. Resolves to whether it is valid; rejects while that cannot be
   * determined.
   */
  recheckToken(): Promise<boolean>
  restorePresence(): Promise<void>
  /** Leaves without notifying the client. */
  leave(): Promise<void>
}

/** The parts of a socket that a channel needs. */
export interface ChannelSocket {
  version: Version
  caller: Caller
  identify: IdentifyToken
  send(message: Outgoing): void
  write(frame: string | Buffer): void
  /** Removes the channel from the socket. */
  remove(channel: Channel): void
}

interface JoinRequest {
  fullTopic: string
  joinRef: string | null
  ref: string | null
  config: JoinConfig
}

const presenceCall = z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()).nullish() })
const presenceWindowMs = 30_000

/** Joins a channel: authorizes, replies, and sends the initial messages of a new member. Throws a refusal. */
export async function joinChannel(
  realtime: Realtime,
  socket: ChannelSocket,
  { fullTopic, joinRef, ref, config }: JoinRequest,
): Promise<Channel> {
  const { rooms, limits, log, bus } = realtime
  const topic = fullTopic.replace(/^realtime:/, "")
  const room: Room = { topic, private: config.private }
  const authorization = await authorizeMember(realtime, {
    room,
    token: config.token,
    socket,
    onTaken: () => broadcasting.forgetRights(),
    onRefused: (refusal) => end(refusal),
  })
  const { caller, rights } = authorization
  const replayed = config.replay ? await readReplay(realtime, topic, config.replay) : []
  const presence = createPresence(realtime, room, config.presence.key ?? randomUUID())
  const presenceRate = createRate(limits.presenceCalls, presenceWindowMs)
  // A policy may allow receiving one but not the other, and its result may change.
  const member: Member = {
    version: socket.version,
    get receivesBroadcasts() {
      return rights().read.broadcast
    },
    get receivesPresence() {
      return wantsPresence && rights().read.presence
    },
    write: socket.write,
  }
  const changes = createChangesMembership(realtime, config.changes, {
    topic: fullTopic,
    version: socket.version,
    caller,
    write: socket.write,
    lost: () => void fail("Changes of tables may have been missed"),
  })
  let isOpen = true
  let wantsPresence = config.presence.enabled

  const send = (event: string, payload: unknown, own: string | null = null) =>
    socket.send({ joinRef, ref: own, topic: fullTopic, event, payload })
  const reply = (own: string | null, status: "ok" | "error", response: object) =>
    send("phx_reply", { status, response }, own)

  const broadcasting = createBroadcasting(realtime, {
    room,
    member,
    config,
    caller,
    rights,
    reply,
  })

  async function leave() {
    if (!isOpen) return
    isOpen = false
    authorization.end()
    rooms.leave(room, member)
    changes.leave()
    await presence.untrack().catch((error: Error) => {
      log.error({ error: error.message }, "A presence could not be removed")
    })
  }
  const tell = (extension: "system" | "postgres_changes", status: "ok" | "error", message: string) =>
    send("system", { extension, status, message, channel: topic })
  /** Sends the reason and ends the channel. */
  async function end(refusal: Refusal) {
    if (!isOpen) return
    tell("system", "error", refusal.reason)
    send("phx_close", {}, joinRef)
    socket.remove(channel)
    await leave()
  }
  /** Sends the reason and makes the client join again. */
  async function fail(reason: string) {
    if (!isOpen) return
    tell("postgres_changes", "error", reason)
    send("phx_error", {}, joinRef)
    socket.remove(channel)
    await leave()
  }
  /** Null, or the reason why table changes cannot be subscribed to. */
  async function subscribeChanges(): Promise<Refusal | null> {
    try {
      await changes.subscribe()
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      log.error({ error: Object(error).message }, "Changes of tables could not be subscribed to")
      return new Refusal(
        "DatabaseUnavailable",
        "Changes cannot be subscribed to at the moment. Please try again.",
      )
    }
  }
  function tellOfChanges(refusal: Refusal | null) {
    if (!isOpen) return
    if (refusal) tell("postgres_changes", "error", refusal.message)
    else tell("postgres_changes", "ok", "Subscribed to PostgreSQL")
  }
  async function tellOfPresence() {
    if (member.receivesPresence) send("presence_state", await readPresence(realtime, room))
  }
  /** Confirms once messages from the database are received here. */
  async function tellOfReplication() {
    const isHeard = await bus.isHeard()
    if (!isOpen) return
    if (isHeard) return tell("system", "ok", "Replication connection established")
    await end(new Refusal("DatabaseUnavailable", "Replication connection was not established in time"))
  }
  async function callPresence(own: string | null, payload: unknown) {
    const { data } = presenceCall.safeParse(payload)
    const event = data?.event.toLowerCase()
    if (!data || (event !== "track" && event !== "untrack"))
      return reply(own, "error", { reason: "InvalidPayload: Presence knows track and untrack" })
    if (!rights().write.presence)
      return reply(own, "error", {
        reason: `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`,
      })
    if (!presenceRate())
      return end(new Refusal("ClientPresenceRateLimitReached", "Too many presence messages per second"))
    const value = data.payload ?? {}
    if (Buffer.byteLength(JSON.stringify(value)) > limits.payloadBytes)
      return reply(own, "error", {
        reason: `PayloadTooLarge: A payload has at most ${limits.payloadBytes} bytes`,
      })
    if (event === "track") await presence.track(value)
    else await presence.untrack()
    reply(own, "ok", {})
    if (event === "track" && !wantsPresence) {
      // A client that tracks its presence receives that of others from then on, as in Supabase.
      wantsPresence = true
      await tellOfPresence()
    }
  }

  const channel: Channel = {
    joinRef,
    async handle(event, { ref: own, payload, pushed }) {
      if (event === "broadcast") return broadcasting.push(own, pushed ?? pushedIn(payload))
      if (event === "presence") return callPresence(own, payload)
      if (event === "access_token") {
        const { data } = z.object({ access_token: z.string() }).safeParse(payload)
        if (data) await authorization.offer(data.access_token)
      }
    },
    recheck: () => authorization.recheck(),
    recheckToken: () => authorization.recheckToken(),
    restorePresence: () => presence.restore(),
    leave,
  }

  const refused =
    config.changes.length > 0 && config.waitsForChanges
      ? await within(config.changesTimeoutMs, subscribeChanges())
      : null
  if (refused) {
    changes.leave()
    throw refused
  }
  rooms.enter(room, member)
  authorization.watchExpiry()
  reply(ref, "ok", { postgres_changes: changes.answer })
  if (rights().read.broadcast) {
    for (const broadcast of replayed) {
      const frame = encodeBroadcast(fullTopic, broadcast, socket.version)
      if (frame !== null) socket.write(frame)
    }
  }
  await tellOfPresence()
  if (config.waitsForReplication) void tellOfReplication()
  if (config.changes.length > 0) {
    if (config.waitsForChanges) tellOfChanges(null)
    else void subscribeChanges().then(tellOfChanges)
  }
  return channel
}

/** The outcome of subscribing to changes, or the refusal that it took too long. */
async function within(ms: number, subscribing: Promise<Refusal | null>): Promise<Refusal | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Refusal>((resolve) => {
    timer = setTimeout(
      () =>
        resolve(new Refusal("PostgresChangesSubscribeTimeout", "The changes were not subscribed to in time")),
      ms,
    )
  })
  return Promise.race([subscribing, late]).finally(() => clearTimeout(timer))
}
