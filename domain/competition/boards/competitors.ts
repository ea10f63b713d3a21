import { displayToVisitors } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Boards } from "./board.ts"

/** A person in the directory who competes, as any visitor may see them. */
interface Competitor {
  /** The id in the directory. */
  id: string
  /** Used in URLs: /leaderboard/athletes/<slug>. */
  slug: string
  name: string
  /** Version of the photo; null without one. */
  photo: string | null
  /** The drawn figure in place of a photo. */
  figure: string
  /** The current place in the race that is on, "two-week race"; null without one that visitors may see. */
  place: { race: string; rank: number; total: number; points: number } | null
  /** Services that must be named beside the place under their terms. */
  credits: string[]
}

/**
 * Which of these athletes compete, by id. An entry without a linked member matches only a sample athlete of the same
 * name, because an account may take any free name.
 */
export async function competitors(
  world: World,
  boards: Boards,
  athletes: readonly { id: string; member?: string | undefined }[],
): Promise<Map<string, Competitor>> {
  const race = boards.shown().find(({ slug, isRace }) => isRace && boards.find(slug, world.now()))
  const board = race && boards.find(race.slug, world.now())
  const slugs = athletes.map(({ id, member }) => member ?? id)
  const rows = await world.db.sql<CompetitorRow>`
    select a.slug, a.display_name as name, a.photo, private.figure(a.sport, a.look, shown.details) as figure, a.demo, s.place_key::float8 as place_key,
      case when shown.points then s.points end as points,
      array(
        select distinct credit
        from private.board_days d, unnest(d.credits) credit
        where d.board_id = s.board_id and d.athlete_id = s.athlete_id and d.credits is not null
        order by credit
      ) as credits
    from athletes a
    left join standings s on s.athlete_id = a.id and s.board_id = ${board?.id ?? null}::smallint
    cross join lateral ${displayToVisitors(world.db, world.db.sql`coalesce(s.restricted_days, 0) > 0`)} shown
    where a.slug = any(${slugs}::text[]) and shown.name
  `
  return new Map(
    athletes.flatMap(({ id, member }): [string, Competitor][] => {
      const row = rows.find(({ slug }) => slug === (member ?? id))
      if (!row || (member === undefined && !row.demo)) return []
      const { slug, name, photo, figure, points, place_key: key } = row
      const place =
        board && key !== null && points !== null
          ? {
              race: race.name.toLowerCase(),
              rank: board.counts.rankOf(key),
              total: board.counts.size,
              points,
            }
          : null
      return [[id, { id, slug, name, photo, figure, place, credits: place ? row.credits : [] }]]
    }),
  )
}

interface CompetitorRow {
  slug: string
  name: string
  photo: string | null
  figure: string
  demo: boolean
  place_key: number | null
  points: number | null
  credits: string[]
}
