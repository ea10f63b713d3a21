import { kindWords } from "#content/activity-kinds.ts"
import { countOf } from "#content/amounts.ts"
import type { SideRace } from "#content/races.ts"
import { riseRule } from "#content/rise-rule.ts"
import { teamRule } from "#content/team-rule.ts"
import { valueInWords } from "#content/value-in-words.ts"

const metricSentences = {
  points: "Each day adds its points.",
  active_days: "Each active day adds one.",
  minutes: "Each day adds its moving minutes.",
  distance: "Each day adds its distance.",
  climb: "Each day adds its meters of ascent.",
  kinds: "Each kind of activity adds one, on the day it is first recorded.",
  rise: "The points a week of this season, as a percentage of your own usual week.",
} as const

const { leastBaseline, medianWeeks, best, mostPercent } = riseRule
const riseRuleInWords = [
  metricSentences.rise,
  `Your usual week is the largest of three numbers: ${leastBaseline} points, the median of your last ${medianWeeks} weeks before the season, and ${best.share} of your best ${best.weeks} weeks in a row of the last ${best.ofWeeks}. Your best weeks keep counting for half a year, so resting before a season gains little.`,
  `At most ${mostPercent}% is shown, because more would reward risky jumps in training. Athletes with the same percentage share the place.`,
  `A place needs ${medianWeeks} weeks of history before the season. Until then you see your own number only.`,
  "One break a year, declared on your year’s page, is left out of your history and of the season. A season with a declared break has no place.",
  "What you are compared with is shown to you alone.",
]

const dayNames = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"]

/** The whole rule of a side race, one sentence per line. */
export function ruleInWords(race: SideRace): string[] {
  if (race.entrants === "captains") return [...captainsRuleInWords, ...goalInWords(race)]
  if (race.entrants === "teams") return [...teamRuleInWords, ...goalInWords(race), ...prizeRuleInWords(race)]
  if (race.metric === "rise") return riseRuleInWords
  const lines: string[] = [metricSentences[race.metric]]
  const byMinutes = race.metric === "kinds" || (race.metric === "active_days" && race.kinds !== null)
  if (byMinutes)
    lines.push(
      `${race.metric === "kinds" ? "A kind" : "A day"} counts from ${countOf(race.leastMinutes, "moving minute")} on.`,
    )
  if (race.kinds) lines.push(`Only these count: ${listed(race.kinds.map((kind) => kindWords[kind].noun))}.`)
  if (race.weekdays) lines.push(`Only ${listed(race.weekdays.map((day) => dayNames[day - 1] ?? ""))} count.`)
  if (race.capADay !== null) lines.push(`A day adds at most ${valueInWords(race.metric, race.capADay)}.`)
  if (race.daysAWeek !== null)
    lines.push(`Of each week, Monday to Sunday, the best ${countOf(race.daysAWeek, "day")} count.`)
  if (race.leastDays > 1) lines.push(`A place needs ${countOf(race.leastDays, "counted day")}.`)
  if (race.newcomers) lines.push("It is for athletes without a result in an earlier season.")
  lines.push(
    "Of equal values, the one from more days is ahead; athletes who are still equal share the place.",
  )
  return lines
}

const teamRuleInWords = [
  `A team’s total is the points of its members: on each day those of its best ones, about six of ten, each at most ${teamRule.mostPointsADay}.`,
  "How many count is fixed when the teams are drawn, by the smallest team. Who joins in the first three days is put into a team when they are over, the smallest first; later ones score alone.",
  "A day counts for the team that the athlete was in on that day.",
  `A team needs ${teamRule.leastMembers} members for a place.`,
  "Of equal totals, the one from more active days is ahead, then the one that was reached earlier; teams that are still equal share the place.",
]

const captainsRuleInWords = [
  `Members found teams themselves, and invite others with a code, until the third day of the season is over. A team has at most ${teamRule.mostMembers} members; afterward nobody joins and nobody can be removed.`,
  `A team’s total is the mean of its better half, at least ${teamRule.leastMembers} members: their points of the whole season, divided by their number. Who is missing counts zero. So a large team and a small one have the same chance.`,
  "A day counts for the team that the athlete was in on that day. Whoever leaves the competition stays in the number of members.",
  `A team needs ${teamRule.leastMembers} members for a place. There is no prize, because nobody draws these teams equal.`,
  "Of equal totals, the one from more active days is ahead, then the one that was reached earlier; teams that are still equal share the place.",
]

function goalInWords({ target, metric }: SideRace): string[] {
  return target === null ? [] : [`Each team has a goal of its own: ${valueInWords(metric, target)}.`]
}

function prizeRuleInWords({ prize, mostPrizes }: Pick<SideRace, "prize" | "mostPrizes">): string[] {
  if (prize === null || mostPrizes === null) return []
  return [
    `The prize, ${prize}, is for members of the first team with at least ${teamRule.prizeActiveDays} active days who were drawn into it with points of their own and not moved. There ${mostPrizes === 1 ? "is one" : `are ${mostPrizes} at most`}; if more qualify, the better place in the season decides.`,
    "Whoever wins a prize of the season itself, or cannot win one by the official rules, does not share it. Their points count for the team all the same.",
  ]
}

/** "Run, Walk and Hike" */
function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}
