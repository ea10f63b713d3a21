import type { Prize } from "#content/competitions.ts"
import type { PrizeContents } from "#content/words/prizes.ts"
import type { World } from "#domain/world.ts"
import { competitionDay, currentSeason, nextSeason } from "../calendar/period.ts"
import { readSeries } from "../calendar/series.ts"
import { ownPrizesOf } from "../series/season-prizes.ts"
import { closedSeasons, type PublicWinner } from "./results.ts"
import { type Sponsorship, sponsorshipOf } from "./sponsorship.ts"

/** The prizes of a season that is running or, after an early close, opens next. */
export interface Winnable {
  series: string
  /** Names the race's page: /leaderboard/<page>. */
  page: string
  /** Names the board with its standings while it runs. */
  board: string
  /** "Two-week race" */
  name: string
  /** First and last day on the competition's calendar. */
  from: string
  to: string
  /** ISO 8601; in the future after an early close. */
  opensAt: string
  /** The first instant after the season, ISO 8601. */
  closesAt: string
  /** Best first. */
  prizes: readonly { place: number; title: string; contents?: PrizeContents }[]
  /** Active days with which an athlete is a finisher of it. */
  finishDays: number
  /** What each finisher gets, by a sponsor's code: "20% at Northline"; null without codes. */
  finishGift: string | null
  /** What a winner pays, in US cents. */
  shippingCents: number
  /** Null without a sponsor. */
  sponsorship: Sponsorship | null
}

/** The latest closed season of a series with a winner. */
export interface LastWon {
  series: string
  name: string
  season: string
  to: string
  winners: readonly PublicWinner[]
}

export interface Winning {
  /**
   * One for each series that goes on, in their order; those that have not opened yet come last. Pages feature the first
   * one.
   */
  open: readonly Winnable[]
  /** In the order of `open`; a series without a winner so far is left out. */
  last: readonly LastWon[]
}

/** Enough closed seasons to find the latest of each series. */
const lookedAt = 12

/**
 * What can be won, by when, and who won last, as any visitor may see it: for pages, cards and frames. The only reader of the
 * prizes that a running season offers.
 */
export async function winning(world: World): Promise<Winning> {
  const now = world.now()
  const periods = (await readSeries(world.db)).flatMap((rules) => {
    const period = currentSeason(rules, competitionDay(now))
    return period ? [{ rules, period, following: nextSeason(rules, period) }] : []
  })
  const slugs = periods.flatMap(({ period, following }) => [
    period.slug,
    ...(following ? [following.slug] : []),
  ])
  const [opened, closed, own, sponsored] = await Promise.all([
    world.db.sql<{ slug: string; isOver: boolean; finishDays: number | null; finishGift: string | null }>`
      select slug, closed_at is not null as "isOver", finish_days::integer as "finishDays", finish_gift as "finishGift"
      from seasons
      where slug = any(${slugs}::text[])
    `,
    closedSeasons(world, lookedAt),
    ownPrizesOf(world.db, slugs),
    Promise.all(
      slugs.map(async (season) => [season, await sponsorshipOf(world.db, { season, race: null })] as const),
    ),
  ])
  // Only what an operator changed: the title says the rest.
  const { words } = world.published
  const changed = words.list("prizes").filter(({ slug }) => words.isOwn("prizes", slug))
  const withContents = (prizes: readonly Prize[]) =>
    prizes.map((prize) => {
      const contents = changed.find(({ title }) => title === prize.title)
      return contents ? { ...prize, contents } : prize
    })
  const sponsorships = new Map(sponsored)
  const open = periods
    .flatMap(({ rules, period, following }) => {
      const isOver = opened.some((one) => one.slug === period.slug && one.isOver)
      const next = isOver ? following : period
      if (!next) return []
      return {
        series: rules.slug,
        page: rules.page,
        board: rules.board,
        name: rules.name,
        from: next.from,
        to: next.to,
        opensAt: next.opensAt.toISOString(),
        closesAt: next.closesAt.toISOString(),
        prizes: withContents(own.get(next.slug) ?? rules.prizes),
        finishDays: opened.find(({ slug }) => slug === next.slug)?.finishDays ?? rules.finishDays,
        finishGift: opened.find(({ slug }) => slug === next.slug)?.finishGift ?? null,
        shippingCents: rules.prizeShippingCents,
        sponsorship: sponsorships.get(next.slug) ?? null,
      }
    })
    .sort((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)))
  const last = open.flatMap(({ series: slug }) => {
    const found = closed.find((one) => one.series === slug && one.winners.length > 0)
    if (!found) return []
    const { name, to, winners } = found
    return [{ series: slug, name, season: found.slug, to, winners }]
  })
  return { open, last }
}

/** Whether a season has not opened yet. */
function isAhead({ opensAt }: Winnable, now: Date): boolean {
  return now < new Date(opensAt)
}
