import type { ScoreLine } from "#domain/competition/scoring/score.ts"

/** "32 min running = 32, 6.1 km = 31, active day = 25" */
export function inOneLine(lines: readonly ScoreLine[]): string {
  return lines
    .map((line) => `${line.text} = ${line.points < 0 ? `−${-line.points}` : line.points}`)
    .join(", ")
}
