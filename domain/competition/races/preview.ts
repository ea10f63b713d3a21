import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { rank } from "./ranking.ts"
import { readValues } from "./values.ts"

interface RacePreview {
  /** The season whose days it was computed from. */
  season: string
  /** Athletes with a place. */
  athletes: number
  /** The first ten, with their names, for operators. */
  first: { rank: number; name: string; value: number; days: number }[]
}

/**
 * What the table of a race would have been in the previous season, or is in the current one if that is the first of its
 * series: for an operator who is writing its rule. Null for an unknown season.
 */
export async function previewRace(
  { sql }: Pick<Db, "sql">,
  { season, race }: { season: string; race: SideRace },
): Promise<RacePreview | null> {
  const [on] = await sql<{ id: number; slug: string; to: string }>`
    select before.id, before.slug, before.to_on::text as to
    from seasons s join seasons before on before.series = s.series and before.opens_at <= s.opens_at
    where s.slug = ${season}
    order by before.opens_at = s.opens_at, before.opens_at desc
    limit 1`
  if (!on) return null
  const placed = rank(await readValues({ sql }, race, { season: on.id, today: on.to }), race)
  const first = placed.slice(0, 10)
  const names = await sql<{ id: number; name: string }>`
    select id::float8 as id, display_name as name from athletes
    where id = any(${first.map(({ athlete }) => athlete)}::bigint[])`
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return {
    season: on.slug,
    athletes: placed.length,
    first: first.map(({ rank, athlete, value, days }) => ({
      rank,
      name: nameOf.get(athlete) ?? "",
      value,
      days,
    })),
  }
}
