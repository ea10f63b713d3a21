import type { PrizeContents } from "#content/words/prizes.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import { findRace } from "../races/race.ts"
import { listSeasons, type SeasonRow, statusOf } from "../seasons/season.ts"
import { healthInWords, seasonHealth } from "../seasons/season-health.ts"
import { isSafe, type SponsorReport } from "../seasons/sponsor-report.ts"
import { type Sponsored, sponsoredColumns, sponsoredJoins } from "../seasons/sponsorship.ts"
import { rulesOf } from "../series/season-prizes.ts"

interface SponsoredRace {
  /** The path of its page, for as long as it runs and afterward. */
  path: string
  /** Of the race: "Two-week race". */
  name: string
  from: string
  to: string
  status: ReturnType<typeof statusOf>
  /** Of a season, by place; of a race of teams, the one of each member of the first team, without a place. */
  prizes: { place: number | null; title: string; contents: PrizeContents | null }[]
  report: SponsorReport | null
  /** The email about it: when it was sent, and how many accepted it; null readers: too few to say. Null: none yet. */
  mail: { at: Date; readers: number | null } | null
}

interface SponsorPage {
  name: string
  /** The community, counted now. */
  figures: { value: string; label: string }[]
  /** The latest first. */
  races: SponsoredRace[]
}

/** What the link of a sponsor shows; null: there is no such link, or it has ended. */
export async function readSponsorPage(world: World, secret: string): Promise<SponsorPage | null> {
  const { db, now } = world
  const [sponsor] = await db.sql<{ id: number; name: string }>`
    select id, name from private.sponsors where link_hash = ${hashToken(secret)} and link_until > ${now()}`
  if (!sponsor) return null
  const rows = await db.sql<Sponsorship>`
    select ${sponsoredColumns(db.sql)}, x.report, i.published_at as "mailedAt", (
      select count(*)::integer from newsletter_deliveries d where d.issue_id = i.id and d.state = 'sent'
    ) as readers
    from private.sponsorships x ${sponsoredJoins(db.sql)} left join newsletter_issues i on i.sponsorship_id = x.id
    where x.sponsor_id = ${sponsor.id}`
  const seasons = await listSeasons(db)
  const races = await Promise.all(rows.map((row) => shown(world, row, seasons)))
  return {
    name: sponsor.name,
    figures: healthInWords(await seasonHealth(world)),
    races: races.filter((race) => race !== null).sort((a, b) => (a.to < b.to ? 1 : -1)),
  }
}

interface Sponsorship extends Sponsored {
  report: SponsorReport | null
  mailedAt: Date | null
  readers: number
}

/** A season or side race as its sponsor sees it; null: a side race that is not shown, because it was ended. */
async function shown(
  world: World,
  { season: slug, race: name, report, mailedAt, readers }: Sponsorship,
  seasons: readonly SeasonRow[],
): Promise<SponsoredRace | null> {
  const { db, now } = world
  const season = seasons.find((one) => one.slug === slug)
  const contents = world.published.words.list("prizes")
  const withContents = (prize: { place: number | null; title: string }) => ({
    ...prize,
    contents: contents.find(({ title }) => title === prize.title) ?? null,
  })
  const told = { report, mail: mailedAt && { at: mailedAt, readers: isSafe(readers) ? readers : null } }
  if (name !== null) {
    const race = await findRace(db, { season: slug, name })
    if (!race) return null
    const { title, from, to, prize, opensAt, closesAt, closedAt } = race
    const status = closedAt ? "settled" : now() < opensAt ? "upcoming" : now() < closesAt ? "open" : "grace"
    const prizes = prize === null ? [] : [withContents({ place: null, title: prize })]
    return { path: `/leaderboard/races/${slug}/${name}`, name: title, from, to, status, prizes, ...told }
  }
  if (!season) return null
  const rules = await rulesOf(db, season)
  return {
    path: season.closedAt ? `/leaderboard/seasons/${slug}` : `/leaderboard/${rules.page}`,
    name: rules.name,
    from: season.from,
    to: season.to,
    status: statusOf(season, now()),
    prizes: rules.prizes.map(withContents),
    ...told,
  }
}
