import type { PlayedCheat } from "./cheats/play.ts"
import type { Played } from "./honest/play.ts"

/** The goals of fair play (docs/competition.md): no cheat wins unseen, hardly an honest member is asked, none loses anything. */
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
  const unseen = played.filter((seen) => seen.unseen > 0)
  const busiest = Math.max(0, ...weekly)
  const average = weekly.reduce((sum, count) => sum + count, 0) / Math.max(1, weekly.length)
  const perThousand = (of("review") / sessions.length) * 1000
  const perHundred = (winners.lookedAt.length / Math.max(1, winners.sessions)) * 100
  const figures: [words: string, value: number, target: number][] = [
    [`cheats that win unseen, of ${played.length}`, unseen.length, targets.unseen],
    [`honest sessions asked about, per 1,000 of ${sessions.length}`, perThousand, targets.askedPerThousand],
    [`of ${winners.sessions} sessions of winners, per 100`, perHundred, targets.winnersPerHundred],
    ["honest sessions excluded", of("excluded"), targets.excluded],
    ["honest sessions that count in part", of("in part"), targets.excluded],
    [`reviews a week in a club of 60, at most (on average ${round(average)})`, busiest, targets.weekly],
    ["differences that a recompute finds", recomputed.verdicts + recomputed.days + recomputed.standings, 0],
  ]
  return {
    lines: [
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
