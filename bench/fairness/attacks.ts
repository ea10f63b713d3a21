import type { Effort } from "#domain/competition/scoring/score.ts"
import { erase, leave, transfer } from "#domain/competition/teams/roster-changes.ts"
import type { Membership } from "#domain/competition/teams/rosters.ts"
import { seedOf } from "#domain/competition/teams/seed.ts"
import { countedMembers } from "#domain/competition/teams/sizes.ts"
import type { Day } from "#primitives/zones.ts"
import { createRandom } from "../fair-play/model/random.ts"
import { daysOfStrongest, entersWith, joining, joinsLate, newcomer } from "./newcomer.ts"
import { type Entry, outcomeOf, type Scene, sumOfWon, type Won } from "./outcome.ts"
import { type DaysOf, standingsOf, teamSize } from "./team-race.ts"
import { dayOf, type TrainedDay } from "./training.ts"
import { pointsBefore, sumOf } from "./world.ts"

interface Attack {
  name: string
  /** What the same athlete wins in the same seasons with and without it. */
  play(scene: Scene, asUsual: () => Won): { attacking: Won; honest: Won }
}

const countedInTeams = countedMembers(teamSize)

export const attacks: readonly Attack[] = [
  { name: "resting: a month at 30 %, then one as usual", play: rest },
  inOneSeason("dumping: the weakest member of the team leaves", (scene) => ({
    after: (stays, { daysOf, on }) => {
      const weakest = weakestBeside(scene.athlete, stays, daysOf)
      const left = leave(stays, { athlete: weakest, today: on[0] as Day })
      if (!left.ok) throw new Error(left.code)
      return left.value
    },
  })),
  inOneSeason("dumping: the weakest member erases the account", (scene) => ({
    after: (stays, { daysOf }) => erase(stays, weakestBeside(scene.athlete, stays, daysOf)),
  })),
  inOneSeason("a second account with half of each session", (scene) => twoAccounts(scene, "alone")),
  inOneSeason("the same, the accounts naming each other", (scene) => twoAccounts(scene, "named")),
  inOneSeason("splitting each session into two recordings", (scene) => {
    const days = daysOf(scene).map((day) =>
      sentAs(scene.athlete, day, [...halfOf(day, 0), ...halfOf(day, 1)]),
    )
    return { days: new Map([[scene.athlete, days]]) }
  }),
  inOneSeason("joining late, on the third day", (scene) => {
    const from = scene.world.months[scene.month]?.[2] as Day
    return {
      days: new Map([[scene.athlete, daysOf(scene).filter(({ on }) => on >= from)]]),
      entrants: (all) => all.filter(({ athlete }) => athlete !== scene.athlete),
      after: (stays, race) => [...stays, joining(stays, scene.athlete, { ...race, nr: 2 })],
    }
  }),
  inOneSeason(
    "a ringer: a newcomer as strong as the best, named by the attacker",
    (scene) => entersWith(daysOfStrongest(scene), scene, "named"),
    (scene) => entersWith(daysOfStrongest(scene), scene, "alone"),
  ),
  inOneSeason(
    "a ringer who joins on the day that leads to the attacker's team",
    (scene) => joinsLate(daysOfStrongest(scene), scene, true),
    (scene) => joinsLate(daysOfStrongest(scene), scene, false),
  ),
  inOneSeason("transferred after half of the season to the team that leads", (scene) => ({
    after: (stays, { daysOf, on }) => {
      const today = on[14] as Day
      const soFar: DaysOf = (athlete) => daysOf(athlete).filter((day) => day.on <= today)
      const [leading] = standingsOf(stays, { best: "of each day", members: countedInTeams }, soFar)
      const moved = transfer(stays, {
        ...{ athlete: scene.athlete, to: leading?.team as number, today, reason: "asked for it" },
      })
      return moved.ok ? moved.value : stays
    },
  })),
  inOneSeason("two of the strongest naming each other", (scene) => ({
    entrants: (all) => {
      const [friend] = all
        .filter(({ athlete }) => athlete !== scene.athlete)
        .toSorted((a, b) => b.points - a.points)
      const wishes = new Map([
        [scene.athlete, friend?.athlete],
        [friend?.athlete, scene.athlete],
      ])
      return all.map((one) => ({ ...one, with: wishes.get(one.athlete) }))
    },
  })),
]

/** One season with the attack beside the same season without it. */
function inOneSeason(
  name: string,
  attack: (scene: Scene) => Entry,
  honest?: (scene: Scene) => Entry,
): Attack {
  return {
    name,
    play: (scene, asUsual) => ({
      attacking: outcomeOf(scene, attack(scene)),
      honest: honest ? outcomeOf(scene, honest(scene)) : asUsual(),
    }),
  }
}

/** Both seasons count: that of the rest, and that in which the draw takes the athlete for a weaker one. */
function rest(scene: Scene, asUsual: () => Won): { attacking: Won; honest: Won } {
  const random = createRandom(scene.world.name, "rest", scene.athlete, scene.month)
  const rested = daysOf(scene).filter(() => random.chance(0.3))
  const points = seedOf([sumOf(rested), ...pointsBefore(scene.world.points, scene)])
  const next = { ...scene, month: scene.month + 1 }
  const seeded: Entry = {
    entrants: (all) => all.map((one) => (one.athlete === scene.athlete ? { ...one, points } : one)),
  }
  return {
    attacking: sumOfWon(
      outcomeOf(scene, { days: new Map([[scene.athlete, rested]]) }),
      outcomeOf(next, seeded),
    ),
    honest: sumOfWon(asUsual(), outcomeOf(next)),
  }
}

function twoAccounts(scene: Scene, wish: "named" | "alone"): Entry {
  const own = daysOf(scene).map((day) => sentAs(scene.athlete, day, halfOf(day, 0)))
  const other = daysOf(scene).map((day) => sentAs(newcomer, day, halfOf(day, 1)))
  const { entrants } = entersWith(other, scene, wish)
  const days = new Map([
    [scene.athlete, own],
    [newcomer, other],
  ])
  return { days, accounts: [scene.athlete, newcomer], ...(entrants && { entrants }) }
}

function daysOf({ world, month, athlete }: Scene): readonly TrainedDay[] {
  return world.days[month]?.get(athlete) ?? []
}

function weakestBeside(athlete: number, stays: readonly Membership[], of: DaysOf): number {
  const team = stays.find((stay) => stay.athlete === athlete)?.team
  const others = stays.flatMap((stay) =>
    stay.team === team && stay.athlete !== null && stay.athlete !== athlete ? [stay.athlete] : [],
  )
  return others.sort((a, b) => sumOf(of(a)) - sumOf(of(b)))[0] as number
}

/** The first or the second half of each effort of a day. */
function halfOf({ efforts }: TrainedDay, nr: 0 | 1): Effort[] {
  const half = (whole: number) => Math.floor((whole + nr) / 2)
  return efforts.map(({ kind, movingS, distanceM }) => ({
    kind,
    movingS: half(movingS),
    distanceM: half(distanceM),
  }))
}

function sentAs(athlete: number, { on, reachedAt }: TrainedDay, efforts: readonly Effort[]): TrainedDay {
  return dayOf(athlete, on, efforts, (reachedAt.getTime() - Date.parse(`${on}T00:00:00Z`)) / 3_600_000)
}
