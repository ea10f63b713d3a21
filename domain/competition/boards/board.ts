import { rollingBoards, type Series } from "#content/competitions.ts"
import { isRunning } from "#content/running.ts"
import type { ShownPart } from "#domain/shown.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Live } from "#ports/live.ts"
import { readSeries } from "../calendar/series.ts"
import { createRaceTables, type RaceTables } from "../races/tables.ts"
import { createTeamTables, type TeamTables } from "../teams/tables.ts"
import { createGroupMembers, type GroupMembers } from "./group-members.ts"
import { longAt, movesIn } from "./moves.ts"
import { createRankCounts, type RankCounts } from "./rank-counts.ts"
import { createRowsInMemory, type RowsInMemory } from "./shown-rows.ts"

/** A changed name or visibility is read like a change of points. */
const membersPart: ShownPart = "members"
/** Results and disqualifications decide who enters a side race. */
const seasonsPart: ShownPart = "seasons"

/** Wakes every process that shows boards. The message is empty; the changes are in `private.standing_changes`. */
const boardsTopic = "boards"

/** Whether another message follows the one that was sent last; absent when none was sent for a while. */
const sending = new WeakMap<Live, "once" | "again">()
/** Between two messages: each costs a statement and wakes every process, and readers gather for longer anyway. */
const spacingMs = 25

/**
 * Notifies all processes of a change, after the commit and outside of the transaction, because PostgreSQL serializes the commits
 * of transactions that notify. The first caller sends at once; those who arrive soon after share the next message. A message that
 * cannot be sent is logged: who is not told sees the change with the next read, which comes each second.
 */
export function announce({ db, live, log }: Pick<World, "db" | "live" | "log">): void {
  const send = async (outside: Db) => {
    do {
      sending.set(live, "once")
      await live
        .publish(outside, boardsTopic, "")
        .catch((error: unknown) => log.warn({ error }, "A change could not be announced"))
      await new Promise((resolve) => setTimeout(resolve, spacingMs))
    } while (sending.get(live) === "again")
    sending.delete(live)
  }
  db.afterCommit((outside) => {
    if (sending.has(live)) sending.set(live, "again")
    else void send(outside)
  })
}

/** The in-memory state of one open board. */
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
  /**
   * Increases with every change of what a page of this board can show: rows, ranks, names, or who may see them.
   * Comparable within one process; anything rendered from an equal version is still valid.
   */
  version: number
  /** Rows that have not changed since they were read. */
  shown: RowsInMemory
  /** When a row last changed; null when none has changed since the process started following the board. */
  updatedAt: Date | null
}

/** A board changed. */
interface BoardChange {
  board: BoardState
  /** The best place before or after among the rows that changed; Infinity when unknown. */
  highestKey: number
}

/**
 * The boards of one process: rank counts in memory, kept in sync with the database by reading each committed change
 * exactly once, whichever process made it.
 */
export interface Boards {
  /** Loads all boards and starts following them. */
  open(): Promise<void>
  /** Stops following them. A read that is under way ends with the database. */
  close(): void
  /** Finds a board by its slug, or the running season's board by an alias such as `this-month`. */
  find(slug: string, now: Date): BoardState | undefined
  all(): BoardState[]
  /** The series, in order, those that have ended included. */
  series(): readonly Series[]
  /** The boards that the site shows, by the names under which `find` has them: races first. */
  shown(): readonly { slug: string; name: string; isRace: boolean }[]
  /** The title of a board: that of its series, for the board of a season. */
  nameOf(board: BoardState): string
  /** Reads the changes committed since the last read. Runs automatically; called before a page is rendered. */
  catchUp(): Promise<void>
  /** Reloads everything, after messages may have been missed. */
  reload(): Promise<void>
  /** The tables of the side races of athletes. */
  raceTables: RaceTables
  /** The tables of the team races. */
  teamTables: TeamTables
  /** Who is in which group of athletes. */
  groupMembers: GroupMembers
  /**
   * Calls the listener after each read that found changes or followed a message; without changes when only days moved
   * that no open board holds. Returns the function that ends the subscription.
   */
  onChange(listener: BoardListener): () => void
}

/**
 * @param since when the first of the changes was written, at the latest, in milliseconds of performance.now();
 * `-Infinity` when that is not known
 */
type BoardListener = (changes: readonly BoardChange[], since: number) => void

/** The interval between reads without a message, so that changes of a killed process are noticed too. */
const readEveryMs = 1000
/** Messages within this time share one read. */
const gatherMs = 40
/**
 * Time from a commit to its message, in ms, for changes announced without a row: the minimum interval, and the
 * delivery.
 */
