import { entryOf, isRunning } from "#content/running.ts"
import type { Live, World } from "#domain/world.ts"
import { createRankCounts, type RankCounts } from "./rank-counts.ts"

/** Wakes every process that shows boards. What changed stands in `private.standing_changes`; the message carries nothing. */
const boardsTopic = "boards"

/** Messages on their way, and the one after them that waits for all who came meanwhile. */
const sending = new WeakMap<Live, { now: Promise<void>; next?: Promise<void> }>()

/**
 * Tells all processes that something changed. Called after the transaction, because PostgreSQL lets transactions that
 * notify commit only one by one. Who comes while a message is on its way shares the one after it.
 */
export function announce(world: World): Promise<void> {
  const { live } = world
  const running = sending.get(live)
  if (running) {
    running.next ??= running.now.catch(() => {}).then(() => announce(world))
    return running.next
  }
  const now = world.live.publish(world.db, boardsTopic, "").finally(() => sending.delete(live))
  sending.set(live, { now })
  return now
}

/** What this process knows of one open board. */
export interface BoardState {
  id: number
  slug: string
  /** The season's series, "monthly"; null for a rolling board. */
  series: string | null
  from: string
  to: string | null
  opensAt: Date | null
  closesAt: Date | null
  counts: RankCounts
  /** When its last row moved; null when nothing has moved since the process started to watch. */
  updatedAt: Date | null
}

/** One board moved: these athletes' rows, or (`rebuilt`) any row. */
interface BoardChange {
  board: BoardState
  athletes: ReadonlySet<number>
  rebuilt: boolean
}

/**
 * The boards of one process: counts for ranks in memory, kept in step with the database by reading each committed change
 * once, whichever process made it.
 */
export interface Boards {
  /** Reads all boards and begins to follow them. */
  open(): Promise<void>
  close(): Promise<void>
  /** By the board's own slug, or `this-month` and the like for the season that runs. */
  find(slug: string, now: Date): BoardState | undefined
  all(): BoardState[]
  /** Reads what was committed since the last read. Runs by itself; a test calls it to wait. */
  catchUp(): Promise<void>
  /** Read everything anew, after news may have been missed. */
  reload(): Promise<void>
  /** Answers the function that ends it. */
  onChange(listener: (changes: readonly BoardChange[]) => void): () => void
}

/** Between two reads when no message came; what a killed process could not announce is noticed this soon. */
const readEveryMs = 1000
/** Messages within this time are answered by one read. */
const gatherMs = 40
/** Changes are kept for two hours; who has not read for one hour reads everything. */
const staleMs = 3_600_000

