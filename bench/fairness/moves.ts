import { firstSeries } from "#content/competitions.ts"
import { type DoneActivity, milestonesOf } from "#domain/competition/streaks/milestones.ts"
import { streakOf } from "#domain/competition/streaks/streak.ts"
import { bestOfEachDay, type MemberDay, pointsOf } from "#domain/competition/teams/best-days.ts"
import { cappedDay } from "#domain/competition/teams/score.ts"
import { daysBetween } from "#primitives/days.ts"
import { addDays, type Day, mondayOf } from "#primitives/zones.ts"
import type { Member } from "./members.ts"
import { ordinaryDay, type TrainedDay } from "./training.ts"
import { sumOf, type World } from "./world.ts"
import type { Season } from "./year.ts"

/** What an ordinary session moves on a member's day, compared with not training on it. */
export interface Moves {
  month: number
  athlete: number
  /** A better place in the two weeks or the month. */
  place: boolean
  /** It adds points to the team's total. */
  team: boolean
  /** The team has a better place. */
  teamPlace: boolean
  /** One more day toward finishing the two weeks or the month, while that is still possible. */
  finisher: boolean
  finished: boolean
  /** One more of the active days that the week needs for the streak. */
  streak: boolean
  weekCounted: boolean
  /** A milestone or a personal best. */
  milestone: boolean
}

const finishDays = (slug: string) => firstSeries.find((one) => one.slug === slug)?.finishDays as number
const races = [
  { length: 14, days: finishDays("fortnightly") },
  { length: 30, days: finishDays("monthly") },
]

/** Every sixth day of each member who trains at all in the season: with a session as on that day, or the ordinary one. */
export function movesOf(world: World, season: Season): Moves[] {
  const look = lookAt(world, season)
  return world.members.flatMap((member) => {
    const { athlete } = member
    if (!season.daysOf(athlete).some(({ active }) => active)) return []
    const life = world.days.flatMap((month) => [...(month.get(athlete) ?? [])])
    return season.on
      .filter((_, nr) => season.month * 30 + nr >= member.joinsOn && (nr + athlete) % 6 === 0)
      .map((on) => movedOn(on, { member, life, season, look }))
  })
}

/** The standings at the end of a day. */
interface Look {
  /** Points of everybody from a day to another. */
  points(from: Day, to: Day): ReadonlyMap<number, number>
  teams: ReadonlyMap<number, readonly MemberDay[]>
  teamOf: ReadonlyMap<number, number>
  /** Points of each team until the day before. */
  teamPoints(on: Day): ReadonlyMap<number, number>
  /** A team's points on one day. */
  ofDay(days: readonly MemberDay[]): MemberDay[]
}

function lookAt(world: World, { stays, daysOf, formula }: Season): Look {
  const teamOf = new Map(stays.map(({ athlete, team }) => [athlete as number, team]))
  const teams = new Map(
    [...Map.groupBy(stays, ({ team }) => team)].map(([team, own]) => [
      team,
      own.flatMap(({ athlete, from }) =>
        daysOf(athlete as number)
          .filter(({ on }) => on >= from)
          .map(cappedDay),
      ),
    ]),
  )
  const all = world.members.map(({ athlete }) => ({
    athlete,
    days: world.days.flatMap((month) => [...(month.get(athlete) ?? [])]),
  }))
  const counted = new Map([...teams].map(([team, days]) => [team, bestOfEachDay(days, formula.members)]))
  return {
    teams,
    teamOf,
    points: kept((from, to) => {
      const within = ({ on }: TrainedDay) => from <= on && on <= to
      return new Map(all.map(({ athlete, days }) => [athlete, sumOf(days.filter(within))]))
    }),
    teamPoints: kept(
      (on) =>
        new Map([...counted].map(([team, days]) => [team, pointsOf(days.filter((day) => day.on < on))])),
    ),
    ofDay: (days) => bestOfEachDay(days, formula.members),
  }
}

/** The same day is requested for many members. */
function kept<Args extends string[], T>(make: (...args: Args) => T): (...args: Args) => T {
  const made = new Map<string, T>()
  return (...args) => {
    const key = args.join()
    const value = made.get(key) ?? make(...args)
    made.set(key, value)
    return value
  }
}