const announcedAfterMs = 100
/** Changes are kept for two hours; a process that has not read for one hour reloads everything. */
const staleMs = 3_600_000

export function createBoards(world: World): Boards {
  let boards = new Map<number, BoardState>()
  let series: readonly Series[] = []
  let seen = ""
  let seenAt = 0
  let queue: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let unsubscribe: (() => void)[] = []
  let closed = false
  /** When the first message arrived that has not been followed by a read; Infinity if there is none. */
  let announcedAt = Number.POSITIVE_INFINITY
  /** A read that waits for the one before it. */
  let next: Promise<void> | undefined
  const listeners = new Set<BoardListener>()

  const raceTables = createRaceTables(world)
  const teamTables = createTeamTables(world)
  const forgetRaces = () => {
    raceTables.forget()
    teamTables.forget()
  }
  const groupMembers = createGroupMembers(world)
  let version = 0
  const tell = (changes: readonly BoardChange[], since: number) => {
    for (const { board, highestKey } of changes) {
      board.version = ++version
      board.shown.drop(highestKey)
    }
    for (const listener of listeners) listener(changes, since)
  }
  const load = async () => {
    forgetRaces()
    groupMembers.forget()
    const loaded = await loadBoards(world)
    series = await readSeries(world.db)
    for (const [id, board] of loaded.boards) board.updatedAt ??= boards.get(id)?.updatedAt ?? null
    boards = loaded.boards
    seen = loaded.seen
    seenAt = performance.now()
    tell([...boards.values()].map(wholly), Number.NEGATIVE_INFINITY)
  }
  /** Races may have other names. */
  const readSeriesAgain = async () => {
    const read = await readSeries(world.db)
    if (JSON.stringify(read) === JSON.stringify(series)) return
    series = read
    tell([...boards.values()].map(wholly), Number.NEGATIVE_INFINITY)
  }
  const read = async () => {
    const announcedSince = announcedAt - announcedAfterMs
    announcedAt = Number.POSITIVE_INFINITY
    if (performance.now() - seenAt > staleMs) return load()
    const asked = performance.now()
    const changes = await readChanges(world, seen)
    seen = changes.seen
    seenAt = performance.now()
    if (changes.rows.some(isWithoutMoves) && !(await readWindows(world, boards))) return load()
    const applied = apply(boards, changes.rows)
    if (applied === "missed") return load()
    const since = Math.min(announcedSince, asked - changes.ageMs)
    if (since < Number.POSITIVE_INFINITY) tell(applied, since)
  }
  /** Reads are serialized, so that each change is applied exactly once and as a whole. */
  const inTurn = (work: () => Promise<void>) => {
    const turn = queue.then(work)
    queue = turn.catch((error: unknown) => {
      if (!closed) world.log.error({ error }, "The boards could not be read; trying again")
    })
    return turn
  }
  /** All callers that arrive before it begins share one read. */
  const catchUp = () => {
    next ??= inTurn(() => {
      next = undefined
      return read()
    })
    return next
  }

  return {
    async open() {
      const wake = () => {
        announcedAt = Math.min(announcedAt, performance.now())
        gathering ??= setTimeout(() => {
          gathering = undefined
          catchUp().catch(() => {})
        }, gatherMs)
      }
      unsubscribe = [boardsTopic, membersPart].map((topic) => world.live.subscribe(topic, wake))
      unsubscribe.push(
        world.live.subscribe(seasonsPart, () => {
          forgetRaces()
          inTurn(readSeriesAgain).catch(() => {})
        }),
      )
      await inTurn(load)
      const again = () => {
        if (!closed) timer = setTimeout(() => catchUp().then(again, again), readEveryMs)
      }
      again()
    },
    close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(gathering)
      for (const end of unsubscribe) end()
      listeners.clear()
      // A read changes nothing, and a frozen database may respond much later: the pool cancels it.
    },
    find(slug, now) {
      const asked = series.find(({ board }) => board === slug)?.slug
      for (const board of boards.values()) {
        if (board.slug === slug) return board
        if (board.series !== null && board.series === asked && isOpen(board, now)) return board
      }
      return undefined
    },
    all: () => [...boards.values()],
    series: () => series,
    shown: () => [
      ...series.map(({ board: slug, name }) => ({ slug, name, isRace: true })),
      ...rollingBoards.map(({ slug, name }) => ({ slug, name, isRace: false })),
    ],
    nameOf: (board) =>
      [...series, ...rollingBoards].find(({ slug }) => slug === (board.series ?? board.slug))?.name ??
      board.slug,
    catchUp,
    reload: () => inTurn(load),
    raceTables,
    teamTables,
    groupMembers,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether the board's season is running; false for a rolling board. */
function isOpen({ opensAt, closesAt }: BoardState, now: Date): boolean {
  return isRunning({ opensAt: Number(opensAt), closesAt: Number(closesAt) }, now.getTime())
}

interface BoardRow {
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
}

async function loadBoards(world: World): Promise<{ seen: string; boards: Map<number, BoardState> }> {
  // One statement, so that the keys and the snapshot are consistent. The keys are returned as bytes, eight per athlete.
  const rows = (await world.db.sql`
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
  `) as [BoardRow, ...BoardRow[]]
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
      version: 0,
      shown: createRowsInMemory(),
      updatedAt: row.updated_at,
    })
  }
  return { seen: rows[0].seen, boards }
}

