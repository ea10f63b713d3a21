import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import type { BoardDifference } from "#domain/competition/boards/difference.ts"
import type { LiveBoard } from "#domain/competition/boards/live.ts"
import { type EncodedEvent, encodeEvent, encodeLines, gzipStart, joined } from "./encoded-event.ts"
import { type Follower, write } from "./follower.ts"
import { differenceKeptApart, rowsKeptApart } from "./kept-apart.ts"
import { shownCount, type Viewers } from "./viewers.ts"

/** A page that follows a channel. */
interface ChannelFollower extends Follower {
  /** Events queued before this page joined are already included in its first events. */
  from: number
}

interface EventChannelOptions {
  /** The boards to report, by the name under which they were requested. */
  boards: ReadonlyMap<string, LiveBoard>
  audience: "visitors" | "members"
  /** Slugs of the athletes whose names are not shown to the one member whom the channel is for; mostly empty. */
  apart: ReadonlySet<string>
  viewers: Viewers
  /** The board that currently has a name, for a season that ends while pages are open. */
  current(slug: string): Promise<LiveBoard | undefined>
  /** Milliseconds between two heartbeats. */
  heartbeatMs: number
  /** Receives the time until an event was written to every page. */
  onTold(seconds: number): void
  /** Called when the last page has closed. */
  onEmpty(): void
}

/** Events within this time, such as those of two boards after one activity, are combined into one write per page. */
const gatherMs = 15
/** The number of pages to write to before yielding to other work. */
const atOnce = 500

const heartbeat = encodeLines(": still here")
/** Random, so that pages do not all reconnect at the same instant after a restart. */
const retries = Array.from({ length: 20 }, (_, n) => encodeLines(`retry: ${1000 + n * 100}`))

/**
 * All pages of one process that follow the same boards with the same view, as server-sent events. `difference`: the
 * changes. `reset`: all first rows, for a page whose rows are too old or unknown. `viewers`: the approximate number of
 * pages that show a board now, and the pictures of those who agreed to be shown. Each event is encoded once. Somebody who
 * is kept apart from others by a block has a channel of their own.
 */
export class EventChannel {
  readonly #options: EventChannelOptions
  readonly #boards: Map<string, LiveBoard>
  /** The state of each board after the events sent so far. */
  readonly #states: Map<string, string>
  readonly #followers = new Set<ChannelFollower>()
  readonly #unfollow = new Map<string, () => void>()
  readonly #snapshots = new Map<string, { of: string; event: EncodedEvent }>()
  readonly #viewers = new Map<string, { of: string; event: EncodedEvent }>()
  readonly #beat: NodeJS.Timeout
  readonly #unfollowViewers: () => void
  #queue: { number: number; event: EncodedEvent }[] = []
  #queued = 0
  #sending = false
  #demo = false

  constructor(options: EventChannelOptions) {
    this.#options = options
    this.#boards = new Map()
    this.#states = new Map([...options.boards].map(([slug, { state }]) => [slug, state]))
    for (const [slug, board] of options.boards) this.#follow(slug, board)
    this.#unfollowViewers = options.viewers.follow((moved) => this.#sendViewers(moved))
    this.#beat = setInterval(() => void this.#keepUp(), options.heartbeatMs)
  }

