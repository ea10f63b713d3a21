import { createHash } from "node:crypto"
import { membersTopic } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import type { BoardState, Boards } from "./board.ts"
import { type StandingRow, top } from "./standings.ts"

/** What an open page is told: the rows that look different now, which rows left, and who stands where. */
export interface BoardDifference {
  /** Names what the rows are before and after: the same rows have the same name in every process. */
  from: string
  state: string
  updatedAt: string | null
  total: number
  /** New rows, and rows with other points, marks or names. */
  rows: StandingRow[]
  /** Keys of rows that are no longer among the first. */
  gone: string[]
  /** Key and rank of rows of which nothing else changed. */
  moved: [key: string, rank: number, move: number | null][]
}

type Audience = "visitors" | "members"

export interface LiveBoard {
  /** Of the board itself; `this-month` is another one after the month's end. */
  id: number
  rows: readonly StandingRow[]
  state: string
  total: number
  updatedAt: Date | null
  /** What happened after the rows were `state`; undefined when that is no longer known and the page must be read anew. */
  since(state: string): BoardDifference[] | undefined
  /** Answers the function that ends it. */
  follow(listener: (difference: BoardDifference) => void): () => void
}

export interface LiveBoards {
  /** The first rows of a board for one audience, followed while somebody listens. Undefined: no such board. */
  board(slug: string, audience: Audience): Promise<LiveBoard | undefined>
  close(): void
}

/** As many rows as a page shows at first. */
const followed = 50
/** Differences kept for pages that come back after a broken connection. */
const kept = 100

/** Turns changes of boards into differences of what pages show: one read per change and audience, however many pages are open. */
export function createLiveBoards(world: World, boards: Boards): LiveBoards {
  const states = new Map<string, Following>()
  const unsubscribe = boards.onChange((changes) => {
    for (const { board } of changes) {
      for (const audience of ["visitors", "members"] as const) {
        states.get(`${board.id} ${audience}`)?.refresh(board)
      }
    }
  })
  // A new name, or somebody who no longer wants to be seen: no points move, but every board looks different.
  const forget = world.live.subscribe(membersTopic, () => {
    for (const state of states.values()) state.refresh()
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
      forget()
    },
  }
}

interface Following extends LiveBoard {
  /** When the rows are there and, with nobody listening until now, of this moment. */
  ready(): Promise<void>
  /** Something moved; reads at once only when somebody listens. */
  refresh(board?: BoardState): void
}

function follow(world: World, first: BoardState, audience: Audience): Following {
  let rows: StandingRow[] = []
  let state = ""
  let board = first
  let stale = true
  let reading: Promise<void> | undefined
  const past: BoardDifference[] = []
  const listeners = new Set<(difference: BoardDifference) => void>()

  const read = async () => {
    // What moves meanwhile makes it stale again, and it is read once more.
    while (stale) {
      stale = false
      const now = await top(world, board, { limit: followed, asMember: audience === "members" })
      const found = compare(rows, now)
      const from = state
      rows = now
      state = stateOf(now)
      const updatedAt = board.updatedAt?.toISOString() ?? null
      const difference = { from, state, updatedAt, total: board.counts.size, ...found }
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
    ready: async () => {
      if (stale || reading) await update()
    },
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
    refresh(changed = board) {
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

/** The name of what a page shows: the same rows have the same name, whichever process reads them. */
export function stateOf(rows: readonly StandingRow[]): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("base64url").slice(0, 16)
}

/** What a page that shows `before` must change to show `now`. */
export function compare(
  before: readonly StandingRow[],
  now: readonly StandingRow[],
): Pick<BoardDifference, "rows" | "gone" | "moved"> {
  const old = new Map(before.map((row) => [row.key, row]))
  const rows: StandingRow[] = []
  const moved: BoardDifference["moved"] = []
  for (const row of now) {
    const was = old.get(row.key)
    old.delete(row.key)
    if (!was || appearanceOf(was) !== appearanceOf(row)) rows.push(row)
    else if (was.rank !== row.rank || was.move !== row.move) moved.push([row.key, row.rank, row.move])
  }
  return { rows, moved, gone: [...old.keys()] }
}

function appearanceOf({ rank, move, ...rest }: StandingRow): string {
  return JSON.stringify(rest)
}