function* keysIn(bytes: Buffer | null): Generator<number> {
  for (let start = 0; bytes && start < bytes.length; start += 8) yield longAt(bytes, start)
}

interface ChangeRow {
  at: Date
  /** In the format of private.packed_move, concatenated. */
  moves: Buffer
}

/** How long ago it was written, by the clock of the database. */
type AgedRow = ChangeRow & { age_ms: number }

/** The snapshot of the read, with a change, or alone if there is none. */
type SeenRow = { seen: string } & (AgedRow | { at: null })

interface ReadChanges {
  seen: string
  rows: ChangeRow[]
  /** How long ago the first of them was written, on the clock of the database; -Infinity without rows. */
  ageMs: number
}

/** Changes that are visible now but not in the snapshot `seen`: each committed change once, whatever the commit order. */
async function readChanges(world: World, seen: string): Promise<ReadChanges> {
  const read = (await world.db.sql`
    select
      snapshot.seen::text as seen, c.at, c.moves,
      greatest(0, extract(epoch from clock_timestamp() - c.at) * 1000)::float8 as age_ms
    from (select pg_current_snapshot() as seen) snapshot
    left join private.standing_changes c
      on c.xid >= pg_snapshot_xmin(${seen}::text::pg_snapshot)
      and not pg_visible_in_snapshot(c.xid, ${seen}::text::pg_snapshot)
  `) as [SeenRow, ...SeenRow[]]
  const rows = read.filter((row): row is SeenRow & AgedRow => row.at !== null)
  return {
    seen: read[0].seen,
    rows,
    ageMs: rows.reduce((oldest, { age_ms }) => Math.max(oldest, age_ms), Number.NEGATIVE_INFINITY),
  }
}

/** Rows are displayed differently, or a window has moved. */
function isWithoutMoves({ moves }: ChangeRow): boolean {
  return moves.length === 0
}

/** Reads the windows of the boards in memory again. False when a board was opened or closed. */
async function readWindows(world: World, boards: ReadonlyMap<number, BoardState>): Promise<boolean> {
  const rows = await world.db.sql<{ id: number; from: string; to: string | null }>`
    select id, from_on::text as from, to_on::text as to from boards where closed_at is null
  `
  for (const { id, from, to } of rows) {
    const board = boards.get(id)
    if (!board) return false
    board.from = from
    board.to = to
  }
  return rows.length === boards.size
}

/** Any row may have changed, or may be displayed differently. */
function wholly(board: BoardState): BoardChange {
  return { board, highestKey: Number.POSITIVE_INFINITY }
}

function apply(
  boards: ReadonlyMap<number, BoardState>,
  rows: readonly ChangeRow[],
): BoardChange[] | "missed" {
  const changed = new Map<number, BoardChange>()
  // Additions first: when an athlete moved twice within one read, the intermediate place must exist to be removed.
  for (const { at, moves } of rows) {
    for (const { board: id, before, after } of movesIn(moves)) {
      const change = changed.get(id) ?? begin(boards.get(id))
      // Opened or rebuilt since.
      if (!change || (before === 0 && after === 0)) return "missed"
      changed.set(id, change)
      const { board } = change
      if (board.updatedAt === null || board.updatedAt < at) board.updatedAt = at
      if (after !== 0) board.counts.add(after)
      change.highestKey = Math.max(change.highestKey, before, after)
    }
  }
  for (const { moves } of rows) {
    for (const { board: id, before } of movesIn(moves)) {
      const { board } = changed.get(id) as BoardChange
      if (before !== 0 && !board.counts.remove(before)) return "missed"
    }
  }
  return rows.some(isWithoutMoves) ? [...boards.values()].map(wholly) : [...changed.values()]
}

function begin(board: BoardState | undefined): BoardChange | undefined {
  return board && { board, highestKey: 0 }
}
