import { randomUUID } from "node:crypto"
import { z } from "zod"
import { type ViewerFaces, viewerFaces } from "#domain/competition/boards/viewer-faces.ts"
import type { World } from "#domain/world.ts"

/** The number of pages that show each board now, in all processes. */
export interface Viewers {
  /**
   * Registers a page that opened these boards. Returns the function that unregisters it.
   * @param shownAs the athlete who opted in to being shown there; null for most
   */
  enter(boards: readonly number[], shownAs?: number | null): () => void
  count(board: number): number
  /** Some of the viewers who opted in, as each audience may see them, at most five seconds old. */
  faces(board: number): ViewerFaces
  /** Calls the listener with boards whose rounded number or pictures changed. Returns the function that ends it. */
  follow(listener: (boards: ReadonlySet<number>) => void): () => void
  close(): void
}

const topic = "viewers"
/** The minimum interval at which a process notifies the others and its own pages, however many pages open and close. */
const everyMs = 5_000
/** The interval of a process's heartbeats; a process that misses three is considered gone. */
const renewMs = 30_000
const goneMs = 3 * renewMs

/** The maximum number of pictures on a board; further athletes who opted in are only counted. */
const mostFaces = 6
const nobody: ViewerFaces = { visitors: [], members: [] }

const told = z.object({
  process: z.string(),
  counts: z.array(z.tuple([z.number(), z.number()])),
  athletes: z.array(z.tuple([z.number(), z.array(z.number()).max(mostFaces)])),
})

/** Counts the pages of this process and sends the count to the other processes. Nothing is stored. */
export function createViewers(
  { db, live, log }: Pick<World, "db" | "live" | "log">,
  readFaces: typeof viewerFaces = viewerFaces,
): Viewers {
  const process = randomUUID()
  const own = new Map<number, number>()
  /** For each board, the athletes who opted in, once for each of their pages. */
  const ownAthletes = new Map<number, number[]>()
  const others = new Map<
    string,
    { counts: Map<number, number>; athletes: Map<number, number[]>; heardAt: number }
  >()
  const shownFaces = new Map<number, ViewerFaces>()
  const listeners = new Set<(boards: ReadonlySet<number>) => void>()
  const shown = new Map<number, string>()
  let changed = false
  let toldAt = Number.NEGATIVE_INFINITY

  const end = live.subscribe(topic, (payload) => {
    const { data } = told.safeParse(JSON.parse(payload))
    if (!data || data.process === process) return
    // A process that has just started does not know the others yet.
    if (!others.has(data.process)) changed = true
    others.set(data.process, {
      counts: new Map(data.counts),
      athletes: new Map(data.athletes),
      heardAt: performance.now(),
    })
  })
  const timer = setInterval(() => void tick(), everyMs).unref()

  function count(board: number): number {
    let sum = own.get(board) ?? 0
    for (const { counts } of others.values()) sum += counts.get(board) ?? 0
    return sum
  }

  const ownOf = (board: number) => [...new Set(ownAthletes.get(board))].slice(0, mostFaces)

  /** Queried each time, because an athlete may have become hidden or opted out in the meantime. */
  async function facesOf(board: number): Promise<ViewerFaces> {
    const there = [...others.values()].flatMap(({ athletes }) => athletes.get(board) ?? [])
    const athletes = [...new Set([...ownOf(board), ...there])].slice(0, mostFaces)
    return readFaces(db, athletes).catch((error: Error) => {
      log.warn({ error: error.message }, "The viewers of the boards could not be read")
      return nobody
    })
  }

  async function tick() {
    const now = performance.now()
    for (const [name, { heardAt }] of others) if (now - heardAt > goneMs) others.delete(name)
    const moved = new Set<number>()
    for (const board of new Set<number>([...shown.keys(), ...own.keys()])) {
      const faces = await facesOf(board)
      const state = JSON.stringify([shownCount(count(board)), faces])
      if (state !== shown.get(board)) moved.add(board)
      if (count(board) > 0) {
        shown.set(board, state)
        shownFaces.set(board, faces)
      } else {
        shown.delete(board)
        shownFaces.delete(board)
      }
    }
    if (moved.size > 0) for (const listener of listeners) listener(moved)
    if (!changed && (own.size === 0 || now - toldAt < renewMs)) return
    changed = false
    toldAt = now
    await live
      .publish(
        db,
        topic,
        JSON.stringify({
          process,
          counts: [...own],
          athletes: [...ownAthletes.keys()].map((board) => [board, ownOf(board)]),
        }),
      )
      .catch((error: Error) =>
        log.warn({ error: error.message }, "The viewers of the boards could not be announced"),
      )
  }

  /** Unregisters one of the athlete's pages. */
  function leave(board: number, athlete: number) {
    const left = ownAthletes.get(board) ?? []
    const rest = left.toSpliced(left.indexOf(athlete), 1)
    if (rest.length > 0) ownAthletes.set(board, rest)
    else ownAthletes.delete(board)
  }

  return {
    enter(boards, shownAs = null) {
      for (const board of boards) {
        own.set(board, (own.get(board) ?? 0) + 1)
        if (shownAs !== null) ownAthletes.set(board, [...(ownAthletes.get(board) ?? []), shownAs])
      }
      changed = true
      return () => {
        for (const board of boards) {
          if (shownAs !== null) leave(board, shownAs)
          const left = (own.get(board) ?? 1) - 1
          if (left > 0) own.set(board, left)
          else own.delete(board)
        }
        changed = true
      }
    },
    count,
    faces: (board) => shownFaces.get(board) ?? nobody,
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

/** Rounds a large number to two digits, so that it does not change with every page: 1,234 becomes 1,200. */
export function shownCount(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.floor(count / unit) * unit
}
