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
  rise: "Your points per week this season, as a percentage of your own usual week.",
} as const

const { leastBaseline, medianWeeks, best, mostPercent } = riseRule
const riseRuleInWords = [
  metricSentences.rise,
  `Your usual week is the largest of three numbers: ${leastBaseline} points, the median of your last ${medianWeeks} weeks before the season, and ${best.share} of your best ${best.weeks} weeks in a row of the last ${best.ofWeeks}. Your best weeks keep counting for half a year, so resting before a season gains little.`,
  `At most ${mostPercent}% is shown, so that a risky jump in training earns nothing. Athletes with the same percentage share a place.`,
  `You need ${medianWeeks} weeks of training before the season for a place. Until then, you see only your own number.`,
  "One break a year, declared on the page of your year, is left out of your history and of the season. A season with a declared break earns no place.",
  "Only you see what you are compared with.",
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
      `${race.metric === "kinds" ? "A kind" : "A day"} counts once it has ${countOf(race.leastMinutes, "moving minute")}.`,
    )
  if (race.kinds) lines.push(`Only these count: ${listed(race.kinds.map((kind) => kindWords[kind].noun))}.`)
  if (race.weekdays) lines.push(`Only ${listed(race.weekdays.map((day) => dayNames[day - 1] ?? ""))} count.`)
  if (race.capADay !== null) lines.push(`A day adds at most ${valueInWords(race.metric, race.capADay)}.`)
  if (race.daysAWeek !== null)
    lines.push(`The best ${countOf(race.daysAWeek, "day")} of each week count, Monday to Sunday.`)
  if (race.leastDays > 1) lines.push(`You need ${countOf(race.leastDays, "counted day")} for a place.`)
  if (race.newcomers) lines.push("It is for athletes without a result in an earlier season.")
  if (race.entrants !== "together")
    lines.push("Ties go to the athlete with more days; athletes who are still tied share the place.")
  return lines
}

const teamRuleInWords = [
  `A team’s total adds up the points of its best members of each day, about six in ten, at most ${teamRule.mostPointsADay} points each.`,
  "The smallest team decides how many members count, when the teams are drawn. Athletes who join in the first three days are then added to the smallest teams; those who join later score on their own.",
  "A day counts for the team the athlete was in on that day.",
  `A team needs ${teamRule.leastMembers} members for a place.`,
  "Ties go to the team with more active days, then to the one that got there first; teams that are still tied share the place.",
]

const captainsRuleInWords = [
  `Until the end of the season’s third day, members found teams and invite others with a code. After that, nobody joins and nobody can be removed. A team has at most ${teamRule.mostMembers} members.`,
  `A team’s total is the mean of its better half, at least ${teamRule.leastMembers} members: their points for the whole season, divided by their number. A missing member counts as zero. That gives a large team and a small one the same chance.`,
  "A day counts for the team the athlete was in on that day. An athlete who leaves the competition still counts as a member.",
  `A team needs ${teamRule.leastMembers} members for a place. There is no prize, because these teams are not drawn to be equally strong.`,
  "Ties go to the team with more active days, then to the one that got there first; teams that are still tied share the place.",
]

function goalInWords({ target, metric }: SideRace): string[] {
  return target === null ? [] : [`Each team has a goal of its own: ${valueInWords(metric, target)}.`]
}

function prizeRuleInWords({ prize, mostPrizes }: Pick<SideRace, "prize" | "mostPrizes">): string[] {
  if (prize === null || mostPrizes === null) return []
  return [
    `The prize goes to members of the first team who have at least ${teamRule.prizeActiveDays} active days, were drawn into it with points of their own, and did not change teams. There ${mostPrizes === 1 ? "is one" : `are at most ${mostPrizes}`}; if more members qualify, those who placed higher in the season get one.`,
    "Members who win a prize of the season itself, or cannot win one by the official rules, do not share it. Their points still count for the team.",
  ]
}

/** "Run, Walk and Hike" */
function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}