  /**
   * Sends the changes that the page missed, then new ones.
   * @param lastSeen the id of the last event that the page received: the states of its boards, separated by commas
   * @param shownAs the athlete who is shown as a viewer of the boards
   * @param demo sample athletes are on the boards, which the page must state
   */
  join(
    { outgoing, gzip }: Follower,
    { lastSeen, shownAs, demo }: { lastSeen: string | undefined; shownAs: number | null; demo: boolean },
  ): void {
    const follower: ChannelFollower = { outgoing, gzip, from: this.#queued }
    this.#followers.add(follower)
    this.#demo = demo
    const close = this.#options.viewers.enter(
      [...this.#boards.values()].map(({ id }) => id),
      shownAs,
    )
    outgoing.on("close", () => {
      close()
      this.#leave(follower)
    })
    if (gzip) outgoing.write(gzipStart)
    const retry = retries[Math.floor(Math.random() * retries.length)]
    if (retry) write(follower, retry)
    const seen = lastSeen?.split(",") ?? []
    const told = new Map([...this.#boards.keys()].map((slug) => [slug, "-"]))
    ;[...this.#boards].forEach(([slug, board], index) => {
      const known = seen[index]
      const missed = known === undefined ? undefined : board.since(known)
      told.set(slug, missed && known !== undefined ? known : board.state)
      if (!missed) write(follower, this.#snapshot(slug, board, idOf(told)))
      for (const difference of missed ?? []) {
        told.set(slug, difference.state)
        const kept = differenceKeptApart(difference, board.rows, this.#options.apart)
        write(follower, encodeEvent("difference", idOf(told), { board: slug, ...kept }))
      }
      write(follower, this.#viewersOf(slug, board))
    })
  }

  /** Ends every stream: the server is stopping. */
  end(): void {
    for (const { outgoing } of this.#followers) outgoing.end()
  }

  #leave(follower: ChannelFollower): void {
    this.#followers.delete(follower)
    if (this.#followers.size > 0) return
    clearInterval(this.#beat)
    for (const stop of this.#unfollow.values()) stop()
    this.#unfollowViewers()
    this.#options.onEmpty()
  }

  #follow(slug: string, board: LiveBoard): void {
    this.#unfollow.get(slug)?.()
    this.#boards.set(slug, board)
    this.#unfollow.set(
      slug,
      board.follow((difference) =>
        this.#tell(slug, differenceKeptApart(difference, board.rows, this.#options.apart)),
      ),
    )
  }

  #tell(slug: string, difference: BoardDifference): void {
    this.#states.set(slug, difference.state)
    this.#broadcast(encodeEvent("difference", idOf(this.#states), { board: slug, ...difference }))
  }

  #sendViewers(moved: ReadonlySet<number>): void {
    for (const [slug, board] of this.#boards)
      if (moved.has(board.id)) this.#broadcast(this.#viewersOf(slug, board))
  }

  /** Without an id, because a page cannot miss these events. */
  #viewersOf(slug: string, { id }: LiveBoard): EncodedEvent {
    const { audience, viewers, apart } = this.#options
    const of = JSON.stringify({
      board: slug,
      count: shownCount(viewers.count(id)),
      faces: viewers.faces(id)[audience].filter(({ athlete }) => !apart.has(athlete)),
    })
    const known = this.#viewers.get(slug)
    if (known?.of === of) return known.event
    const event = encodeLines(`event: viewers\ndata: ${of}`)
    this.#viewers.set(slug, { of, event })
    return event
  }

  /** Sends heartbeats, and checks for boards whose name now refers to another season. */
  async #keepUp(): Promise<void> {
    this.#broadcast(heartbeat)
    for (const [slug, board] of this.#boards) {
      const now = await this.#options.current(slug).catch(() => board)
      if (!now || now === board || this.#followers.size === 0) continue
      this.#states.set(slug, now.state)
      this.#follow(slug, now)
      this.#broadcast(this.#snapshot(slug, now, idOf(this.#states)))
    }
  }

  #snapshot(slug: string, board: LiveBoard, id: string): EncodedEvent {
    const demo = this.#demo
    const { state, total } = board
    const rows = rowsKeptApart(board.rows, this.#options.apart)
    const updatedAt = board.updatedAt?.toISOString() ?? null
    const of = `${board.id} ${id} ${total} ${updatedAt} ${demo}`
    const known = this.#snapshots.get(slug)
    if (known?.of === of) return known.event
    const event = encodeEvent("reset", id, { board: slug, state, total, updatedAt, rows, demo })
    this.#snapshots.set(slug, { of, event })
    return event
  }

  #broadcast(event: EncodedEvent): void {
    this.#queue.push({ number: this.#queued++, event })
    if (!this.#sending) void this.#send()
  }

  /** In order, in batches, so that ten thousand pages do not delay all other work. */
  async #send(): Promise<void> {
    this.#sending = true
    while (this.#queue.length > 0) {
      const began = performance.now()
      await sleep(gatherMs)
      const events = this.#queue.splice(0)
      const first = events[0]?.number ?? 0
      const together = joined(events.map(({ event }) => event))
      let written = 0
      for (const follower of this.#followers) {
        if (follower.from <= first) write(follower, together)
        else for (const { number, event } of events) if (follower.from <= number) write(follower, event)
        if (++written % atOnce === 0) await nextTurn()
      }
      this.#options.onTold((performance.now() - began) / 1000)
    }
    this.#sending = false
  }
}

function idOf(states: ReadonlyMap<string, string>): string {
  return [...states.values()].join(",")
}
