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
export function reportFile(
  pages: readonly Measured[],
  { runs, browser }: { runs: number; browser: string },
): string {
  const processor = cpus()[0]?.model.trim() ?? "unknown"
  const slowest = Math.round(Math.min(...pages.map(({ benchmark }) => benchmark)))
  const rows = pages.map(({ path, scores, times }) => {
    const figures = [
      ...categories.map((name) => scores[name]),
      seconds(times["first-contentful-paint"]),
      seconds(times["largest-contentful-paint"]),
      `${Math.round(times["total-blocking-time"])} ms`,
      times["cumulative-layout-shift"].toFixed(3),
    ]
    return `| ${path} | ${figures.join(" | ")} |`
  })
  return `# Lighthouse

Written by \`npm run lighthouse\`. Every public page of a production build, served by our own server, as Lighthouse's phone
of the middle on slow 4G with an empty cache; each figure is the median of ${runs} runs. Asked for are ${targets.performance} in
performance and ${targets.accessibility} in accessibility, best practices and SEO.

Lighthouse ${lighthouse.version}, Chromium ${browser}, ${cpus().length} x ${processor} (${platform()} ${arch()}). Lighthouse
slows the processor to a quarter; its own measure of this machine was never below ${slowest}, where a desktop has 1500 and more.

| Page | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocked | Layout shift |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join("\n")}
`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
