import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { Boards } from "./board.ts"
import { type BoardGroup, boardGroups, groupNamed, isGroupName, isInGroup } from "./groups.ts"
import type { StandingRow } from "./standing-row.ts"
import { type PageRow, toStandingRow } from "./standings.ts"

interface GroupPage {
  board: { slug: string; from: string; to: string | null }
  /** Groups with enough athletes, in the order of the page. */
  groups: BoardGroup[]
  /** The one that was asked for; null while it has too few athletes with points. */
  group: BoardGroup | null
  /** Athletes of the group with points on the board. */
  total: number
  /** Places are those within the group; places of yesterday are not known. */
  rows: StandingRow[]
  /** Rows before the next page; null on the last one. */
  next: number | null
  /** The place of the viewer within the group; null for a visitor, and for who is not in it. */
  mine: { rank: number } | null
}

interface GroupPageOptions {
  /** Of the board. */
  slug: string
  /** The name of the group, as its address has it. */
  group: string
  /** The signed-in account; null for a visitor. */
  viewer: string | null
  /** Rows before the page. */
  after: number
  /** 1 to 100. */
  limit: number
}

/**
 * A board filtered by a group: the same points under the same display rule, with places of their own. It reads every standing of
 * the board, so its pages are kept (server/live-pages.ts). Errors: `unknown_board`, `unknown_group`.
 */
export async function groupPage(
  world: World,
  boards: Boards,
  { slug, group: name, viewer, after, limit }: GroupPageOptions,
): Promise<{ ok: true; page: GroupPage } | Refusal<"unknown_board" | "unknown_group">> {
  const board = boards.find(slug, world.now())
  if (!board) return { ok: false, code: "unknown_board" }
  if (!isGroupName(name)) return { ok: false, code: "unknown_group" }
  const groups = await boardGroups(world, board)
  const group = groupNamed(groups, name) ?? null
  const page = { board: { slug, from: board.from, to: board.to }, groups, group }
  if (!group) return { ok: true, page: { ...page, total: 0, rows: [], next: null, mine: null } }
  const { sql } = world.db
  const found = await sql<PageRow & { rank: number; total: number; own: number | null }>`
    with members as materialized (
      select s.athlete_id, s.place_key, a.user_id, rank() over (order by s.place_key desc)::integer as rank
      from standings s join athletes a on a.id = s.athlete_id
      where s.board_id = ${board.id} and ${isInGroup(sql, board, group)}
    ),
    hit as (
      select * from members order by place_key desc, athlete_id offset ${after} limit ${limit}
    )
    select hit.rank, (select count(*)::integer from members) as total,
      (select m.rank from members m where m.user_id = ${viewer}) as own,
      shown.*, shown.athlete_id::float8 as athlete_id, shown.place_key::float8 as place_key,
      shown.active_on::text[] as active_on
    from hit
    cross join lateral private.board_page(${board.id}, ${viewer}, 1, hit.place_key, hit.athlete_id - 1) shown
    order by hit.place_key desc, hit.athlete_id`
  const [first] = found
  const total = first?.total ?? 0
  return {
    ok: true,
    page: {
      ...page,
      total,
      rows: found.map((row) => ({ ...toStandingRow(row, row.rank), move: null })),
      next: after + limit < total ? after + limit : null,
      mine: first?.own == null ? null : { rank: first.own },
    },
  }
}
