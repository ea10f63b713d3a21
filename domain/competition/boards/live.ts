import type { World } from "#domain/world.ts"
import type { BoardState, Boards } from "./board.ts"
import { type BoardDifference, compare, stateOf } from "./difference.ts"
import type { StandingRow } from "./standing-row.ts"
import { top } from "./standings.ts"

type Audience = "visitors" | "members"

export interface LiveBoard {
  /** The board's own slug; an alias such as `this-month` refers to a different board after the month ends. */
  id: number
  rows: readonly StandingRow[]
  state: string
  total: number
  updatedAt: Date | null
  /** The updates since `state`; undefined when they are no longer available and the page must be reloaded. */
  since(state: string): BoardDifference[] | undefined
  /** Returns the function that ends the subscription. */
  follow(listener: (difference: BoardDifference) => void): () => void
}

export interface LiveBoards {
  /** The top rows of a board for one audience, followed while there are listeners. Undefined: no such board. */
  board(slug: string, audience: Audience): Promise<LiveBoard | undefined>
  close(): void
}

/** The number of rows that a page shows initially. */
const followed = 50
/** The number of updates kept for pages that reconnect. */
const kept = 100

/** Turns board changes into page updates: one read per change and audience, however many pages are open. */
export function createLiveBoards(world: World, boards: Boards): LiveBoards {
  const states = new Map<string, Following>()
  const unsubscribe = boards.onChange((changes) => {
    for (const { board } of changes) {
      for (const audience of ["visitors", "members"] as const) {
        states.get(`${board.id} ${audience}`)?.refresh(board)
      }
    }
  })
  return {
    async board(slug, audience) {
      const board = boards.find(slug, world.now())
      if (!board) return undefined
      const name = `${board.id} ${audience}`
      const state = states.get(name) ?? follow(world, board, audience)
      states.set(name, state)
      await state.ready()
      return state
    },
    close() {
      unsubscribe()
    },
  }
}

interface Following extends LiveBoard {
  /** Resolves when the rows are loaded and, if there were no listeners until now, current. */
  ready(): Promise<void>
  /** Called on a change; reads immediately only when there are listeners. */
  refresh(board: BoardState): void
}

function follow(world: World, first: BoardState, audience: Audience): Following {
  let rows: readonly StandingRow[] = []
  let state = ""
  let board = first
  let stale = true
  let reading: Promise<void> | undefined
  const past: BoardDifference[] = []
  const listeners = new Set<(difference: BoardDifference) => void>()

  const read = async () => {
    // A change during the read marks it stale again, so that it is read once more.
    while (stale) {
      stale = false
      const now = await top(world, board, { limit: followed, asMember: audience === "members" })
      // The same object while nothing on the page changed: then only the total may be different.
      const found = now === rows ? { rows: [], gone: [], moved: [] } : compare(rows, now)
      const from = state
      if (now !== rows) state = stateOf(now)
      rows = now
      const updatedAt = board.updatedAt?.toISOString() ?? null
      const difference = { from, state, updatedAt, total: board.counts.size, ...found }
      const last = past.at(-1)
      // The changed member is not in these rows.
      if (state === from && last?.total === difference.total && last.updatedAt === updatedAt) continue
      past.push(difference)
      if (past.length > kept) past.shift()
      for (const listener of listeners) listener(difference)
    }
  }
  const update = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    id: first.id,
    ready: update,
    get rows() {
      return rows
    },
    get state() {
      return state
    },
    get total() {
      return board.counts.size
    },
    get updatedAt() {
      return board.updatedAt
    },
    since(from) {
      const at = past.findLastIndex((difference) => difference.state === from)
      return at === -1 ? undefined : past.slice(at + 1)
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh(changed) {
      board = changed
      stale = true
      if (listeners.size === 0) return
      update().catch((error: unknown) => {
        stale = true
        world.log.error({ error }, "A live board could not be read")
      })
    },
  }
}
