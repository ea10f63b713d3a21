import type { Caller } from "../../gateway/contract.ts"
import type { Pushed } from "../frames/message.ts"
import type { Realtime } from "../realtime.ts"
import type { JoinConfig } from "./config.ts"
import { keepBroadcast, readPersist } from "./persist.ts"
import { mayPersist, type Rights } from "./rights.ts"
import type { Member, Room } from "./rooms.ts"

interface Sender {
  room: Room
  member: Member
  config: Pick<JoinConfig, "ack" | "self" | "private">
  /** The current rights. */
  caller(): Caller
  rights(): Rights
  reply(ref: string | null, status: "ok" | "error", response: object): void
}

interface Broadcasting {
  /** Sends a client's message, stores it if requested and permitted, and sends a reply if the channel acknowledges. */
  push(ref: string | null, pushed: Pushed | null): Promise<void>
  /** Called to evaluate the policies again. */
  forgetRights(): void
}

/** The broadcasts of one membership of a channel. */
export function createBroadcasting(realtime: Realtime, sender: Sender): Broadcasting {
  const { limits, rooms } = realtime
  const { room, member, config } = sender
  let persists: Promise<boolean> | undefined

  async function push(ref: string | null, pushed: Pushed | null) {
    const answer = (status: "ok" | "error", response: object) => {
      if (config.ack) sender.reply(ref, status, response)
    }
    const refuse = (error: string, reason: string) => answer("error", { error, reason })
    if (!pushed) return refuse("invalid_payload", "InvalidPayload: A broadcast has an event and a payload")
    const { broadcast } = pushed
    if (broadcast.body.length > limits.payloadBytes)
      return refuse(
        "payload_size_exceeded",
        `PayloadTooLarge: A payload has at most ${limits.payloadBytes} bytes`,
      )
    if (!sender.rights().write.broadcast)
      return refuse(
        "unauthorized",
        `Unauthorized: You do not have permissions to write to this Channel topic: ${room.topic}`,
      )
    const persist = config.private ? readPersist(pushed.persist) : null
    if (persist === "invalid")
      return refuse("invalid_persist_ttl", "InvalidPersistTtl: A broadcast is kept for 1 to 259200 seconds")
    rooms.broadcast(room, broadcast, config.self ? undefined : member)
    realtime.tell(room, broadcast)
    if (!persist) return answer("ok", {})
    try {
      persists ??= mayPersist(realtime, sender.caller(), room.topic)
      // As in Supabase, the message has been delivered, and a sender who may not have it stored gets only that result.
      if (!(await persists)) return answer("ok", {})
      answer("ok", { id: await keepBroadcast(realtime, room.topic, broadcast, persist) })
    } catch (error) {
      persists = undefined
      realtime.log.error(
        { error: error instanceof Error ? error.message : "unknown" },
        "A broadcast could not be kept",
      )
      refuse("unable_to_persist", "UnableToPersistMessage: The broadcast was sent, and could not be kept")
    }
  }

  return {
    push,
    forgetRights() {
      persists = undefined
    },
  }
}
