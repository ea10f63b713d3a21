import { privateRaceRule } from "#content/private-race-rule.ts"
import type { PrivateRacePhase } from "#domain/competition/private-races/phase.ts"
import { longDay, weekday } from "../../../day.ts"

const { entrants, mostAtOnce, daysAhead } = privateRaceRule

export const privateRaceProblems = {
  wrong_day: `Choose a first day from today to ${daysAhead} days from now.`,
  too_many: `You can be in ${mostAtOnce} races at a time. Leave one, or wait until one is over.`,
  full: `This race is full: ${entrants.most} athletes are in it.`,
  unknown_race: "Nobody can join this race anymore.",
} as const

/** Where a race stands, for its list. */
export const phaseNames: Record<PrivateRacePhase, string> = {
  upcoming: "Not begun yet",
  running: "On now",
  late: "Over, not final yet",
  final: "Final",
  ended: "Ended without a result",
}

/** Where a race stands, in a sentence for its page. */
export function phaseSentence(
  phase: PrivateRacePhase,
  { from, settlesOn }: { from: string; settlesOn: string },
) {
  switch (phase) {
    case "upcoming":
      return `It begins on ${dayInWords(from)}, with each athlete’s own day.`
    case "running":
      return "The table follows every activity within seconds."
    case "late":
      return `It is over. Recordings that arrive before ${dayInWords(settlesOn)} still count.`
    case "final":
      return "It is final. Activities that arrive now do not count."
    case "ended":
      return `It ended, because fewer than ${entrants.least} athletes were left in it.`
  }
}

/** "Monday, November 30" */
export function dayInWords(day: string): string {
  return `${weekday(day)}, ${longDay(day)}`
}
