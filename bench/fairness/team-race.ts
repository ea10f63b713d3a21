import type { MemberDay } from "#domain/competition/teams/best-days.ts"
import { draw } from "#domain/competition/teams/draw.ts"
import type { Entrant } from "#domain/competition/teams/entrants.ts"
import { daysOfTeam, type Membership, prizeMembers, rosterOf } from "#domain/competition/teams/rosters.ts"
import { scoreTeam, type TeamFormula, type TeamScore } from "#domain/competition/teams/score.ts"
import { countedMembers, mostPrizesOf, teamsFor } from "#domain/competition/teams/sizes.ts"
import { placesOf } from "#domain/competition/teams/ties.ts"
import type { Day } from "#primitives/zones.ts"

export const teamSize = 8

export type DaysOf = (athlete: number) => readonly MemberDay[]

interface PlacedTeam {
  team: number
  roster: number
  place: number | null
  score: TeamScore
}

/** Teams of a season as drawn before it begins. */
export function drawn(
  entrants: readonly Entrant[],
  opensOn: Day,
): { stays: Membership[]; formula: TeamFormula & { members: number } } {
  const { teams } = draw(entrants, teamsFor(entrants.length, teamSize), { hasPrize: true })
  const members = countedMembers(Math.min(...teams.map(({ length }) => length)))
  const stays = teams.flatMap((athletes, nr) =>
    athletes.map((athlete): Membership => ({ athlete, team: nr + 1, from: opensOn, until: null })),
  )
  return { stays, formula: { best: "of each day", members } }
}

/** The teams in their order. */
export function standingsOf(
  stays: readonly Membership[],
  formula: TeamFormula,
  daysOf: DaysOf,
): PlacedTeam[] {
  const teams = [...Map.groupBy(stays, ({ team }) => team)].map(([team, own]) => {
    const roster = rosterOf(own, team).size
    return { team, roster, score: scoreTeam(daysIn(own, team, daysOf), roster, formula) }
  })
  return placesOf(teams)
}

export function daysIn(stays: readonly Membership[], team: number, daysOf: DaysOf): MemberDay[] {
  const own = stays.filter((stay) => stay.team === team)
  const athletes = new Set(own.flatMap(({ athlete }) => (athlete === null ? [] : [athlete])))
  return daysOfTeam(own, team, { days: [...athletes].flatMap((athlete) => [...daysOf(athlete)]) })
}

/** Who gets a team prize. */
export function teamWinners(
  stays: readonly Membership[],
  placed: readonly PlacedTeam[],
  {
    daysOf,
    cannotWin,
    pointsOf,
  }: { daysOf: DaysOf; cannotWin: ReadonlySet<number>; pointsOf: (athlete: number) => number },
): Set<number> {
  const first = placed.filter(({ place }) => place === 1)
  const qualified = first.flatMap(({ team }) =>
    prizeMembers(stays, team, {
      activeDays: new Map(
        rosterOf(stays, team).members.map((athlete) => [
          athlete,
          [...daysOf(athlete)].filter(({ active }) => active).length,
        ]),
      ),
      cannotWin,
    }),
  )
  // The better places in the season, as many as there are prizes.
  return new Set(qualified.sort((a, b) => pointsOf(b) - pointsOf(a)).slice(0, mostPrizesOf(teamSize)))
}
