import { ordinal } from "#content/amounts.ts"
import { readSeries } from "#domain/competition/calendar/series.ts"
import { ownPrizesOf } from "#domain/competition/series/season-prizes.ts"
import type { World } from "#domain/world.ts"
import type { CalendarEntry } from "./entry.ts"

const hourMs = 3_600_000

/**
 * The first and the last hour of every season that is open, begins next, or ended after `since`. One that an operator closes early
 * ends then. Seasons whose days are changed before they begin are other entries, because their ids contain their days.
 */
export async function seasonEntries(
  world: World,
  { since, stamp }: { since: Date; stamp: Date },
): Promise<CalendarEntry[]> {
  const [rows, series] = await Promise.all([
    world.db.sql<{
      slug: string
      series: string
      from: string
      to: string
      opensAt: Date
      endsAt: Date
      closedEarlyAt: Date | null
    }>`
      select slug, series, from_on::text as "from", to_on::text as "to", opens_at as "opensAt",
        least(closes_at, closed_at) as "endsAt", case when closed_at < closes_at then closed_at end as "closedEarlyAt"
      from seasons where least(closes_at, closed_at) > ${since} order by opens_at, slug`,
    readSeries(world.db),
  ])
  const own = await ownPrizesOf(
    world.db,
    rows.map(({ slug }) => slug),
  )
  return rows.flatMap(({ slug, from, to, opensAt, endsAt, closedEarlyAt, ...row }) => {
    const rules = series.find((one) => one.slug === row.series)
    if (!rules) return []
    const url = `${world.settings.siteUrl}/leaderboard/${rules.page}`
    const prizes = (own.get(slug) ?? rules.prizes).map(
      ({ place, title }) => `${ordinal(place)} place: ${title}`,
    )
    const both = { text: prizes.join("\n"), url, state: "confirmed" as const, busy: false }
    return [
      {
        ...both,
        ...{ id: `${slug}-begins-${from}`, sequence: 0, changedAt: stamp },
        ...{ title: `${rules.name} begins`, startsAt: opensAt, endsAt: new Date(opensAt.getTime() + hourMs) },
      },
      {
        ...both,
        ...{ id: `${slug}-ends-${to}`, sequence: closedEarlyAt ? 1 : 0, changedAt: closedEarlyAt ?? stamp },
        ...{ title: `${rules.name} ends`, startsAt: new Date(endsAt.getTime() - hourMs), endsAt },
      },
    ]
  })
}
