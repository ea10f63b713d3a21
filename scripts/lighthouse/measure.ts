import lighthouse from "lighthouse"
import { blockedByProcessor, type TraceEvent } from "./blocked.ts"

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const
export type Category = (typeof categories)[number]

/**
 * The metrics behind the performance score, by Lighthouse's names; in milliseconds, except for layout shift,
 * a share of the screen.
 */
const times = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "speed-index",
  "cumulative-layout-shift",
] as const
type Time = (typeof times)[number]

/** One page; every figure is the median of its runs. */
export interface Measured {
  path: string
  /** 0 to 100. */
  scores: Record<Category, number>
  times: Record<Time, number>
  /** Milliseconds, without what a busy machine adds: see `blockedByProcessor`. */
  blockedByProcessor: number
  /** Lighthouse's own benchmark of the machine: a quiet desktop has 1500 or more, a mid-range phone 300. */
  benchmark: number
  /** What is not perfect, apart from speed, in one sentence each. */
  findings: readonly string[]
  /** The first round, where this page was measured again because it had missed a target. */
  before?: Measured
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"] & { blockedByProcessor: number }

/** Loads a page `runs` times, each time as a first visit. Throws when Lighthouse could not measure it. */
export async function measurePage(page: {
  url: string
  path: string
  runs: number
  port: number
}): Promise<Measured> {
  const reports: Report[] = []
  for (let failures = 0; reports.length < page.runs; ) {
    // Lighthouse's defaults: a mid-range phone, slow 4G, an empty cache.
    const looked = await look(page.url, page.port)
    if (typeof looked !== "string") reports.push(looked)
    // On a busy machine a trace is sometimes incomplete.
    else if (++failures > page.runs + 2) throw new Error(looked)
  }
  const middle = (figure: (report: Report) => number) => median(reports.map(figure))
  return {
    path: page.path,
    scores: byName(categories, (name) =>
      middle(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)),
    ),
    times: byName(times, (name) => middle(({ audits }) => audits[name]?.numericValue ?? Number.NaN)),
    blockedByProcessor: middle((report) => report.blockedByProcessor),
    benchmark: middle(({ environment }) => environment.benchmarkIndex),
    findings: [...new Set(reports.flatMap(findingsOf))],
  }
}

/** One run; the error in words when there is no result. */
async function look(url: string, port: number): Promise<Report | string> {
  try {
    const result = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...categories],
      disableFullPageScreenshot: true,
    })
    if (!result) return "Lighthouse gave no result."
    const events = result.artifacts.Trace.traceEvents as readonly TraceEvent[]
    return (
      result.lhr.runtimeError?.message ?? { ...result.lhr, blockedByProcessor: blockedByProcessor(events) }
    )
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Audits other than speed that cost points. */
function findingsOf({ categories: found, audits }: Report): string[] {
  return categories
    .filter((name) => name !== "performance")
    .flatMap((name) =>
      (found[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = audits[id]
        if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
        const items = audit.details?.type === "table" ? audit.details.items.slice(0, 3) : []
        return [
          `${name}, ${id}: ${audit.title} ${items.map((item) => JSON.stringify(item)).join(" ")}`.trim(),
        ]
      }),
    )
}

function byName<Name extends string>(
  names: readonly Name[],
  figure: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<Name, number>
}

/** For an even number, the lower of the two middle values, so that the figure was actually measured. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
