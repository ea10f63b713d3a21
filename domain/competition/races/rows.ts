import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Race } from "./race.ts"
import type { Placed } from "./ranking.ts"

/** One row of a side race as this viewer may see it; hidden values are null. */
export interface RaceRow {
  rank: number
  /** Used in URLs: /leaderboard/athletes/<slug>. */
  athlete: string | null
  name: string | null
  photo: string | null
  /** The drawn figure (content/figures/looks.ts); null without a name. */
  figure: string | null
  /** In the unit of the race's metric. */
  value: number | null
  days: number | null
  mine: boolean
  sample: boolean
  /** Attributions that must be shown with the value. */
  credits: readonly string[]
  /** Stable for one athlete in one race, and different in every other race. */
  key: string
}

interface ShownRow {
  key: string
  mine: boolean
  slug: string | null
  name: string | null
  photo: string | null
  figure: string | null
  sample: boolean
  value: boolean
  days: boolean
}

/** Rows as the viewer may see them, under the display policy (private.display). `viewer` is an account; null for visitors. */
export async function shownRows(
  { db }: Pick<World, "db">,
  race: Pick<Race, "id">,
  placed: readonly Placed[],
  viewer: string | null,
): Promise<RaceRow[]> {
  const shown = await db.sql<ShownRow>`
    select
      left(md5(a.secret || '.race.' || ${race.id}::integer), 16) as key, coalesce(a.user_id = ${viewer}, false) as mine,
      case when shown.name then a.slug end as slug, case when shown.name then a.display_name end as name,
      case when shown.name then a.photo end as photo,
      case when shown.name then private.figure(a.sport, a.look, shown.details) end as figure,
      a.demo as sample, shown.points as value, shown.days
    from unnest(${placed.map(({ athlete }) => athlete)}::bigint[], ${placed.map(({ restricted }) => restricted)}::boolean[])
      with ordinality as placed (athlete_id, restricted, line)
    join athletes a on a.id = placed.athlete_id
    cross join lateral ${displayTo(db, viewer, db.sql`placed.restricted`)} shown
    order by placed.line`
  // An athlete who has just been erased has no row here, and leaves the table at the next read.
  return shown.length === placed.length ? shown.map((row, index) => toRow(row, placed[index] as Placed)) : []
}

function toRow(
  { key, mine, slug, name, photo, figure, sample, value, days }: ShownRow,
  placed: Placed,
): RaceRow {
  return {
    rank: placed.rank,
    athlete: slug,
    name,
    photo,
    figure,
    value: value ? placed.value : null,
    days: days ? placed.days : null,
    mine,
    sample,
    credits: value ? placed.credits : [],
    key,
  }
}