export function createBoards(world: World): Boards {
  let boards = new Map<number, BoardState>()
  let seen = ""
  let seenAt = 0
  let queue: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined
  let closed = false
  const listeners = new Set<(changes: readonly BoardChange[]) => void>()

  const tell = (changes: readonly BoardChange[]) => {
    if (changes.length > 0) for (const listener of listeners) listener(changes)
  }
  const load = async () => {
    const loaded = await loadBoards(world)
    for (const [id, board] of loaded.boards) board.updatedAt ??= boards.get(id)?.updatedAt ?? null
    boards = loaded.boards
    seen = loaded.seen
    seenAt = performance.now()
    tell([...boards.values()].map((board) => ({ board, athletes: new Set<number>(), rebuilt: true })))
  }
  const read = async () => {
    if (performance.now() - seenAt > staleMs) return load()
    const changes = await readChanges(world, seen)
    seen = changes.seen
    seenAt = performance.now()
    const applied = apply(boards, changes.rows)
    if (applied === "missed") return load()
    tell(applied)
  }
  /** One after the other, so that every change is applied once and in one piece. */
  const inTurn = (work: () => Promise<void>) => {
    const turn = queue.then(work)
    queue = turn.catch((error: unknown) =>
      world.log.error({ error }, "The boards could not be read; trying again"),
    )
    return turn
  }

  return {
    async open() {
      unsubscribe = world.live.subscribe(boardsTopic, () => {
        gathering ??= setTimeout(() => {
          gathering = undefined
          inTurn(read).catch(() => {})
        }, gatherMs)
      })
      await inTurn(load)
      const again = () => {
        if (!closed) timer = setTimeout(() => inTurn(read).then(again, again), readEveryMs)
      }
      again()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(gathering)
      unsubscribe?.()
      await queue
    },
    find(slug, now) {
      for (const board of boards.values()) {
        if (board.slug === slug) return board
        if (isOpen(board, now) && slug === entryOf(board)?.slug) return board
      }
      return undefined
    },
    all: () => [...boards.values()],
    catchUp: () => inTurn(read),
    reload: () => inTurn(load),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether the board's season runs; false for a rolling board. */
function isOpen({ opensAt, closesAt }: BoardState, now: Date): boolean {
  return opensAt !== null && closesAt !== null && isRunning({ opensAt, closesAt }, now)
}

async function loadBoards(world: World): Promise<{ seen: string; boards: Map<number, BoardState> }> {
  // One statement, so that the keys and the snapshot show the same instant. The keys come as bytes: eight per athlete.
  const rows = await world.db.sql<{
    seen: string
    id: number | null
    slug: string
    series: string | null
    from: string
    to: string | null
    opens_at: Date | null
    closes_at: Date | null
    keys: Buffer | null
    updated_at: Date | null
  }>`
    select
      snapshot.seen::text as seen, b.id, b.slug, s.series, b.from_on::text as from, b.to_on::text as to,
      s.opens_at, s.closes_at,
      (select max(at) from private.standing_changes) as updated_at,
      (
        select string_agg(int8send(place_key), ''::bytea order by place_key desc) from standings where board_id = b.id
      ) as keys
    from (select pg_current_snapshot() as seen) snapshot
    left join boards b on b.closed_at is null
    left join seasons s on s.id = b.season_id
  `
  const boards = new Map<number, BoardState>()
  for (const row of rows) {
    if (row.id === null) continue
    boards.set(row.id, {
      id: row.id,
      slug: row.slug,
      series: row.series,
      from: row.from,
      to: row.to,
      opensAt: row.opens_at,
      closesAt: row.closes_at,
      counts: createRankCounts(keysIn(row.keys)),
      updatedAt: row.updated_at,
    })
  }
  return { seen: rows[0]?.seen ?? "", boards }
}

function* keysIn(bytes: Buffer | null): Generator<number> {
  for (let at = 0; bytes && at < bytes.length; at += 8) {
    yield bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
  }
}

interface ChangeRow {
  at: Date
  athlete_id: number | null
  changes: [board: number, before: number | null, after: number | null][]
}

/** What is visible now and was not visible in the snapshot `seen`: each committed change once, in any order of commits. */
async function readChanges(world: World, seen: string): Promise<{ seen: string; rows: ChangeRow[] }> {
  const rows = await world.db.sql<{ seen: string } & (ChangeRow | { at: null })>`
    select snapshot.seen::text as seen, c.at, c.athlete_id::float8 as athlete_id, c.changes
    from (select pg_current_snapshot() as seen) snapshot
    left join private.standing_changes c
      on c.xid >= pg_snapshot_xmin(${seen}::text::pg_snapshot)
      and not pg_visible_in_snapshot(c.xid, ${seen}::text::pg_snapshot)
  `
  return {
    seen: rows[0]?.seen ?? seen,
    rows: rows.filter((row): row is { seen: string } & ChangeRow => row.at !== null),
  }
}

function apply(
  boards: ReadonlyMap<number, BoardState>,
  rows: readonly ChangeRow[],
): BoardChange[] | "missed" {
  const changed = new Map<number, Set<number>>()
  // Arrivals first: when an athlete moved twice within one read, the place in between must be there to be left.
  const moves = rows.flatMap(({ at, athlete_id, changes }) =>
    changes.map((change) => ({ at, athlete_id, change })),
  )
  for (const { at, athlete_id, change } of moves) {
    const [id, , after] = change
    const board = boards.get(id)
    if (!board || athlete_id === null) return "missed"
    board.updatedAt = board.updatedAt && board.updatedAt > at ? board.updatedAt : at
    if (after !== null) board.counts.add(after)
    changed.set(id, (changed.get(id) ?? new Set()).add(athlete_id))
  }
  for (const { change } of moves) {
    const [id, before] = change
    if (before !== null && !boards.get(id)?.counts.remove(before)) return "missed"
  }
  return [...changed].map(([id, athletes]) => ({
    board: boards.get(id) as BoardState,
    athletes,
    rebuilt: false,
  }))
}
