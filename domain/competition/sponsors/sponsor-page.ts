import type { Prize } from "#content/competitions.ts"
import type { PrizeContents } from "#content/words/prizes.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import { listSeasons, statusOf } from "../seasons/season.ts"
import { healthInWords, seasonHealth } from "../seasons/season-health.ts"
import { isSafe, type SponsorReport } from "../seasons/sponsor-report.ts"
import { rulesOf } from "../series/season-prizes.ts"

interface SponsoredRace {
  /** Names the page of its results: /leaderboard/seasons/<season>. */
  season: string
  /** Of the race: "Two-week race". */
  name: string
  from: string
  to: string
  status: ReturnType<typeof statusOf>
  prizes: (Prize & { contents: PrizeContents | null })[]
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
  const rows = await db.sql<{
    id: number
    report: SponsorReport | null
    mailedAt: Date | null
    readers: number
  }>`
    select x.season_id as id, x.report, i.published_at as "mailedAt", (
      select count(*)::integer from newsletter_deliveries d where d.issue_id = i.id and d.state = 'sent'
    ) as readers
    from private.sponsored_seasons x left join newsletter_issues i on i.season_id = x.season_id
    where x.sponsor_id = ${sponsor.id}`
  const known = new Map(rows.map((row) => [row.id, row]))
  const seasons = (await listSeasons(db)).filter(({ id }) => known.has(id))
  const contents = world.published.words.list("prizes")
  const races = await Promise.all(
    seasons.map(async (season): Promise<SponsoredRace> => {
      const rules = await rulesOf(db, season)
      const { report = null, mailedAt = null, readers = 0 } = known.get(season.id) ?? {}
      return {
        season: season.slug,
        name: rules.name,
        from: season.from,
        to: season.to,
        status: statusOf(season, now()),
        prizes: rules.prizes.map((prize) => ({
          ...prize,
          contents: contents.find(({ title }) => title === prize.title) ?? null,
        })),
        report,
        mail: mailedAt && { at: mailedAt, readers: isSafe(readers) ? readers : null },
      }
    }),
  )
  return { name: sponsor.name, figures: healthInWords(await seasonHealth(world)), races }
}
