/**
 * `npm run bench -- fairness [worlds]`: 200 made-up members of very different strength and diligence, by the product's own rules:
 * what one ordinary session moves, how many finish, what counts for a team, and what attackers gain.
 */
import { firstSeries } from "#content/competitions.ts"
import { tableOf } from "./fair-play/table.ts"
import { meanOf, playAttacks, type Tried } from "./fairness/attackers.ts"
import { activeDaysOf, finisherShare } from "./fairness/finishers.ts"
import { movesOf } from "./fairness/moves.ts"
import { restWeeks, riseFirsts } from "./fairness/rise.ts"
import { attackTable, fortnightsOf, movedShares, percent } from "./fairness/tables.ts"
import { totalFigures } from "./fairness/totals.ts"
import { type World, worldOf } from "./fairness/world.ts"
import { seasonsOf } from "./fairness/year.ts"
import type { BenchResult } from "./run.ts"

const members = 200
const worlds = Number(process.argv[3] ?? 24)
const say = (text: string) => void process.stdout.write(`${text}\n\n`)

export async function bench(): Promise<BenchResult> {
  const began = performance.now()
  const year = worldOf("a year", { members, months: 12 })
  const { median, sigma, none } = fortnightsOf(year)
  say(
    `Two weeks of a member: median ${median} points, sigma ${sigma.toFixed(2)}, ${percent(none)} without any`,
  )
  const missed = [...moving(year), ...finishing(year), ...counting(year)]
  const tried = new Map<string, Tried[]>()
  const others = Array.from({ length: worlds }, (_, nr) => `world ${nr + 1}`)
  const rises: { weeks: number; first: number }[] = []
  for (const name of others) {
    const world = worldOf(name, { members, months: 12 })
    for (const [attack, all] of playAttacks(world)) tried.set(attack, [...(tried.get(attack) ?? []), ...all])
    rises.push(...riseFirsts(world))
  }
  missed.push(...attacking(tried))
  say(rising(rises))
  say(`In ${Math.round((performance.now() - began) / 1000)} s`)
  if (missed.length > 0) say(`Missed:\n${missed.map((one) => `- ${one}`).join("\n")}`)
  return { target: "every target of the tables above", met: missed.length === 0 }
}

/** What is missed, in words; the tables are printed. */
function moving(year: World): string[] {
  const moves = seasonsOf(year).flatMap((season) => movesOf(year, season))
  const { table, all, weaker } = movedShares(moves, year)
  say(table)
  const least = Math.min(all, weaker)
  return least >= 0.9 ? [] : [`a session moves something on ${percent(least)} of member-days, target 90 %`]
}

function finishing(year: World): string[] {
  const races = firstSeries.map(({ name, length, finishDays }) => {
    const active = activeDaysOf(year, length === "month" ? 30 : length)
    const near = [2, 1, 0, -1].map((less) => (finishDays ?? 0) - less)
    return { name, finishDays: finishDays ?? 0, active, near }
  })
  const rows = races.map(({ name, active, near }) => [
    name,
    ...near.map((days) => `${days} days: ${percent(finisherShare(active, days))}`),
  ])
  say(tableOf(["of the active finish with", "", "", "", ""], rows))
  return races
    .filter(({ active, finishDays }) => finisherShare(active, finishDays) < 0.5)
    .map(
      ({ name, active, finishDays }) =>
        `${name}: ${percent(finisherShare(active, finishDays))} finish, target 50 %`,
    )
}

function counting(year: World): string[] {
  const { adding, spread, hidden } = totalFigures(seasonsOf(year))
  say(
    tableOf(
      ["active members who add to their team", "spread of totals", "totals hidden"],
      [[percent(adding), spread.toFixed(2), percent(hidden)]],
    ),
  )
  return adding >= 0.9 ? [] : [`${percent(adding)} add to the total, target 90 %`]
}

function attacking(tried: ReadonlyMap<string, readonly Tried[]>): string[] {
  return (["team", "main"] as const).flatMap((prize) => {
    const { table, gaining } = attackTable(tried, prize)
    say(table)
    return gaining.map((name) => `${prize} race: ${name} gains`)
  })
}

function rising(rises: readonly { weeks: number; first: number }[]): string {
  const rows = restWeeks.map((weeks) => {
    const first = rises.flatMap((one) => (one.weeks === weeks ? [one.first] : []))
    return [`${weeks} weeks`, first.length, percent(meanOf(first))]
  })
  return tableOf(["rise: rested at 30 % before", "seasons", "first, alone or not"], rows)
}
