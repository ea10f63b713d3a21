import { type RawData, WebSocket } from "ws"
import type { Caller, IdentifyToken } from "../gateway/contract.ts"
import { type Channel, type ChannelSocket, joinChannel } from "./channels/channel.ts"
import { readJoin } from "./channels/config.ts"
import { decodeBinary, decodeText } from "./frames/decode.ts"
import { encodeText } from "./frames/encode.ts"
import type { Incoming, Outgoing, Pushed, Version } from "./frames/message.ts"
import { createRate } from "./rate.ts"
import type { Realtime } from "./realtime.ts"
import { isUnheld, Refusal, unheld } from "./refusal.ts"

/** A client's connection, as the service sees it. */
export interface Socket {
  channels(): Iterable<Channel>
  /**
   * Ends channels whose member was signed out, and the connection after the last of them. Rejects while sessions cannot
   * be checked.
   */
  recheckTokens(): Promise<void>
  /** Drops the connection if the client has been silent for too long. */
  dropSilent(): void
  /** Closes with 1001; terminates after a second without the client's close frame. */
  close(): void
}

interface Accepted {
  websocket: WebSocket
  version: Version
  caller: Caller
  network: string
  identify: IdentifyToken
  onClose(socket: Socket): void
}

/** Includes the prefix "realtime:". */
const longestTopic = 512

const unheldMessage = `The message ${unheld}`

