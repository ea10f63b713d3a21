import { arch, cpus, platform } from "node:os"
import lighthouse from "lighthouse/package.json" with { type: "json" }
import { type Category, categories, type Measured, median } from "./measure.ts"

/** How many points of performance a public page may be below the bare page of the same sweep. */
const pointsBelowBare = 2

/** The name of the page that shows what the machine and the libraries cost; it has no target. */
export const barePath = "(a bare page)"

/** A page that Lighthouse could not look at, and why. */
export interface Unmeasured {
  path: string
  reason: string
}

interface Result {
  pages: readonly Measured[]
  /** The bare page, each time that it was measured. */
  baseline: readonly Measured[]
  unmeasured: readonly Unmeasured[]
}

/**
 * The least that every public page reaches: in performance the median of the bare page in this sweep, less
 * `pointsBelowBare`, so that a busy machine lowers the target as it lowers the figures; 100 in everything else. NaN in
 * performance, which nothing reaches, when the bare page was not measured.
 */
function targetsOf(baseline: readonly Measured[]): Record<Category, number> {
  const bare = median(baseline.map(({ scores }) => scores.performance))
  return { performance: bare - pointsBelowBare, accessibility: 100, "best-practices": 100, seo: 100 }
}

/** Everything that keeps the command from ending well, one sentence each. */
export function shortcomings({ pages, baseline, unmeasured }: Result): string[] {
  const noBaseline = pages.length > 0 && baseline.length === 0
  return [
    ...(noBaseline ? ["The bare page could not be measured, so no page's speed can be judged"] : []),
    ...pages.flatMap((page) => missedTargets(page, baseline)),
    ...unmeasured.map(({ path, reason }) => `${path} could not be measured: ${reason}`),
  ]
}

/** One sentence per target that a page misses, with what Lighthouse says about it. */
export function missedTargets(page: Measured, baseline: readonly Measured[]): string[] {
  const targets = targetsOf(baseline)
  const missed = categories.filter((name) => !(page.scores[name] >= targets[name]))
  return missed.map((name) => {
    const about = page.findings.filter((finding) => finding.startsWith(`${name},`))
    const reasons = about.length > 0 ? ` (${about.join("; ")})` : ""
    const target = Number.isNaN(targets[name]) ? "no target is known" : `the target is ${targets[name]}`
    return `${page.path} has ${page.scores[name]} in ${name}, ${target}${reasons}`
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
  const targets = targetsOf(baseline)
  return `# Lighthouse

Written by \`npm run lighthouse\` on ${facts.on}. Every public page of a production build, served by our own server, as
Lighthouse's mid-range phone on slow 4G sees it with an empty cache; each figure is the median of ${facts.runs} runs. The target in
performance is relative: at most ${pointsBelowBare} points below the median of the bare page in the same sweep, which makes it ${targets.performance} here. In
accessibility, best practices and SEO it is ${targets.accessibility}.

Lighthouse ${lighthouse.version}, Chromium ${facts.browser}, ${cpus().length} x ${processor} (${platform()} ${arch()}). Lighthouse
slows the processor to a quarter; its own measure of this machine was never below ${slowest}, where a desktop has 1500 and more.

${again.length === 0 ? "" : `${twice(again, baseline)}\n\n`}${missed.length === 0 ? "Every page reaches every target." : `Below target:\n\n${missed.map((line) => `- ${line}`).join("\n")}`}

| Page | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocked | Layout shift |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${pages.map(row).join("\n")}

The bare page, measured between the others, is nothing but React and its router, a heading and a button: it shows what the
machine and the libraries cost.

| Page | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocked | Layout shift |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${baseline.map(row).join("\n")}
`
}

/** What the first round had for the pages that the table shows from a second one. */
function twice(again: readonly Measured[], baseline: readonly Measured[]): string {
  const lines = again.flatMap(({ before }) =>
    before ? missedTargets(before, baseline).map((line) => `- ${line}`) : [],
  )
  return `A page that misses a target is measured once more at the end, when the bare page says that the machine is quiet; the table has the second round. The first one:\n\n${lines.join("\n")}`
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
