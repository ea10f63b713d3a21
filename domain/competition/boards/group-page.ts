import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { BoardState, Boards } from "./board.ts"
import type { GroupMember } from "./group-members.ts"
import { type BoardGroup, boardGroups, groupNamed, isGroupName, membersOf } from "./groups.ts"
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

/** The groups of a board that have a page, for links; at most a moment old. None for an unknown board. */
export async function linkedGroups(world: World, boards: Boards, slug: string): Promise<BoardGroup[]> {
  const board = boards.find(slug, world.now())
  if (!board) return []
  return boardGroups(await boards.groupMembers.glance(board), Number(board.from.slice(0, 4)))
}

/**
 * A board filtered by a group: the same points under the same display rule, with places of their own. Errors: `unknown_board`,
 * `unknown_group`.
 */
export async function groupPage(
  world: World,
  boards: Boards,
  { slug, group: name, viewer, after, limit }: GroupPageOptions,
): Promise<{ ok: true; page: GroupPage } | Refusal<"unknown_board" | "unknown_group">> {
  const board = boards.find(slug, world.now())
  if (!board) return { ok: false, code: "unknown_board" }
  if (!isGroupName(name)) return { ok: false, code: "unknown_group" }
  const year = Number(board.from.slice(0, 4))
  const everybody = await boards.groupMembers.read(board)
  const groups = boardGroups(everybody, year)
  const group = groupNamed(groups, name) ?? null
  const members = group ? membersOf(everybody, group, year) : []
  const ranks = rankedBy(members)
  const some = members.slice(after, after + limit)
  return {
    ok: true,
    page: {
      board: { slug, from: board.from, to: board.to },
      groups,
      group,
      total: members.length,
      rows: await rowsOf(world, board, { some, ranks, viewer }),
      next: after + limit < members.length ? after + limit : null,
      mine: await ownPlace(world, ranks, viewer),
    },
  }
}

/** The place of each athlete within the group; equal totals share it. */
function rankedBy(members: readonly GroupMember[]): Map<number, number> {
  let rank = 0
  return new Map(
    members.map(({ athlete, key }, index) => {
      if (members[index - 1]?.key !== key) rank = index + 1
      return [athlete, rank]
    }),
  )
}

async function rowsOf(
  { db }: World,
  { id }: BoardState,
  told: { some: readonly GroupMember[]; ranks: Map<number, number>; viewer: string | null },
): Promise<StandingRow[]> {
  const found = await db.sql<PageRow>`
    select shown.*, shown.athlete_id::float8 as athlete_id, shown.place_key::float8 as place_key,
      shown.active_on::text[] as active_on
    from unnest(${told.some.map(({ athlete }) => athlete)}::bigint[]) with ordinality as hit (athlete_id, line)
    join standings s on s.board_id = ${id} and s.athlete_id = hit.athlete_id
    cross join lateral private.board_page(${id}, ${told.viewer}, 1, s.place_key, s.athlete_id - 1) shown
    order by hit.line`
  return found.map((row) => ({ ...toStandingRow(row, told.ranks.get(row.athlete_id) ?? 0), move: null }))
}

async function ownPlace(
  { db }: World,
  ranks: Map<number, number>,
  viewer: string | null,
): Promise<{ rank: number } | null> {
  if (viewer === null) return null
  const me = await athleteIdOf(db, viewer)
  const rank = me === null ? undefined : ranks.get(me)
  return rank === undefined ? null : { rank }
}
