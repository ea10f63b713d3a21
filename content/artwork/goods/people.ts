import { person } from "../figures/person.ts"
import { poses } from "../figures/poses.ts"
import type { Ground } from "../grounds.ts"
import { rect, round, stroke } from "../pen.ts"

type Inks = Parameters<typeof person>[1]

const inksOf = ({ line, middle, accent, sheet }: Ground, top: string): Inks => ({
  body: line,
  far: middle,
  top,
  shoe: sheet === accent ? line : accent,
  gap: sheet,
})

const at = (x: number, y: number, scale: number, drawn: string, mirrored = false) =>
  `<g transform="translate(${x} ${y}) scale(${mirrored ? -scale : scale} ${scale})">${drawn}</g>`

/** Two people who meet halfway, on a sheet of 1200 by 800 units. */
export function meeting(ground: Ground): string {
  const { accent, soft, middle } = ground
  return (
    rect(0, 690, 1200, 110, soft) +
    stroke("M70 745H1130", middle, 6, ` stroke-dasharray="6 26"${round}`) +
    at(196, 90, 6, person(poses.walk, inksOf(ground, accent), "cap")) +
    at(1004, 90, 6, person(poses.walk, inksOf(ground, middle), "tail"), true)
  )
}

/** Six people before a session, in two conversations, one of them in the color of the day; as large a sheet. */
export function group(ground: Ground): string {
  const { accent, middle, soft, line } = ground
  const six = [
    [120, "stand", "none", middle, 5.0, false],
    [330, "stand", "bun", line, 4.6, true],
    [480, "walk", "band", accent, 5.3, false],
    [735, "stand", "cap", middle, 5.0, false],
    [930, "stand", "tail", line, 4.7, true],
    [1090, "walk", "none", middle, 4.8, true],
  ] as const
  return (
    rect(0, 690, 1200, 110, soft) +
    six
      .map(([x, pose, hair, top, scale, mirrored]) =>
        at(
          Math.round(x + (mirrored ? 50 : -50) * scale),
          Math.round(716 - 98 * scale),
          scale,
          person(poses[pose], inksOf(ground, top), hair),
          mirrored,
        ),
      )
      .join("")
  )
}
