import { isForTeamAlone } from "#domain/competition/teams/rosters.ts"
import type { TeamFormula } from "#domain/competition/teams/score.ts"
import { meanOf } from "./attackers.ts"
import { standingsOf } from "./team-race.ts"
import type { Season } from "./year.ts"

interface FormulaFigures {
  /** Members with an active day who add to their team's total. */
  adding: number
  /** Standard deviation of the totals over their mean. */
  spread: number
  /** Totals that only the team sees. */
  hidden: number
}

/** The same teams and days by either formula. */
export function figuresOf(seasons: readonly Season[], best: "of each day" | "of the season"): FormulaFigures {
  const each = seasons.map((season) => seasonFigures(season, { best, members: season.formula.members }))
  return {
    adding: meanOf(each.map(({ adding }) => adding)),
    spread: meanOf(each.map(({ spread }) => spread)),
    hidden: meanOf(each.map(({ hidden }) => hidden)),
  }
}

function seasonFigures({ stays, daysOf }: Season, formula: TeamFormula): FormulaFigures {
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
