import { countOf } from "#content/amounts.ts"

/** "4 points behind Ana", "level with an athlete"; ties are decided by active days, then by the earlier time. */
export function behind(points: number, name: string | null): string {
  return points === 0
    ? `level with ${name ?? "an athlete"}`
    : `${countOf(points, "point")} behind ${name ?? "an athlete"}`
}
