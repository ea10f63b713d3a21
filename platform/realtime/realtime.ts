import type { Caller } from "../gateway/contract.ts"
import type { Changes } from "./changes/subscriber.ts"
import type { Room, Rooms } from "./channels/rooms.ts"
import type { Broadcast } from "./frames/message.ts"
import type { RealtimeLimits, RealtimeOptions } from "./options.ts"
import type { Bus } from "./processes/bus.ts"

/** `network` is the network of an anonymous caller; the service role is never refused. */
type Admit = (caller: Caller, network: string) => Promise<boolean>

/** The dependencies of the modules in this folder. */
export interface Realtime extends Pick<RealtimeOptions, "db" | "now" | "log"> {
  limits: RealtimeLimits
  rooms: Rooms
  bus: Bus
  changes: Changes
  /** Sends a broadcast to the sockets of the other processes. */
  tell(room: Room, broadcast: Broadcast): void
  /** The id of this process. */
  process: string
  /** Queues work on the database. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits until a caller may join; resolves to false if there are too many. */
  mayJoin: Admit
  /** The same for a broadcast over HTTP. */
  mayBroadcast: Admit
}