interface Told {
  member: Member
  /** The member's days of all months. */
  life: readonly TrainedDay[]
  season: Season
  look: Look
}

function movedOn(on: Day, told: Told): Moves {
  const { member, life, season, look } = told
  const session = life.find((day) => day.on === on) ?? ordinaryDay(member, on)
  const before = life.filter((day) => day.on < on)
  const first = season.on[0] as Day
  const begin = addDays(on, -((season.month * 30 + daysBetween(first, on)) % 14))
  const running = races.map((race) => ({ ...race, from: race.length === 14 ? begin : first }))
  const steps = running.map(({ from, length, days }) => {
    const done = before.filter((day) => day.active && day.on >= from).length
    const left = length - daysBetween(from, on)
    return { isStep: session.active && done < days && done + left >= days, isLast: done === days - 1 }
  })
  return {
    month: season.month,
    athlete: member.athlete,
    place: running.some(({ from }) => isPlaceGained(look.points(from, on), before, { from, session })),
    ...teamMoves(on, session, { season, look }),
    finisher: steps.some(({ isStep }) => isStep),
    finished: steps.some(({ isStep, isLast }) => isStep && isLast),
    ...streakMoves(on, session, before),
    milestone: isMilestone(before, session),
  }
}

function isPlaceGained(
  all: ReadonlyMap<number, number>,
  before: readonly TrainedDay[],
  { from, session }: { from: Day; session: TrainedDay },
): boolean {
  const own = sumOf(before.filter((day) => day.on >= from))
  const others = [...all].filter(([athlete]) => athlete !== session.athlete).map(([, points]) => points)
  // Members who are passed: they had at least as many points before, and have fewer now.
  return (
    others.some((points) => points >= Math.max(own, 1) && points < own + session.points) ||
    (own === 0 && session.points > 0)
  )
}

function teamMoves(
  on: Day,
  session: TrainedDay,
  { season, look }: Pick<Told, "season" | "look">,
): Pick<Moves, "team" | "teamPlace"> {
  const team = look.teamOf.get(session.athlete)
  if (team === undefined || season.stays.some((stay) => stay.athlete === session.athlete && stay.from > on))
    return { team: false, teamPlace: false }
  const others = (look.teams.get(team) ?? []).filter(
    (day) => day.on === on && day.athlete !== session.athlete,
  )
  const until = look.teamPoints(on).get(team) ?? 0
  const low = until + pointsOf(look.ofDay(others))
  const high = until + pointsOf(look.ofDay([...others, cappedDay(session)]))
  const rivals = [...look.teamPoints(addDays(on, 1))].filter(([of]) => of !== team)
  return { team: high > low, teamPlace: rivals.some(([, points]) => points >= low && points < high) }
}

function streakMoves(
  on: Day,
  session: TrainedDay,
  before: readonly TrainedDay[],
): Pick<Moves, "streak" | "weekCounted"> {
  const since = addDays(on, -7 * 12)
  const days = before.filter((day) => day.active && day.on > since).map((day) => day.on)
  const weekWith = (active: readonly Day[]) =>
    streakOf({ days: active, goals: [], breaks: [], today: on }).history.find(
      (week) => week.on === mondayOf(on),
    )
  const [then, now] = [weekWith(days), weekWith(session.active ? [...days, on] : days)]
  const isOpen = then?.state === "open"
  return {
    streak: isOpen && now !== undefined && now.activeDays > then.activeDays,
    weekCounted: isOpen && now?.state === "counted",
  }
}

function isMilestone(before: readonly TrainedDay[], session: TrainedDay): boolean {
  const of = (days: readonly TrainedDay[]) => JSON.stringify(milestonesOf(days, days.flatMap(activitiesOf)))
  return of(before) !== of([...before, session])
}

function activitiesOf({ on, efforts }: TrainedDay): DoneActivity[] {
  return efforts.map(({ kind, movingS }) => ({ on, kind, name: null, seconds: movingS, credit: null }))
}