/** Serves one websocket: heartbeats, joins and leaves, and messages for its channels. */
export function serveSocket(realtime: Realtime, accepted: Accepted): Socket {
  const { limits, log } = realtime
  const { websocket, version } = accepted
  const channels = new Map<string, Channel>()
  const messageRate = createRate(limits.messagesPerSecond)
  let heardAt = performance.now()
  let queue: Promise<void> = Promise.resolve()
  let waiting = 0

  function write(frame: string | Buffer) {
    if (websocket.readyState !== WebSocket.OPEN) return
    if (websocket.bufferedAmount > limits.waitingBytes) {
      log.warn({ bytes: websocket.bufferedAmount }, "A websocket that does not read was dropped")
      return websocket.terminate()
    }
    websocket.send(frame, { binary: typeof frame !== "string" })
  }
  const send = (message: Outgoing) => write(encodeText(message, version))
  const reply = ({ topic, ref, joinRef }: Incoming, status: "ok" | "error", response: object) =>
    send({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } })

  const channelSocket: ChannelSocket = {
    version,
    caller: accepted.caller,
    identify: accepted.identify,
    send,
    write,
    remove(channel) {
      for (const [topic, one] of channels) if (one === channel) channels.delete(topic)
    },
  }

  async function join(message: Incoming) {
    const { topic, ref, joinRef, payload } = message
    try {
      if (!(await realtime.mayJoin(accepted.caller, accepted.network)))
        throw new Refusal("ClientJoinRateLimitReached", "Too many joins per second")
      if (!/^realtime:./s.test(topic)) throw new Refusal("TopicNameRequired", "You must provide a topic name")
      if (topic.length > longestTopic)
        throw new Refusal("InvalidJoinPayload", `A topic has at most ${longestTopic} characters`)
      const before = channels.get(topic)
      if (!before && channels.size >= limits.channelsPerSocket)
        throw new Refusal("ChannelRateLimitReached", "Too many channels")
      const config = readJoin(payload)
      if (before) {
        channels.delete(topic)
        send({ joinRef: before.joinRef, ref: before.joinRef, topic, event: "phx_close", payload: {} })
        await before.leave()
      }
      const channel = await joinChannel(realtime, channelSocket, { fullTopic: topic, ref, joinRef, config })
      channels.set(topic, channel)
      // A channel joined while the connection broke would never be closed.
      if (websocket.readyState !== WebSocket.OPEN) await channel.leave()
    } catch (thrown) {
      const error = isUnheld(thrown) ? new Refusal("InvalidJoinPayload", unheldMessage) : thrown
      if (!(error instanceof Refusal)) {
        log.error(
          { error: error instanceof Error ? error.message : "unknown" },
          "A channel could not be joined",
        )
      }
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal(
              "DatabaseUnavailable",
              "The channel cannot be joined at the moment. Please try again.",
            )
      reply(message, "error", { reason: refusal.reason })
    }
  }

  async function handle(message: Incoming, pushed?: Pushed) {
    const { topic, event, ref, payload } = message
    if (event === "phx_join") return join(message)
    const channel = channels.get(topic)
    // A message for a membership that this socket has already left.
    if (!channel || (message.joinRef !== null && channel.joinRef !== message.joinRef)) {
      if (ref !== null) reply(message, "error", { reason: "unmatched topic" })
      return
    }
    if (event === "phx_leave") {
      channels.delete(topic)
      await channel.leave()
      reply(message, "ok", {})
      return send({ joinRef: channel.joinRef, ref: channel.joinRef, topic, event: "phx_close", payload: {} })
    }
    await channel.handle(event, { ref, payload, ...(pushed ? { pushed } : {}) })
  }

  /** One at a time, in order of arrival. */
  function enqueue(message: Incoming, pushed?: Pushed) {
    waiting++
    queue = queue
      .then(() => handle(message, pushed))
      .catch((error: Error) => {
        const reason = isUnheld(error) ? unheldMessage : "The message could not be handled"
        if (reason !== unheldMessage)
          log.error({ error: error.message, event: message.event }, "A message could not be handled")
        if (message.ref !== null) reply(message, "error", { reason })
      })
      .finally(() => waiting--)
  }

  /** Ends every channel of a client that floods, as Supabase does. */
  async function endFlood() {
    for (const [topic, channel] of channels) {
      const payload = { extension: "system", status: "error", message: "Too many messages per second" }
      send({
        joinRef: channel.joinRef,
        topic,
        event: "system",
        payload: { ...payload, channel: topic.slice(9) },
      })
      send({ joinRef: channel.joinRef, ref: channel.joinRef, topic, event: "phx_close", payload: {} })
      channels.delete(topic)
      await channel.leave()
    }
  }

  function receive(data: RawData, isBinary: boolean) {
    heardAt = performance.now()
    const bytes = Buffer.isBuffer(data) ? data : Buffer.concat([data].flat() as Uint8Array[])
    const binary = isBinary && version === "2.0.0" ? decodeBinary(bytes) : null
    const message = binary ? binary.message : isBinary ? null : decodeText(bytes.toString("utf8"), version)
    if (!message) return
    if (message.topic === "phoenix" && message.event === "heartbeat") return reply(message, "ok", {})
    // Joins have a separate limit, with a reply; beyond both limits, messages are ignored.
    if (message.event !== "phx_join" && !messageRate()) {
      queue = queue.then(endFlood)
      return
    }
    if (waiting > limits.messagesPerSecond + limits.joinsPerSecond)
      return reply(message, "error", { reason: "ClientJoinRateLimitReached: Too many joins per second" })
    enqueue(message, binary?.pushed)
  }

  const socket: Socket = {
    channels: () => channels.values(),
    async recheckTokens() {
      let hasEnded = false
      for (const channel of [...channels.values()]) if (!(await channel.recheckToken())) hasEnded = true
      if (hasEnded && channels.size === 0) websocket.close(1008, "The session has ended")
    },
    dropSilent() {
      if (performance.now() - heardAt > limits.silenceMs) websocket.terminate()
    },
    close() {
      websocket.close(1001)
      setTimeout(() => websocket.terminate(), 1_000).unref()
    },
  }
  websocket.on("message", receive)
  // The close event follows; an oversized frame closes with 1009.
  websocket.on("error", () => {})
  websocket.on("close", () => {
    const left = [...channels.values()]
    channels.clear()
    for (const channel of left) void channel.leave()
    accepted.onClose(socket)
  })
  return socket
}
