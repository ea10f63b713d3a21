import type { IncomingMessage } from "node:http"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"

export interface RealtimeOptions {
  /** Connects as the owner of the tables; takes on the role of each caller inside its transactions. */
  db: Db
  /** Receives messages from other processes; calls `onReady` each time it starts to. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>
  now: () => Date
  log: Log
  /** The client's address, taking trusted proxies into account. Default: the address of the connection. */
  clientAddress?: (incoming: IncomingMessage) => string
  limits?: Partial<RealtimeLimits>
}

export interface RealtimeLimits {
  /** The maximum number of sockets of this process. */
  sockets: number
  /** The maximum for one network; sockets of the service role are not counted. */
  socketsPerNetwork: number
  channelsPerSocket: number
  /**
   * Joins per second of all sockets of this process, served in turns among networks; those of the service role are not
   * counted.
   */
  joinsPerSecond: number
  /** How long a join waits for its turn. Clients wait for 10 seconds. */
  joinWaitMs: number
  /** Broadcasts over HTTP, in turns among members and networks; those of the service role are not counted. */
  broadcastsPerSecond: number
  /** How long a broadcast over HTTP waits for its turn. */
  broadcastWaitMs: number
  /** Messages of one socket; heartbeats are not counted. */
  messagesPerSecond: number
  /** Presence calls of one channel of a socket within 30 seconds. */
  presenceCalls: number
  /** Bytes of one broadcast or presence. */
  payloadBytes: number
  /** Bytes of one frame; a larger one closes the socket with 1009. */
  frameBytes: number
  /** Bytes that may wait for a socket that reads slowly; beyond that it is dropped. */
  waitingBytes: number
  /** How long without a heartbeat before a socket is dropped. Clients send one every 25 seconds. */
  silenceMs: number
  /**
   * The minimum time between two tokens used by a channel; the newest one that arrives in between is used at the end.
   */
  tokenPauseMs: number
  /** How often the sessions of members are checked. */
  sessionCheckMs: number
  /** How often the policies of private channels are evaluated again. */
  recheckMs: number
  /** How often a process renews its lease, stores its read position, and looks for dead processes. */
  leaseMs: number
  /** How long without a renewed lease before a process and its presences are removed. */
  processSilenceMs: number
  /** How often table changes are read while there are subscribers. */
  changesIntervalMs: number
  /** How long changes may be unreadable before subscribers are notified that they may have missed some. */
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
  // Together with the 30 seconds for which sessions are cached, at most a minute.
  sessionCheckMs: 20_000,
  recheckMs: 5 * 60_000,
  leaseMs: 5_000,
  processSilenceMs: 15_000,
  changesIntervalMs: 100,
  changesPatienceMs: 60_000,
}
