import { expect, test } from "vitest"
import type { Measured } from "./measure.ts"
import { barePath, reportFile, shortcomings } from "./report.ts"

const perfect: Measured = {
  path: "/about",
  scores: { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 },
  times: {
    "first-contentful-paint": 800,
    "largest-contentful-paint": 1400,
    "total-blocking-time": 20,
    "speed-index": 900,
    "cumulative-layout-shift": 0,
  },
  blockedByProcessor: 10,
  benchmark: 1500,
  findings: [],
}
const withSpeed = (path: string, performance: number): Measured => ({
  ...perfect,
  path,
  scores: { ...perfect.scores, performance },
  // More than the bare page, so that its score alone counts.
  blockedByProcessor: path === barePath ? 10 : 161,
})
const slow = withSpeed("/shop", 97)
const bare = (performance: number) => withSpeed(barePath, performance)
const facts = { runs: 3, browser: "150", on: "2026-11-21" }

test("A page below its target and one that could not be measured are named, and the others are listed", () => {
  const unmeasured = [{ path: "/events", reason: "NO_NAVSTART" }]
  const result = { pages: [perfect, slow], baseline: [bare(100)], unmeasured }
  expect(shortcomings(result)).toEqual([
    "/shop has 97 in performance, the target is 98",
    "/events could not be measured: NO_NAVSTART",
  ])
  const file = reportFile(result, facts)
  expect(file).toContain("on 2026-11-21")
  expect(file).toContain("which makes it 98 here")
  expect(file).toContain("- /events could not be measured: NO_NAVSTART")
  expect(file).toContain("| /about | 100 | 100 | 100 | 100 | 0.8 s | 1.4 s | 20 ms | 10 ms | 0.000 |")
  expect(file).toContain(`| ${barePath} | 100 |`)
})

test.each([
  ["two points below the bare page", [100], 98, true],
  ["three points below it", [100], 97, false],
  ["two points below a bare page that the machine slows down", [85], 83, true],
  ["three points below that", [85], 82, false],
  ["faster than the bare page", [85], 100, true],
  ["two points below the median of an uneven sweep", [60, 99, 100], 97, true],
  ["three points below the median of an uneven sweep", [60, 99, 100], 96, false],
])("Performance %s", (_name, baseline, performance, met) => {
  const result = { pages: [withSpeed("/about", performance)], baseline: baseline.map(bare), unmeasured: [] }
  expect(shortcomings(result).length === 0).toBe(met)
})

test.each([
  [160, true],
  [161, false],
])(
  "With a low score, %i ms of processor time compared with 10 for the bare page",
  (blockedByProcessor, met) => {
    const page = { ...withSpeed("/about", 40), blockedByProcessor }
    expect(shortcomings({ pages: [page], baseline: [bare(100)], unmeasured: [] }).length === 0).toBe(met)
  },
)

test("A slow machine lowers no other target", () => {
  const page = { ...perfect, scores: { ...perfect.scores, seo: 99 } }
  expect(shortcomings({ pages: [page], baseline: [bare(50)], unmeasured: [] })).toEqual([
    "/about has 99 in seo, the target is 100",
  ])
})

test("Without the bare page no speed is judged, and the command reports it", () => {
  expect(shortcomings({ pages: [perfect], baseline: [], unmeasured: [] })).toEqual([
    "The bare page could not be measured, so no page's speed can be judged",
    "/about has 100 in performance, no target is known",
  ])
})

test("The bare page has no targets, and a report without shortcomings says so", () => {
  const result = { pages: [perfect], baseline: [bare(97)], unmeasured: [] }
  expect(shortcomings(result)).toEqual([])
  expect(reportFile(result, facts)).toContain("Every page reaches every target.")
})

test("A page measured twice is listed with its second round, and the first is reported", () => {
  const better = { ...slow, scores: perfect.scores, before: slow }
  const result = { pages: [better], baseline: [bare(100)], unmeasured: [] }
  expect(shortcomings(result)).toEqual([])
  const file = reportFile(result, facts)
  expect(file).toContain(
    "The first one:\n\n- /shop has 97 in performance, the target is 98\n\nEvery page reaches",
  )
  expect(file).toContain("| /shop | 100 |")
})
