import { foldName } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import type { BoardState, Boards } from "./board.ts"
import type { RowsAsked, ShownRows } from "./shown-rows.ts"
import type { StandingRow } from "./standing-row.ts"

export interface BoardPage {
  board: { slug: string; name: string; from: string; to: string | null }
  updatedAt: Date | null
  total: number
  rows: readonly StandingRow[]
  /** Cursor for the next page; null on the last page. */
  next: string | null
}

interface PageOptions {
  slug: string
  /** The signed-in account; null for a visitor. */
  viewer: string | null
  /** 1 to 100. */
  limit: number
  /** `next` of the previous page. */
  after?: string | null
}

/**
 * One page of a board, best first. A visitor's page comes from memory until it changes, and is the same object until
 * then; a member's page is one index scan, however many athletes there are. Errors: `unknown_board`, `invalid_cursor`.
 */
export async function page(
  world: World,
  boards: Boards,
  { slug, viewer, limit, after = null }: PageOptions,
): Promise<{ ok: true; page: BoardPage } | { ok: false; code: "unknown_board" | "invalid_cursor" }> {
  const board = boards.find(slug, world.now())
  if (!board) return { ok: false, code: "unknown_board" }
  if (after && !readCursor(after)) return { ok: false, code: "invalid_cursor" }
  const { rows, next } =
    viewer === null
      ? await shownRows(world, board, { limit, after: after || null, asMember: false })
      : await readRows(world, board, { limit, after: after || null, viewer, asMember: null })
  return {
    ok: true,
    page: {
      board: describe(boards, board, slug),
      updatedAt: board.updatedAt,
      total: board.counts.size,
      rows,
      next,
    },
  }
}

/** The part that is the same for all visitors, or for all members. */
function shownRows(world: World, board: BoardState, asked: RowsAsked): Promise<ShownRows> {
  return board.shown.read(asked, () => readRows(world, board, { ...asked, viewer: null }))
}

async function readRows(
  world: World,
  board: BoardState,
  {
    limit,
    after,
    viewer,
    asMember,
  }: { limit: number; after: string | null; viewer: string | null; asMember: boolean | null },
): Promise<ShownRows> {
  const behind = (after && readCursor(after)) || start
  const found = await world.db.sql<PageRow>`
    select *, athlete_id::float8 as athlete_id, place_key::float8 as place_key, active_on::text[] as active_on
    from private.board_page(
      ${board.id}, ${viewer}, ${limit + 1}, ${behind.key}::text::bigint, ${behind.athlete}::bigint, ${asMember}::boolean
    )
  `
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    rows: toRows(found.slice(0, limit), board, after ? undefined : 1),
    lastKey: last?.place_key ?? 0,
    next: last ? `${last.place_key.toString(36)}.${last.athlete_id.toString(36)}` : null,
  }
}

interface Mine {
  board: BoardPage["board"]
  rank: number
  total: number
  /** The index of the athlete's own row among the neighbors. */
  around: StandingRow[]
}

/** The signed-in athlete's place with `neighbors` rows above and below. Errors: `unknown_board`, `not_on_board`. */
export async function mine(
  world: World,
  boards: Boards,
  { slug, viewer, neighbors }: { slug: string; viewer: string; neighbors: number },
): Promise<{ ok: true; mine: Mine } | { ok: false; code: "unknown_board" | "not_on_board" }> {
  const board = boards.find(slug, world.now())
  if (!board) return { ok: false, code: "unknown_board" }
  const found = await world.db.sql<PageRow>`
    with me as (
      select s.place_key, s.athlete_id
      from standings s join athletes a on a.id = s.athlete_id
      where a.user_id = ${viewer} and s.board_id = ${board.id}
    ),
    above as (
      -- One more than is shown: its place is where the page begins.
      select s.place_key, s.athlete_id
      from standings s, me
      where s.board_id = ${board.id}
        and s.place_key >= me.place_key and (s.place_key > me.place_key or s.athlete_id < me.athlete_id)
      order by s.place_key, s.athlete_id desc
      limit ${neighbors + 1}
    ),
    begin as (
      select
        count(*) as above,
        coalesce(max(place_key) filter (where n = ${neighbors + 1}), 9223372036854775807) as place_key,
        coalesce(max(athlete_id) filter (where n = ${neighbors + 1}), 0) as athlete_id
      from (select *, row_number() over (order by place_key, athlete_id desc) as n from above) counted
    )
    select page.*, page.athlete_id::float8 as athlete_id, page.place_key::float8 as place_key,
      page.active_on::text[] as active_on
    from me, begin
    cross join lateral private.board_page(
      ${board.id}, ${viewer}, (least(begin.above, ${neighbors}) + 1 + ${neighbors})::integer,
      begin.place_key, begin.athlete_id
    ) page
  `
  const own = found.find((row) => row.mine)
  if (!own) return { ok: false, code: "not_on_board" }
  return {
    ok: true,
    mine: {
      board: describe(boards, board, slug),
      rank: board.counts.rankOf(own.place_key),
      total: board.counts.size,
      around: toRows(found, board, undefined),
    },
  }
}

