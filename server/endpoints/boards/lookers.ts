import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { World } from "#domain/world.ts"

/** How many pages look at each board now, in all processes. */
export interface Lookers {
  /** A page opened these boards. Returns the function that says that it was closed. */
  enter(boards: readonly number[]): () => void
  count(board: number): number
  /** Calls the listener with boards whose shown number changed. Returns the function that ends it. */
  follow(listener: (boards: ReadonlySet<number>) => void): () => void
  close(): void
}

const topic = "lookers"
/** However many pages come and go, a process tells the others, and its pages, at most this often. */
const everyMs = 5_000
/** A process tells this often that its pages are still open; one that is not heard of three times is gone. */
const renewMs = 30_000
const goneMs = 3 * renewMs

const told = z.object({ process: z.string(), counts: z.array(z.tuple([z.number(), z.number()])) })

/** Counts the pages of this process and tells the other processes. Nothing is stored. */
export function createLookers({ db, live, log }: Pick<World, "db" | "live" | "log">): Lookers {
  const process = randomUUID()
  const own = new Map<number, number>()
  const others = new Map<string, { counts: Map<number, number>; heardAt: number }>()
  const listeners = new Set<(boards: ReadonlySet<number>) => void>()
  const shown = new Map<number, number>()
  let changed = false
  let toldAt = Number.NEGATIVE_INFINITY

  const end = live.subscribe(topic, (payload) => {
    const { data } = told.safeParse(JSON.parse(payload))
    if (!data || data.process === process) return
    // A process that has just started knows of nobody yet.
    if (!others.has(data.process)) changed = true
    others.set(data.process, { counts: new Map(data.counts), heardAt: performance.now() })
  })
  const timer = setInterval(() => void tick(), everyMs).unref()

  function count(board: number): number {
    let sum = own.get(board) ?? 0
    for (const { counts } of others.values()) sum += counts.get(board) ?? 0
    return sum
  }

  async function tick() {
    const now = performance.now()
    for (const [name, { heardAt }] of others) if (now - heardAt > goneMs) others.delete(name)
    const boards = new Set<number>([...shown.keys(), ...own.keys()])
    const moved = new Set([...boards].filter((board) => shownCount(count(board)) !== shown.get(board)))
    for (const board of moved) {
      if (count(board) > 0) shown.set(board, shownCount(count(board)))
      else shown.delete(board)
    }
    if (moved.size > 0) for (const listener of listeners) listener(moved)
    if (!changed && (own.size === 0 || now - toldAt < renewMs)) return
    changed = false
    toldAt = now
    await live
      .publish(db, topic, JSON.stringify({ process, counts: [...own] }))
      .catch((error: Error) =>
        log.warn({ error: error.message }, "Who looks at the boards could not be told"),
      )
  }

  return {
    enter(boards) {
      for (const board of boards) own.set(board, (own.get(board) ?? 0) + 1)
      changed = true
      return () => {
        for (const board of boards) {
          const left = (own.get(board) ?? 1) - 1
          if (left > 0) own.set(board, left)
          else own.delete(board)
        }
        changed = true
      }
    },
    count,
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearInterval(timer)
      end()
      listeners.clear()
    },
  }
}

/** Two digits of a large number, so that it does not change with everybody who comes and goes: 1,234 becomes 1,200. */
export function shownCount(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.floor(count / unit) * unit
}
