import { isForTeamAlone } from "#domain/competition/teams/rosters.ts"
import { meanOf } from "./attackers.ts"
import { standingsOf } from "./team-race.ts"
import type { Season } from "./year.ts"

interface TotalFigures {
  /** Members with an active day who add to their team's total. */
  adding: number
  /** Standard deviation of the totals over their mean. */
  spread: number
  /** Totals that only the team sees. */
  hidden: number
}

/** What the totals of teams are made of, as means over seasons. */
export function totalFigures(seasons: readonly Season[]): TotalFigures {
  const each = seasons.map(seasonFigures)
  return {
    adding: meanOf(each.map(({ adding }) => adding)),
    spread: meanOf(each.map(({ spread }) => spread)),
    hidden: meanOf(each.map(({ hidden }) => hidden)),
  }
}

function seasonFigures({ stays, daysOf, formula }: Season): TotalFigures {
  const teams = standingsOf(stays, formula, daysOf)
  const adding = new Set(teams.flatMap(({ score }) => score.why.map(({ athlete }) => athlete)))
  const active = stays.filter(({ athlete, from }) =>
    daysOf(athlete as number).some((day) => day.active && day.on >= from),
  )
  const totals = teams.map(({ score }) => score.points)
  const mean = meanOf(totals)
  return {
    adding: adding.size / active.length,
    spread: Math.sqrt(meanOf(totals.map((points) => (points - mean) ** 2))) / mean,
    hidden: teams.filter(({ score }) => isForTeamAlone(score)).length / teams.length,
  }
}
