/**
 * `npm run bench -- fairness [worlds]`: 200 made-up members of very different strength and diligence, by the product's own rules:
 * what one ordinary session moves, how many finish, what counts for a team, and what attackers gain.
 */
import { firstSeries } from "#content/competitions.ts"
import { tableOf } from "./fair-play/table.ts"
import { meanOf, playAttacks, type Tried } from "./fairness/attackers.ts"
import { captainsSizes, firstPlaces } from "./fairness/captains.ts"
import { divisionFigures } from "./fairness/divisions.ts"
import { activeDaysOf, finisherShare } from "./fairness/finishers.ts"
import { figuresOf } from "./fairness/formulas.ts"
import { movesOf } from "./fairness/moves.ts"
import { restWeeks, riseFirsts } from "./fairness/rise.ts"
import { attackTable, fortnightsOf, movedShares, percent } from "./fairness/tables.ts"
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
  const first = { half: [0, 0, 0, 0, 0], season: [0, 0, 0, 0, 0] }
  const rises: { weeks: number; first: number }[] = []
  for (const name of others) {
    const world = worldOf(name, { members, months: 12 })
    for (const [attack, all] of playAttacks(world)) tried.set(attack, [...(tried.get(attack) ?? []), ...all])
    addTo(first.half, firstPlaces(world, { best: "half" }))
    addTo(first.season, firstPlaces(world, { best: "of the season", members: 5 }))
    rises.push(...riseFirsts(world))
  }
  missed.push(...attacking(tried))
  say(captains(first))
  say(divided(others.slice(0, 8).map((name) => worldOf(name, { members, months: 12 }))))
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
  const seasons = seasonsOf(year)
  const formulas = (["of each day", "of the season"] as const).map((best) => ({
    best,
    ...figuresOf(seasons, best),
  }))
  const rows = formulas.map(({ best, adding, spread, hidden }) => [
    `best N ${best}`,
    percent(adding),
    spread.toFixed(2),
    percent(hidden),
  ])
  say(tableOf(["formula", "active members who add", "spread", "totals hidden"], rows))
  const [days] = formulas
  return days && days.adding >= 0.9 ? [] : [`${percent(days?.adding ?? 0)} add to the total, target 90 %`]
}

function attacking(tried: ReadonlyMap<string, readonly Tried[]>): string[] {
  return (["team", "main"] as const).flatMap((prize) => {
    const { table, gaining } = attackTable(tried, prize)
    say(table)
    return gaining.map((name) => `${prize} race: ${name} gains`)
  })
}

function captains(first: { half: readonly number[]; season: readonly number[] }): string {
  const row = (name: string, won: readonly number[]) => {
    const all = won.reduce((sum, one) => sum + one, 0)
    return [name, ...won.map((one) => percent(one / all))]
  }
  return tableOf(
    ["first places of captains' teams of", ...captainsSizes.map(String)],
    [row("the better half, at least 4", first.half), row("best 5", first.season)],
  )
}

function rising(rises: readonly { weeks: number; first: number }[]): string {
  const rows = restWeeks.map((weeks) => {
    const first = rises.flatMap((one) => (one.weeks === weeks ? [one.first] : []))
    return [`${weeks} weeks`, first.length, percent(meanOf(first))]
  })
  return tableOf(["rise: rested at 30 % before", "seasons", "first, alone or not"], rows)
}

function divided(all: readonly World[]): string {
  const { divisions, onPodium, upAndDown, tanking } = divisionFigures(all)
  return tableOf(
    ["divisions, a design", ""],
    [
      ["divisions", divisions.toFixed(1)],
      ["once among the first three in a year", percent(onPodium.divisions)],
      ["the same with one board", percent(onPodium.oneBoard)],
      ["went up and fell in the next season", percent(upAndDown)],
      [
        "places among the first three a season by resting every other month",
        `${percent(tanking.gain)}, noise ${percent(tanking.noise)}`,
      ],
    ],
  )
}

function addTo(sums: number[], more: readonly number[]) {
  for (const [nr, one] of more.entries()) sums[nr] = (sums[nr] ?? 0) + one
}
