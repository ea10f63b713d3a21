import { encodeBroadcast, encodeText } from "../frames/encode.ts"
import type { Broadcast, Outgoing, Version } from "../frames/message.ts"

/** A socket's membership in a channel. */
export interface Member {
  readonly version: Version
  readonly receivesBroadcasts: boolean
  readonly receivesPresence: boolean
  write(frame: string | Buffer): void
}

/** A channel: private and public ones of the same name are separate. */
export interface Room {
  topic: string
  private: boolean
}

export interface Rooms {
  enter(room: Room, member: Member): void
  leave(room: Room, member: Member): void
  /** Sends to all members of the channel in this process, except one. */
  broadcast(room: Room, broadcast: Broadcast, except?: Member): void
  /** Sends to the members that requested presence. */
  presence(room: Room, event: string, payload: unknown): void
}

/** The members of channels in this process. A frame is encoded once for all sockets with the same protocol version. */
export function createRooms(): Rooms {
  const rooms = new Map<string, Set<Member>>()

  function write(
    room: Room,
    to: (member: Member) => boolean,
    frameOf: (version: Version) => string | Buffer | null,
  ) {
    const frames = new Map<Version, string | Buffer | null>()
    for (const member of rooms.get(nameOf(room)) ?? []) {
      if (!to(member)) continue
      let frame = frames.get(member.version)
      if (frame === undefined) {
        frame = frameOf(member.version)
        frames.set(member.version, frame)
      }
      if (frame !== null) member.write(frame)
    }
  }

  return {
    enter(room, member) {
      const members = rooms.get(nameOf(room)) ?? new Set()
      rooms.set(nameOf(room), members.add(member))
    },
    leave(room, member) {
      const members = rooms.get(nameOf(room))
      members?.delete(member)
      if (members?.size === 0) rooms.delete(nameOf(room))
    },
    broadcast(room, broadcast, except) {
      const topic = `realtime:${room.topic}`
      write(
        room,
        (member) => member !== except && member.receivesBroadcasts,
        (version) => encodeBroadcast(topic, broadcast, version),
      )
    },
    presence(room, event, payload) {
      const message: Outgoing = { topic: `realtime:${room.topic}`, event, payload }
      write(
        room,
        (member) => member.receivesPresence,
        (version) => encodeText(message, version),
      )
    },
  }
}

function nameOf(room: Room): string {
  return `${room.private ? "private" : "public"} ${room.topic}`
}
