import type { Caller } from "../gateway/contract.ts"
import type { Changes } from "./changes/subscriber.ts"
import type { Room, Rooms } from "./channels/rooms.ts"
import type { Broadcast } from "./frames/message.ts"
import type { RealtimeLimits, RealtimeOptions } from "./options.ts"
import type { Bus } from "./processes/bus.ts"

/** `network` is that of an anonymous caller; the service role is never refused. */
type Admit = (caller: Caller, network: string) => Promise<boolean>

/** What the parts of this folder work with. */
export interface Realtime extends Pick<RealtimeOptions, "db" | "now" | "log"> {
  limits: RealtimeLimits
  rooms: Rooms
  bus: Bus
  changes: Changes
  /** Sends a broadcast to the sockets of the other processes. */
  tell(room: Room, broadcast: Broadcast): void
  /** This process among those of the site. */
  process: string
  /** Work on the database takes turns. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits until a caller may join; false when there are too many at the moment. */
  mayJoin: Admit
  /** The same for a broadcast over HTTP. */
  mayBroadcast: Admit
}
