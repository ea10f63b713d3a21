import { expect, test } from "vitest"
import { isLight, teamColors } from "./team-mark.tsx"

const [ink, paper] = ["#0e1110", "#f6f5f0"]

test.each(teamColors.map((color) => [color] as const))("the number of a team stands out from %s", (color) => {
  // Text of 16 bold pixels and more needs 3:1.
  expect(contrast(color, isLight(color) ? ink : paper)).toBeGreaterThan(4)
})

/** As WCAG defines it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
