import { tableOf } from "../fair-play/table.ts"
import { gainOf, meanOf, type Tried } from "./attackers.ts"
import type { Moves } from "./moves.ts"
import type { Won } from "./outcome.ts"
import { sumOf, type World } from "./world.ts"

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** One criterion, or several, any one of which is enough. */
const things: readonly [name: string, of: (moves: Moves) => boolean][] = [
  ["place in the two weeks or the month", ({ place }) => place],
  ["the team's points (one of its best of the day)", ({ team }) => team],
  ["the team's place", ({ teamPlace }) => teamPlace],
  ["a day toward finishing", ({ finisher }) => finisher],
  ["finished", ({ finished }) => finished],
  ["a day toward the week of the streak", ({ streak }) => streak],
  ["the week counts", ({ weekCounted }) => weekCounted],
  ["milestone or own best", ({ milestone }) => milestone],
]
const anyMove = ({ place, team, finisher, streak, milestone }: Moves) =>
  place || team || finisher || streak || milestone
const withoutTeam = ({ place, teamPlace, finisher, streak, milestone }: Moves) =>
  place || teamPlace || finisher || streak || milestone
const anyStep = ({ place, teamPlace, finished, weekCounted, milestone }: Moves) =>
  place || teamPlace || finished || weekCounted || milestone

/** Share of member-days on which one ordinary session moves something: of all members, and of the weaker half. */
export function movedShares(
  moves: readonly Moves[],
  world: World,
): { table: string; all: number; weaker: number } {
  const weak = moves.filter(isWeaker(moves, world))
  const share = (of: readonly Moves[], is: (one: Moves) => boolean) =>
    meanOf(of.map((one) => (is(one) ? 1 : 0)))
  const row = (name: string, is: (one: Moves) => boolean) => [
    name,
    percent(share(moves, is)),
    percent(share(weak, is)),
  ]
  const rows = [
    ...things.map(([name, is]) => row(name, is)),
    row("**any of place, team, finisher, streak and milestone**", anyMove),
    row("the same, of the team only its place", withoutTeam),
    row("something is reached: a place, a team's place, finished, a week, a milestone", anyStep),
  ]
  return {
    table: tableOf([`one session moves (${moves.length} member-days)`, "all", "weaker half"], rows),
    all: share(moves, anyMove),
    weaker: share(weak, anyMove),
  }
}

/** The half of a season's members with fewer points in it. */
function isWeaker(moves: readonly Moves[], { points }: World): (one: Moves) => boolean {
  const weak = new Map(
    [...Map.groupBy(moves, ({ month }) => month)].map(([month, all]) => {
      const athletes = [...new Set(all.map(({ athlete }) => athlete))]
      const of = (athlete: number) => points[month]?.get(athlete) ?? 0
      return [month, new Set(athletes.sort((a, b) => of(a) - of(b)).slice(0, Math.ceil(athletes.length / 2)))]
    }),
  )
  return ({ month, athlete }) => weak.get(month)?.has(athlete) ?? false
}

/** Whether an attack wins more of a prize than the same athlete without it, beyond twice the standard error. */
export function attackTable(
  tried: ReadonlyMap<string, readonly Tried[]>,
  prize: keyof Won,
): { table: string; gaining: string[] } {
  const all = [...tried].map(([name, of]) => ({ name, ...gainOf(of, prize) }))
  const points = (share: number) => (share * 100).toFixed(2)
  const rows = all.map(({ name, honest, attacking, gain, noise }) => [
    name,
    points(honest),
    points(attacking),
    `${gain > 0 ? "+" : ""}${points(gain)}`,
    points(noise),
    gain > noise ? "gains" : "",
  ])
  return {
    table: tableOf([`${prize} prizes of 100 seasons`, "without", "with", "gain", "noise", ""], rows),
    gaining: all.filter(({ gain, noise }) => gain > noise).map(({ name }) => name),
  }
}

/** The model's points in two weeks beside the distribution on which it is based. */
export function fortnightsOf(world: World): { median: number; sigma: number; none: number } {
  const sums = world.members.flatMap(({ athlete, joinsOn }) => {
    const life = world.days.flatMap((month) => [...(month.get(athlete) ?? [])])
    const all = world.months.flat().slice(joinsOn)
    return Array.from({ length: Math.floor(all.length / 14) }, (_, nr) => {
      const on = new Set(all.slice(nr * 14, nr * 14 + 14))
      return sumOf(life.filter((day) => on.has(day.on)))
    })
  })
  const some = sums.filter((points) => points > 0).sort((a, b) => a - b)
  const logs = some.map(Math.log)
  const mean = meanOf(logs)
  return {
    median: some[Math.floor(some.length / 2)] ?? 0,
    sigma: Math.sqrt(meanOf(logs.map((log) => (log - mean) ** 2))),
    none: 1 - some.length / sums.length,
  }
}
