import { countOf, grouped } from "#content/amounts.ts"
import { longDay } from "#content/dates.ts"
import { valueInWords } from "#content/value-in-words.ts"
import { firstLines, type ShownRace } from "#domain/competition/seasons/shown-race.ts"
import type { RaceCard } from "./race-layout.ts"

/** The card of a side race, from what its page shows to visitors. */
export function sideRaceCard(shown: ShownRace, now: Date): RaceCard {
  const { race } = shown
  const inWords = (value: number) =>
    race.metric === "points" ? grouped(value) : valueInWords(race.metric, value)
  const lines = firstLines(shown, 3)
  return {
    race: race.title,
    span: `${longDay(race.from)} to ${longDay(race.to)}`,
    prize: race.prize,
    ends: now < race.closesAt ? `Ends ${longDay(race.to)}` : `Ended ${longDay(race.to)}`,
    heading: headingOf(shown, { final: race.closedAt !== null }),
    leaders: lines.map(({ place: rank, name, value, sample, credits }) => ({
      ...{ rank, name, sample, credits },
      value: value === null ? null : inWords(value),
    })),
  }
}

function headingOf(shown: ShownRace, { final }: { final: boolean }): string {
  const first = final ? "The first of" : "In the lead of"
  if (shown.kind === "goal") {
    const { metric } = shown.race
    const sum = shown.sum === null ? "So far" : valueInWords(metric, shown.sum)
    return `${sum} of ${valueInWords(metric, shown.target)}, from ${countOf(shown.givers, "athlete")}`
  }
  if (shown.rows.length === 0) return final ? "Nobody has a place." : "It begins with the first activity."
  return `${first} ${shown.kind === "teams" ? countOf(shown.rows.length, "team") : countOf(shown.total, "athlete")}`
}
