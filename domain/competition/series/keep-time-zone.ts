import { competition } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import { addDays, type Day, startOfDay } from "#primitives/zones.ts"
import { rederiveEdges } from "./open-season.ts"

/**
 * Makes open seasons begin and end at midnight in the site's time zone, which an operator sets. With members it only looks:
 * their days were cut at the old midnights.
 * @returns the season whose midnights are those of another time zone while members take part; null when all is well
 */
export async function keepTimeZone({ db }: Pick<World, "db">): Promise<string | null> {
  return db.transaction(async (inner) => {
    const seasons = await inner.sql<{
      id: number
      slug: string
      from: Day
      to: Day
      opensAt: Date
      closesAt: Date
      graceEndsAt: Date
    }>`
      select id, slug, from_on::text as "from", to_on::text as "to", opens_at as "opensAt", closes_at as "closesAt",
        grace_ends_at as "graceEndsAt"
      from seasons where closed_at is null order by opens_at, id
    `
    const moved = seasons.flatMap((season) => {
      const opensAt = startOfDay(season.from, competition.timeZone)
      const closesAt = startOfDay(addDays(season.to, 1), competition.timeZone)
      return opensAt.getTime() === season.opensAt.getTime()
        ? []
        : [{ ...season, opensAt, was: season.closesAt, closesAt }]
    })
    const [first] = moved
    if (!first) return null
    const members = await inner.sql`select from athletes where not demo limit 1`
    if (members.length > 0) return first.slug
    await inner.sql`select private.lock_boards()`
    for (const { id, from, to, opensAt, closesAt, was, graceEndsAt } of moved) {
      await inner.sql`
        update seasons set opens_at = ${opensAt}, closes_at = ${closesAt},
          grace_ends_at = ${new Date(graceEndsAt.getTime() + closesAt.getTime() - was.getTime())}
        where id = ${id}
      `
      await rederiveEdges(inner, { from, to })
    }
    return null
  })
}
