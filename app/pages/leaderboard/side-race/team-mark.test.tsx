import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { TeamMark } from "./team-mark.tsx"

const colorOf: Record<string, string> = { "text-ink": "#0e1110", "text-paper": "#f6f5f0" }

test("the number of every team stands out from its color", () => {
  for (let number = 1; number <= 20; number++) {
    const mark = renderToStaticMarkup(<TeamMark number={number} />)
    const [, ground = ""] = /background-color:(#\w{6})/.exec(mark) ?? []
    const [text = ""] = /text-(?:ink|paper)/.exec(mark) ?? []
    // Text of 16 bold pixels and more needs 3:1.
    expect(contrast(ground, colorOf[text] ?? ""), `${number} on ${ground}`).toBeGreaterThan(4)
  }
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
