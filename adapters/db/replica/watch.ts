import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import { flushedPosition, replayedPosition, unfitAsReplica } from "./contact.ts"
import { Lag, type Position } from "./lag.ts"

interface WatchOptions {
  primary: Db
  replica: Db
  log: Log
  /** How far the replica may be behind and still be read, in ms. */
  mostMs: number
}

/** Between two checks, in ms; also how old a caught-up replica may seem. */
const everyMs = 200
/** The time that a check may take, in ms, after which the replica counts as gone. */
const patienceMs = 1_000

/** Follows how far a replica is behind, and whether it is there. */
export class ReplicaWatch {
  readonly #options: WatchOptions
  readonly #lag: Lag
  readonly #closing = new AbortController()
  readonly #watching: Promise<void>
  #completeUntil = Number.NEGATIVE_INFINITY
  #writtenAt = Number.NEGATIVE_INFINITY
  #isThere = false
  /** The server answered after it was gone, and has not been compared with the primary since. */
  #isNew = true
  #gone = Promise.withResolvers<never>()
  #said: string | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#lag = new Lag(options.mostMs + patienceMs)
    this.#gone.promise.catch(() => {})
    this.#watching = this.#watch()
  }

  /** Whether the replica is there, and has everything that was written until `mostMs` ago and until the last `wrote()`. */
  get isUsable(): boolean {
    const now = performance.now()
    const since = Math.max(now - this.#options.mostMs, this.#writtenAt)
    return this.#isThere && this.#completeUntil >= since
  }

  /** How far it is behind at most, in seconds; undefined while it is gone. */
  get lagSeconds(): number | undefined {
    return this.#isThere ? Math.max(0, performance.now() - this.#completeUntil) / 1_000 : undefined
  }

  /** Whoever reads next must not get an older state than that of now. */
  wrote(): void {
    this.#writtenAt = performance.now()
  }

  /** Rejects as soon as the replica is gone, before the work that waits for it would notice. */
  async whileThere<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {})
    return Promise.race([work, this.#gone.promise])
  }

  /** A statement could not be sent or answered. The next check decides. */
  lost(): void {
    if (!this.#isThere) return
    this.#isThere = false
    this.#isNew = true
    this.#gone.reject(Object.assign(new Error("The replica is gone"), { code: "CONNECTION_CLOSED" }))
    this.#gone = Promise.withResolvers()
    this.#gone.promise.catch(() => {})
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#watching
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#check()
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  async #check(): Promise<void> {
    const { primary, replica } = this.#options
    const at = performance.now()
    let position: Position
    try {
      position = await inTime(() => flushedPosition(primary))
    } catch {
      // What is known of the replica gets older, and with it the replica unusable.
      return
    }
    this.#lag.note({ position, at })
    try {
      const unfit = this.#isNew ? await inTime(() => unfitAsReplica(replica, primary)) : null
      if (unfit !== null) throw new Error(`DATABASE_READ_URL cannot be used: ${unfit}`)
      this.#completeUntil = this.#lag.completeUntil(await inTime(() => replayedPosition(replica)))
      this.#isNew = false
      this.#isThere = true
    } catch (error) {
      this.lost()
      return this.#say("gone", error)
    }
    this.#say(performance.now() - this.#completeUntil <= this.#options.mostMs ? "used" : "behind")
  }

  #say(state: "used" | "behind" | "gone", error?: unknown): void {
    if (state === this.#said || this.#closing.signal.aborted) return
    const { log } = this.#options
    if (state === "used") log.info({}, "The replica is used")
    else if (state === "behind") log.warn({}, "The replica is behind: everything is read from the primary")
    else log.warn({ error }, "The replica does not answer: everything is read from the primary")
    this.#said = state
  }
}

function inTime<T>(work: () => Promise<T>): Promise<T> {
  return withOwnDeadline(patienceMs, work)
}
