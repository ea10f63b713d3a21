import type { World } from "#domain/world.ts"
import type { BoardChange, BoardState, Boards } from "./board.ts"
import { type StandingRow, top } from "./standings.ts"

/** What an open page is told: the rows that look different now, which rows left, and who stands where. */
export interface BoardDifference {
  /** Rises by one with each difference of this board in this process. */
  version: number
  updatedAt: string | null
  total: number
  /** New rows, and rows with other points, marks or names. */
  rows: StandingRow[]
  /** Keys of rows that are no longer among the first. */
  gone: string[]
  /** Key and rank of rows of which nothing else changed. */
  moved: [key: string, rank: number, move: number | null][]
}

export type Audience = "visitors" | "members"

export interface LiveBoard {
  rows: readonly StandingRow[]
  version: number
  /** Differences after `version`; undefined when they are no longer there and the page must be read anew. */
  since(version: number): BoardDifference[] | undefined
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
  const end = boards.onChange((changes) => {
    for (const change of changes) {
      for (const audience of ["visitors", "members"] as const) {
        const state = states.get(`${change.board.id} ${audience}`)
        if (state) state.refresh(change)
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
      await state.ready
      return state
    },
    close: end,
  }
}

interface Following extends LiveBoard {
  ready: Promise<void>
  refresh(change: BoardChange): void
}

function follow(world: World, first: BoardState, audience: Audience): Following {
  let rows: StandingRow[] = []
  let version = 0
  let board = first
  let busy = false
  let again = false
  const past: BoardDifference[] = []
  const listeners = new Set<(difference: BoardDifference) => void>()

  const read = () => top(world, board, { limit: followed, asMember: audience === "members" })
  const update = async () => {
    busy = true
    try {
      await state.ready
      while (again) {
        again = false
        const now = await read()
        const found = compare(rows, now)
        rows = now
        version++
        const updatedAt = board.updatedAt?.toISOString() ?? null
        const difference = { version, updatedAt, total: board.counts.size, ...found }
        past.push(difference)
        if (past.length > kept) past.shift()
        for (const listener of listeners) listener(difference)
      }
    } catch (error) {
      world.log.error({ error }, "A live board could not be read")
    } finally {
      busy = false
    }
  }
  const state: Following = {
    ready: read().then((found) => {
      rows = found
    }),
    get rows() {
      return rows
    },
    get version() {
      return version
    },
    since(from) {
      if (from === version) return []
      const rest = past.filter((difference) => difference.version > from)
      return rest[0]?.version === from + 1 ? rest : undefined
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh(change) {
      board = change.board
      again = true
      if (!busy) void update()
    },
  }
  return state
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
    if (!was || looks(was) !== looks(row)) rows.push(row)
    else if (was.rank !== row.rank || was.move !== row.move) moved.push([row.key, row.rank, row.move])
  }
  return { rows, moved, gone: [...old.keys()] }
}

function looks({ rank, move, ...rest }: StandingRow): string {
  return JSON.stringify(rest)
}
