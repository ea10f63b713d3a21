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
  benchmark: 1500,
  findings: [],
}
const slow: Measured = { ...perfect, path: "/shop", scores: { ...perfect.scores, performance: 97 } }
const facts = { runs: 3, browser: "150", on: "2026-11-21" }

test("A page below its target and one that could not be measured are named, and the others stand", () => {
  const unmeasured = [{ path: "/events", reason: "NO_NAVSTART" }]
  const result = { pages: [perfect, slow], baseline: [{ ...slow, path: barePath }], unmeasured }
  expect(shortcomings(result)).toEqual([
    "/shop has 97 in performance, 98 is asked for",
    "/events could not be measured: NO_NAVSTART",
  ])
  const file = reportFile(result, facts)
  expect(file).toContain("on 2026-11-21")
  expect(file).toContain("- /events could not be measured: NO_NAVSTART")
  expect(file).toContain("| /about | 100 | 100 | 100 | 100 | 0.8 s | 1.4 s | 20 ms | 0.000 |")
  expect(file).toContain(`| ${barePath} | 97 |`)
})

test("Nothing is asked of the bare page, and a file without shortcomings says so", () => {
  const result = { pages: [perfect], baseline: [{ ...slow, path: barePath }], unmeasured: [] }
  expect(shortcomings(result)).toEqual([])
  expect(reportFile(result, facts)).toContain("Every page reaches every target.")
})

test("A page measured twice stands with its second round, and the first is told", () => {
  const better = { ...slow, scores: perfect.scores, before: slow }
  const result = { pages: [better], baseline: [], unmeasured: [] }
  expect(shortcomings(result)).toEqual([])
  const file = reportFile(result, facts)
  expect(file).toContain(
    "In the first one:\n\n- /shop has 97 in performance, 98 is asked for\n\nEvery page reaches",
  )
  expect(file).toContain("| /shop | 100 |")
})
