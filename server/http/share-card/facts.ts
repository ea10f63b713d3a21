import { countOf, grouped, ordinal, rankAmong } from "#content/amounts.ts"
import { longDay } from "#content/dates.ts"
import type { AthleteResults } from "#domain/competition/boards/athlete-results.ts"
import type { Moment } from "#domain/competition/boards/moments.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { raceOf } from "#domain/competition/seasons/moments-now.ts"
import type { PublicWinner } from "#domain/competition/seasons/results.ts"
import { cardsOf } from "#domain/competition/seasons/review-cards.ts"
import type { OpenReview } from "#domain/competition/seasons/shared-review.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import type { Card } from "./card.ts"
import type { RaceCard } from "./race-layout.ts"

type Results = Pick<AthleteResults, "name" | "photo" | "demo" | "places" | "days">

/** An athlete's card: the place in the running race, with that race's prize; otherwise on a board without a prize. */
export function athleteCard(
  results: Results,
  { open, today }: { open: readonly Winnable[]; today: Day },
): Card {
  const race = raceOf(results, open)
  const place = results.places.find(({ board }) => board === race?.board) ?? results.places[0]
  const days = latestDays(results, today)
  const [prize] = race?.prizes ?? []
  return {
    ...aboutOne(results),
    title: place ? (race ? place.name : `${place.name}, training without a prize`) : "The competition",
    figure: place
      ? {
          value: `#${grouped(place.rank)}`,
          below: place.total === 1 ? "so far" : `of ${grouped(place.total)}`,
        }
      : null,
    lines: place ? [countOf(place.points, "point"), countOf(place.activeDays, "active day")] : [],
    prize: prize && race ? { what: `To win: ${prize.title}`, when: `ends ${longDay(race.to)}` } : null,
    days: days.points,
    credits: [...new Set([...(place?.credits ?? []), ...days.credits])].sort(),
  }
}

/** The card of a moment, without anybody else's name. `prize`: the athlete's prize in the season of a final. */
export function momentCard(
  results: Results,
  moment: Moment,
  { today, prize }: { today: Day; prize: string | null },
): Card {
  const days = latestDays(results, today)
  const card = { ...aboutOne(results), prize: null, days: days.points, credits: days.credits }
  if (moment.kind === "first-points")
    return {
      ...card,
      title: "First points",
      figure: { value: grouped(moment.points), below: "points" },
      lines: [`On the board since ${longDay(moment.on)}`],
    }
  if (moment.kind === "best-day")
    return {
      ...card,
      title: "Best day so far",
      figure: { value: grouped(moment.points), below: "points in a day" },
      lines: [longDay(moment.on)],
    }
  if (moment.kind === "passing")
    return {
      ...card,
      title: moment.name,
      figure: { value: `+${moment.places}`, below: moment.places === 1 ? "place today" : "places today" },
      lines: [`Now ${rankAmong(moment)}`],
    }
  const { season } = moment
  if (moment.kind === "finisher")
    return {
      ...card,
      title: `Finisher, ${spanOf(season)}`,
      figure: { value: grouped(season.activeDays), below: "active days" },
      lines: [season.name],
      days: [],
      credits: season.credits,
    }
  return {
    ...card,
    title: seasonTitle(season),
    figure: { value: `#${grouped(season.rank)}`, below: "final place" },
    lines: [countOf(season.points, "point"), countOf(season.activeDays, "active day")],
    prize: prize ? { what: `Won: ${prize}`, when: `closed ${longDay(season.to)}` } : null,
    days: [],
    credits: season.credits,
  }
}

interface Closed {
  name: string
  from: string
  to: string
  athletes: number
  provisional: boolean
  winners: readonly PublicWinner[]
}

/** The card of a closed season: its winners, as visible to visitors. */
export function seasonCard(season: Closed): Card {
  return {
    title: seasonTitle(season),
    people: season.winners.slice(0, 3).map(({ place, title, name, photo, sample }) => ({
      name: name ?? "An athlete",
      photo,
      demo: sample,
      won: { place: ordinal(place), title },
    })),
    figure: null,
    lines: [
      season.provisional
        ? "The winners are being checked"
        : `${countOf(season.athletes, "athlete")} in the final table`,
    ],
    prize: null,
    days: [],
    credits: [...new Set(season.winners.flatMap(({ credits }) => credits))].sort(),
  }
}

/** The card of a look back at a season: the first number of the picked cards stands out, two more are lines. */
export function reviewCard({ name, photo, cards, review }: OpenReview): Card {
  const picked = cardsOf(review).filter(({ card }) => cards.includes(card))
  const first = picked.find(({ figure }) => figure.length <= 5) ?? picked[0]
  return {
    title: `${review.name}, ${spanOf(review)}`,
    people: [{ name: name ?? "An athlete", photo, demo: false, won: null }],
    figure: first ? { value: first.figure, below: first.words } : null,
    lines: picked
      .filter((one) => one !== first)
      .slice(0, 2)
      .map(({ figure, words }) => `${figure} ${words}`),
    prize: null,
    days: [],
    credits: review.credits,
  }
}

/** The card of a running race: its leaders on the page of its board, with its own prize and last day. */
export function raceCard(
  race: Winnable,
  { total, rows }: { total: number; rows: readonly StandingRow[] },
  today: Day,
): RaceCard {
  return {
    race: race.name,
    span: spanOf(race),
    prize: race.prizes[0]?.title ?? null,
    ends: race.to === today ? "Ends today" : `Ends ${longDay(race.to)}`,
    heading: rows.length > 0 ? `In the lead of ${countOf(total, "athlete")}` : "No points yet. Be the first.",
    leaders: rows.slice(0, 3).map(({ rank, name, points, sample, credits }) => ({
      ...{ rank, name, sample, credits },
      value: points === null ? null : grouped(points),
    })),
  }
}

function seasonTitle(season: { from: string; to: string }): string {
  return `Results, ${spanOf(season)}`
}

function spanOf({ from, to }: { from: string; to: string }): string {
  return `${longDay(from)} to ${longDay(to)}`
}

function aboutOne({ name, photo, demo }: Results): Pick<Card, "people"> {
  return { people: [{ name, photo, demo, won: null }] }
}

/** The points of the last two weeks, oldest first. */
function latestDays({ days }: Pick<AthleteResults, "days">, today: Day) {
  const shown = Array.from({ length: 14 }, (_, n) => days.find(({ on }) => on === addDays(today, n - 13)))
  return {
    points: shown.map((day) => day?.points ?? 0),
    credits: [...new Set(shown.flatMap((day) => day?.credits ?? []))].sort(),
  }
}
