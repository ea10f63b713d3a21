import type { IncomingMessage } from "node:http"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"

export interface RealtimeOptions {
  /** Connects as the owner of the tables; takes on the role of each caller inside its transactions. */
  db: Db
  /** Hears what other processes send; calls `onReady` each time it starts to. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>
  now: () => Date
  log: Log
  /** Whose request it is, taking trusted proxies into account. Default: the address of the connection. */
  clientAddress?: (incoming: IncomingMessage) => string
  limits?: Partial<RealtimeLimits>
}

export interface RealtimeLimits {
  /** Sockets of this process. */
  sockets: number
  /** Of these, those of one network; those of the service role do not count. */
  socketsPerNetwork: number
  channelsPerSocket: number
  /** Of all sockets of this process together, in turns among networks; those of the service role do not count. */
  joinsPerSecond: number
  /** For so long a join waits for its turn. Clients wait for 10 seconds. */
  joinWaitMs: number
  /** Broadcasts over HTTP, in turns among members and networks; those of the service role do not count. */
  broadcastsPerSecond: number
  /** For so long a broadcast over HTTP waits for its turn. */
  broadcastWaitMs: number
  /** Of one socket; heartbeats do not count. */
  messagesPerSecond: number
  /** Presence calls of one channel of a socket within 30 seconds. */
  presenceCalls: number
  /** Bytes of one broadcast or presence. */
  payloadBytes: number
  /** Bytes of one frame; a larger one closes the socket with 1009. */
  frameBytes: number
  /** Bytes that may wait for a socket that reads slowly; beyond that it is dropped. */
  waitingBytes: number
  /** Without a heartbeat for so long, a socket is dropped. Clients send one every 25 seconds. */
  silenceMs: number
  /** Between two tokens that a channel takes; the newest of those that come within it counts at its end. */
  tokenPauseMs: number
  /** How often it is looked whether the sessions of members are still open. */
  sessionCheckMs: number
  /** How often the policies of private channels are read again. */
  recheckMs: number
  /** How often a process says that it lives, how far it has read, and looks for others that died. */
  leaseMs: number
  /** Without a sign of life for so long, a process and those present in it count as gone. */
  processSilenceMs: number
  /** How often changes of tables are read while somebody subscribes to them. */
  changesIntervalMs: number
  /** For so long changes may be unreadable before subscribers are told that they may have missed some. */
  changesPatienceMs: number
}

/** Supabase's own defaults, where it has one; its messages per second are those of a whole project. */
export const defaultLimits: RealtimeLimits = {
  sockets: 10_000,
  socketsPerNetwork: 1_000,
  channelsPerSocket: 100,
  joinsPerSecond: 100,
  joinWaitMs: 5_000,
  broadcastsPerSecond: 100,
  broadcastWaitMs: 1_000,
  messagesPerSecond: 100,
  presenceCalls: 5,
  payloadBytes: 3_000_000,
  frameBytes: 5_000_000,
  waitingBytes: 8_000_000,
  silenceMs: 60_000,
  tokenPauseMs: 10_000,
  // With the half minute for which the accounts remember, a minute at most.
  sessionCheckMs: 20_000,
  recheckMs: 5 * 60_000,
  leaseMs: 5_000,
  processSilenceMs: 15_000,
  changesIntervalMs: 100,
  changesPatienceMs: 60_000,
}
