import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { daysBetween } from "#primitives/days.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import type { DaysOf } from "./race.ts"
import { rank } from "./ranking.ts"
import { readValues } from "./values.ts"

interface RacePreview {
  /** The season whose days it was computed from, or these days. */
  season: string
  /** Athletes with a place. */
  athletes: number
  /** The first ten, with their names, for operators. */
  first: { rank: number; name: string; value: number; days: number }[]
}

/**
 * What the table of a race would have been in the previous season, or is in the current one if that is the first of its
 * series: for an operator who is writing its rule. Of a race with days of its own, on as many days until yesterday. Null for an
 * unknown season.
 */
export async function previewRace(
  { sql }: Pick<Db, "sql">,
  { season, race, today }: { season: string; race: SideRace; today: Day },
): Promise<RacePreview | null> {
  if (race.fromOn !== null && race.toOn !== null) {
    const days = daysBetween(race.fromOn, race.toOn)
    const before = { from: addDays(today, -1 - days), to: addDays(today, -1) }
    const shown = { ...before, slug: `${before.from} to ${before.to}`, of: { id: 0, ...before } }
    return previewOn({ sql }, race, shown)
  }
  const [on] = await sql<{ of: number; slug: string; to: string }>`
    select before.id as of, before.slug, before.to_on::text as to
    from seasons s join seasons before on before.series = s.series and before.opens_at <= s.opens_at
    where s.slug = ${season}
    order by before.opens_at = s.opens_at, before.opens_at desc
    limit 1`
  return on ? previewOn({ sql }, race, on) : null
}

async function previewOn(
  { sql }: Pick<Db, "sql">,
  race: SideRace,
  on: { of: DaysOf; slug: string; to: Day },
): Promise<RacePreview> {
  const placed = rank(await readValues({ sql }, race, { of: on.of, today: on.to }), race)
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
