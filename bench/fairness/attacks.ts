import type { Effort } from "#domain/competition/scoring/score.ts"
import { erase, leave, transfer } from "#domain/competition/teams/roster-changes.ts"
import type { Membership } from "#domain/competition/teams/rosters.ts"
import { cappedDay } from "#domain/competition/teams/score.ts"
import { seedOf } from "#domain/competition/teams/seed.ts"
import { countedMembers, teamsFor } from "#domain/competition/teams/sizes.ts"
import type { Day } from "#primitives/zones.ts"
import { createRandom } from "../fair-play/model/random.ts"
import { daysOfStrongest, entersWith, joinsLate, lateStays, newcomer } from "./newcomer.ts"
import { type Entry, outcomeOf, type Scene, sumOfWon, type Won } from "./outcome.ts"
import { type DaysOf, standingsOf, teamSize } from "./team-race.ts"
import { dayOf, type TrainedDay } from "./training.ts"
import { historyMonths, pointsBefore, sumOf } from "./world.ts"

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
  inOneSeason("the same for half a year, so that the draw knows both", knownAccounts),
  inOneSeason("the same on alternate days", alternateAccounts),
  inOneSeason("a new account for each season", (scene) => {
    const days = new Map([
      [scene.athlete, []],
      [newcomer, daysOf(scene).map((day) => ({ ...day, athlete: newcomer }))],
    ])
    return { ...entersWith([], scene, "alone"), days, accounts: [scene.athlete, newcomer] }
  }),
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
      after: (stays, race) => [...stays, ...lateStays(stays, [{ athlete: scene.athlete, nr: 2 }], race)],
    }
  }),
  inOneSeason("a ringer: a newcomer as strong as the best, named by the attacker", (scene) =>
    entersWith(daysOfStrongest(scene), scene, "named"),
  ),
  inOneSeason("a ringer who joins late if that leads to the attacker's team", (scene) =>
    joinsLate(daysOfStrongest(scene), scene),
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
  inOneSeason("naming the strongest who can be named", (scene) => ({
    entrants: (all) => {
      // The first pick of each team belongs to no pair.
      const [friend] = all
        .toSorted((a, b) => b.points - a.points)
        .slice(teamsFor(all.length, teamSize))
        .filter(({ athlete }) => athlete !== scene.athlete)
      const wishes = new Map([
        [scene.athlete, friend?.athlete],
        [friend?.athlete, scene.athlete],
      ])
      return all.map((one) => ({ ...one, with: wishes.get(one.athlete) }))
    },
  })),
]

/** One season with the attack beside the same season without it. */
function inOneSeason(name: string, attack: (scene: Scene) => Entry): Attack {
  return {
    name,
    play: (scene, asUsual) => ({ attacking: outcomeOf(scene, attack(scene)), honest: asUsual() }),
  }
}

/**
 * Both seasons count: the one in which the athlete rests, and the one in which the draw therefore underestimates them.
 */
function rest(scene: Scene, asUsual: () => Won): { attacking: Won; honest: Won } {
  const random = createRandom(scene.world.name, "rest", scene.athlete, scene.month)
  const rested = daysOf(scene).filter(() => random.chance(0.3))
  const points = seedOf([sumOf(rested.map(cappedDay)), ...pointsBefore(scene.world.points, scene)])
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

/** Every other training day is the other account's; the draw knows both from half a year. */
function alternateAccounts(scene: Scene): Entry {
  const { world, month, athlete } = scene
  const part = (days: readonly TrainedDay[], nr: number, as: number) =>
    days.filter((_, at) => at % 2 === nr).map((day) => ({ ...day, athlete: as }))
  const past = world.days.slice(Math.max(0, month - historyMonths), month).toReversed()
  const points = [0, 1].map((nr) =>
    seedOf(past.map((days) => sumOf(part(days.get(athlete) ?? [], nr, athlete).map(cappedDay)))),
  )
  const days = new Map([
    [athlete, part(daysOf(scene), 0, athlete)],
    [newcomer, part(daysOf(scene), 1, newcomer)],
  ])
  const seeds = new Map([
    [athlete, points[0]],
    [newcomer, points[1]],
  ])
  const { entrants } = entersWith([], scene, "alone")
  return {
    ...{ days, accounts: [athlete, newcomer] },
    entrants: (all) =>
      (entrants?.(all) ?? all).map((one) => ({ ...one, points: seeds.get(one.athlete) ?? one.points })),
  }
}

function knownAccounts(scene: Scene): Entry {
  const { world, month, athlete } = scene
  const past = world.days.slice(Math.max(0, month - historyMonths), month).toReversed()
  const points = ([0, 1] as const).map((nr) =>
    seedOf(
      past.map((days) =>
        sumOf((days.get(athlete) ?? []).map((day) => cappedDay(sentAs(athlete, day, halfOf(day, nr))))),
      ),
    ),
  )
  const entry = twoAccounts(scene, "alone")
  const seeds = new Map([
    [athlete, points[0]],
    [newcomer, points[1]],
  ])
  const entrants: Entry["entrants"] = (all) =>
    (entry.entrants?.(all) ?? all).map((one) => ({ ...one, points: seeds.get(one.athlete) ?? one.points }))
  return { ...entry, entrants }
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
