import type { PlayedCheat } from "./cheats/play.ts"
import type { Played } from "./honest/play.ts"

/**
 * The goals of fair play (docs/competition.md): no cheat wins unnoticed, hardly any honest member needs a review, none
 * loses anything.
 */
const targets = { unseen: 0, askedPerThousand: 1, winnersPerHundred: 1, excluded: 0, weekly: 5 } as const

/** The figures that sum up both tables, beside their targets. */
export function figuresOf(
  honest: Played,
  cheats: readonly PlayedCheat[],
  recomputed: Record<"verdicts" | "days" | "standings", number>,
): { lines: string[]; met: boolean } {
  const { sessions, winners, weekly } = honest
  const of = (outcome: (typeof sessions)[number]["outcome"]) =>
    sessions.filter((one) => one.outcome === outcome).length
  const played = cheats.flatMap(({ seen }) => seen ?? [])
  // One day that holds a prize puts all of the winner's days before an operator.
  const winning = played.filter(({ unseen, stopped }) => unseen > 0 && stopped === 0)
  const busiest = Math.max(0, ...weekly)
  const average = weekly.reduce((sum, count) => sum + count, 0) / Math.max(1, weekly.length)
  const perThousand = (of("review") / sessions.length) * 1000
  const perHundred = (winners.lookedAt.length / Math.max(1, winners.sessions)) * 100
  const countOf = (of: (seen: (typeof played)[number]) => boolean) => played.filter(of).length
  const figures: [words: string, value: number, target: number][] = [
    [`cheats that win unseen, of ${played.length}`, winning.length, targets.unseen],
    [`honest sessions asked about, per 1,000 of ${sessions.length}`, perThousand, targets.askedPerThousand],
    [`of ${winners.sessions} sessions of winners, per 100`, perHundred, targets.winnersPerHundred],
    ["honest sessions excluded", of("excluded"), targets.excluded],
    ["honest sessions that count in part", of("in part"), targets.excluded],
    [`reviews a week in a club of 60, at most (on average ${round(average)})`, busiest, targets.weekly],
    ["differences that a recompute finds", recomputed.verdicts + recomputed.days + recomputed.standings, 0],
  ]
  return {
    lines: [
      `Of ${played.length} cheats, by the worst that became of a recording: ` +
        `${countOf((one) => one.unseen > 0 && one.stopped === 0)} could win unseen, ` +
        `${countOf((one) => one.stopped > 0)} count and stop a prize until somebody has looked, ` +
        `${countOf((one) => one.stopped + one.unseen === 0 && one.review > 0)} reviewed, ` +
        `${countOf((one) => one.stopped + one.unseen + one.review === 0)} excluded or counted as what they are`,
      ...figures.map(
        ([words, value, target]) =>
          `- ${words}: ${round(value)} (target ${target}, ${value <= target ? "reached" : "MISSED"})`,
      ),
      ...winners.lookedAt.map(
        ({ session, reasons }) => `  - of a winner: ${session.type}, ${[...new Set(reasons)].join(", ")}`,
      ),
    ],
    met: figures.every(([, value, target]) => value <= target),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
