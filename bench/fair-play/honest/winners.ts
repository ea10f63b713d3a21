import { firstSeries } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { addDays } from "#primitives/zones.ts"
import type { Fate } from "../fates.ts"
import { firstDay } from "./season.ts"

/** A winner of a season, and whether an activity contributed to the win. */
interface Winner {
  athleteId: number
  holds(fate: Fate): boolean
}

/** The athletes with the most points in each two-week season, as many as there are prizes. */
export async function winnersOf({ sql }: Db): Promise<Winner[]> {
  const { length, prizes } = firstSeries.find(
    ({ slug }) => slug === "fortnightly",
  ) as (typeof firstSeries)[number]
  const rows = await sql<{ athleteId: number; season: number }>`
    select "athleteId", season from (
      select
        "athleteId", season,
        row_number() over (partition by season order by sum(points) desc, count(*) desc, "athleteId") as place
      from (
        select
          athlete_id::float8 as "athleteId", points, (local_on - ${firstDay}::date) / ${Number(length)}::integer as season
        from athlete_days where local_on >= ${firstDay}::date
      ) days
      group by "athleteId", season
    ) placed
    where place <= ${prizes.length}
  `
  return rows.map(({ athleteId, season }) => {
    const from = addDays(firstDay, season * Number(length))
    const to = addDays(from, Number(length) - 1)
    return {
      athleteId,
      holds: (fate) => fate.athleteId === athleteId && from <= fate.localOn && fate.localOn <= to,
    }
  })
}