/** Athletes on the board whose names contain words starting with the given words; hidden athletes are not found. */
export async function search(
  world: World,
  boards: Boards,
  { slug, viewer, name }: { slug: string; viewer: string | null; name: string },
): Promise<{ ok: true; rows: StandingRow[] } | { ok: false; code: "unknown_board" }> {
  const board = boards.find(slug, world.now())
  if (!board) return { ok: false, code: "unknown_board" }
  const words = foldName(name).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return { ok: true, rows: [] }
  const found = await world.db.sql<PageRow>`
    select page.*, page.athlete_id::float8 as athlete_id, page.place_key::float8 as place_key,
      page.active_on::text[] as active_on
    from (
      select s.athlete_id, s.place_key
      from athletes a join standings s on s.athlete_id = a.id and s.board_id = ${board.id}
      where to_tsvector('simple', a.search_name) @@ to_tsquery('simple', ${words.map((w) => `${w}:*`).join(" & ")})
      order by s.place_key desc, s.athlete_id
      limit 50
    ) hit
    cross join lateral private.board_page(${board.id}, ${viewer}, 1, hit.place_key, hit.athlete_id - 1) page
    where page.name is not null
    order by page.place_key desc, page.athlete_id
    limit 20
  `
  return { ok: true, rows: toRows(found, board, undefined) }
}

/** The top rows of a board as any visitor or any member sees them, for live pages. */
export async function top(
  world: World,
  board: BoardState,
  { limit, asMember }: { limit: number; asMember: boolean },
): Promise<readonly StandingRow[]> {
  return (await shownRows(world, board, { limit, after: null, asMember })).rows
}

/** A row of private.board_page. */
export interface PageRow {
  key: string
  athlete_id: number
  place_key: number
  mine: boolean
  slug: string | null
  name: string | null
  points: number | null
  active_days: number | null
  active_on: string[] | null
  rank_yesterday: number | null
  sample: boolean
  photo: string | null
  figure: string | null
  credits: string[] | null
}

/**
 * Ranks rows by position when the rank of the first row is known, so that a page is consistent even while the counts lag
 * slightly; otherwise ranks each row from the counts.
 */
function toRows(rows: readonly PageRow[], board: BoardState, firstRank: number | undefined): StandingRow[] {
  let rank = 0
  return rows.map((row, index) => {
    if (firstRank === undefined) rank = board.counts.rankOf(row.place_key)
    else if (index === 0 || rows[index - 1]?.place_key !== row.place_key) rank = firstRank + index
    return toStandingRow(row, rank)
  })
}

export function toStandingRow(row: PageRow, rank: number): StandingRow {
  return {
    rank,
    move: row.rank_yesterday === null ? null : row.rank_yesterday - rank,
    athlete: row.slug,
    name: row.name,
    photo: row.photo,
    figure: row.figure,
    points: row.points,
    activeDays: row.active_days,
    activeOn: row.active_on,
    mine: row.mine,
    sample: row.sample,
    credits: row.credits ?? [],
    key: row.key,
  }
}

function describe(boards: Boards, board: BoardState, asked: string): BoardPage["board"] {
  return { slug: asked, name: boards.nameOf(board), from: board.from, to: board.to }
}

const start = { key: "9223372036854775807", athlete: 0 }

function readCursor(cursor: string): { key: string; athlete: number } | undefined {
  if (!/^[0-9a-z]{1,11}\.[0-9a-z]{1,11}$/.test(cursor)) return undefined
  const [key = 0, athlete = 0] = cursor.split(".").map((part) => Number.parseInt(part, 36))
  return Number.isSafeInteger(key) && Number.isSafeInteger(athlete)
    ? { key: String(key), athlete }
    : undefined
}
