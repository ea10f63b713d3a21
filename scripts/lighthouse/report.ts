import { arch, cpus, platform } from "node:os"
import lighthouse from "lighthouse/package.json" with { type: "json" }
import { type Category, categories, type Measured } from "./measure.ts"

/** The least that every public page reaches. */
export const targets: Readonly<Record<Category, number>> = {
  performance: 98,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
}

/** How the page is called that nothing is asked of. */
export const barePath = "(a bare page)"

/** A page that Lighthouse could not look at, and why. */
export interface Unmeasured {
  path: string
  reason: string
}

export interface Result {
  pages: readonly Measured[]
  /** The bare page, each time that it was measured. */
  baseline: readonly Measured[]
  unmeasured: readonly Unmeasured[]
}

/** Everything that keeps the command from ending well, one sentence each. */
export function shortcomings({ pages, unmeasured }: Result): string[] {
  return [
    ...pages.flatMap(missedTargets),
    ...unmeasured.map(({ path, reason }) => `${path} could not be measured: ${reason}`),
  ]
}

/** One sentence per target that a page misses, with what Lighthouse says about it. */
export function missedTargets(page: Measured): string[] {
  const missed = categories.filter((name) => !(page.scores[name] >= targets[name]))
  return missed.map((name) => {
    const about = page.findings.filter((finding) => finding.startsWith(`${name},`))
    const reasons = about.length > 0 ? ` (${about.join("; ")})` : ""
    return `${page.path} has ${page.scores[name]} in ${name}, ${targets[name]} is asked for${reasons}`
  })
}

/** "/events                 99 100 100 100  LCP 1.6 s, TBT 12 ms, CLS 0.000" */
export function pageLine({ path, scores, times }: Measured): string {
  const figures = categories.map((name) => String(scores[name]).padStart(3)).join(" ")
  const largest = `LCP ${seconds(times["largest-contentful-paint"])}`
  const blocked = `TBT ${Math.round(times["total-blocking-time"])} ms`
  return `${path.padEnd(48)} ${figures}  ${largest}, ${blocked}, CLS ${times["cumulative-layout-shift"].toFixed(3)}`
}

/** docs/lighthouse.md. */
export function reportFile(result: Result, facts: { runs: number; browser: string; on: string }): string {
  const { pages, baseline } = result
  const processor = cpus()[0]?.model.trim() ?? "unknown"
  const slowest = Math.round(Math.min(...[...pages, ...baseline].map(({ benchmark }) => benchmark)))
  const missed = shortcomings(result)
  const again = pages.filter(({ before }) => before)
  return `# Lighthouse

Written by \`npm run lighthouse\` on ${facts.on}. Every public page of a production build, served by our own server, as
Lighthouse's phone of the middle on slow 4G with an empty cache; each figure is the median of ${facts.runs} runs. Asked for are
${targets.performance} in performance and ${targets.accessibility} in accessibility, best practices and SEO.

Lighthouse ${lighthouse.version}, Chromium ${facts.browser}, ${cpus().length} x ${processor} (${platform()} ${arch()}). Lighthouse
slows the processor to a quarter; its own measure of this machine was never below ${slowest}, where a desktop has 1500 and more.

${again.length === 0 ? "" : `${twice(again)}\n\n`}${missed.length === 0 ? "Every page reaches every target." : `Below target:\n\n${missed.map((line) => `- ${line}`).join("\n")}`}

| Page | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocked | Layout shift |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${pages.map(row).join("\n")}

In between, a page with nothing but React and its router, a heading and a button. What it misses, the machine and the
library miss: where it is blocked for long, so are the pages beside it.

| Page | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocked | Layout shift |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${baseline.map(row).join("\n")}
`
}

/** What the first round had for the pages that the table shows from a second one. */
function twice(again: readonly Measured[]): string {
  const lines = again.flatMap(({ before }) =>
    before ? missedTargets(before).map((line) => `- ${line}`) : [],
  )
  return `What misses a target is measured once more at the end, when the bare page says that the machine is quiet; the table has the second round. In the first one:\n\n${lines.join("\n")}`
}

function row({ path, scores, times }: Measured): string {
  const figures = [
    ...categories.map((name) => scores[name]),
    seconds(times["first-contentful-paint"]),
    seconds(times["largest-contentful-paint"]),
    `${Math.round(times["total-blocking-time"])} ms`,
    times["cumulative-layout-shift"].toFixed(3),
  ]
  return `| ${path} | ${figures.join(" | ")} |`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
