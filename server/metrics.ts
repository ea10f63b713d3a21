import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { withDeadline } from "#primitives/deadline.ts"
import { type Figures, figures } from "./figures.ts"
import type { QueueCounts } from "./jobs/counts.ts"
import type { AnsweredRequest } from "./request-log.ts"
import { sharedMetrics } from "./shared-metrics.ts"

/** The metrics of the process as Prometheus text. One registry per server, so that two can share a process. */
export interface Metrics {
  registry: Registry
  /** As Prometheus text; of all processes together, if several share the port. */
  text(): Promise<string>
  onAnswered(request: AnsweredRequest): void
  jobEnded(queue: string, outcome: "completed" | "failed" | "dead", seconds: number): void
  rateLimited(rule: string): void
  /** Observes the time until an event was written to every page that follows the same boards. */
  boardsTold(seconds: number): void
  /** A gauge that is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** Services that refuse this site, and the reasons, read on each scrape. */
  watchAlarms(read: () => Promise<readonly { source: string; because: string }[]>): void
  /** Metrics of the installation, read together on each scrape. */
  watchFigures(read: () => Promise<Partial<Figures>>): void
  /** Jobs by queue and state, read on each scrape. */
  watchJobs(count: () => Promise<readonly QueueCounts[]>): void
}

/** Names follow Prometheus conventions: base units, `_total` for counters, low cardinality. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time until an answer began, by method, route pattern and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "Time a job took, by queue and outcome.",
    labelNames: ["queue", "outcome"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
    registers: [registry],
  })
  const limited = new Counter({
    name: "rate_limited_requests_total",
    help: "Requests refused with 429, by rule.",
    labelNames: ["rule"],
    registers: [registry],
  })
  const told = new Histogram({
    name: "live_boards_told_seconds",
    help: "Time until a change, or who is looking, was written to every open live board of this process.",
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    registry,
    text: sharedMetrics(registry),
    onAnswered: ({ method, route, status, ms }) =>
      requests.observe({ method: knownMethod(method), route, status }, ms / 1000),
    jobEnded: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
    rateLimited: (rule) => limited.inc({ rule }),
    boardsTold: (seconds) => told.observe(seconds),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    watchAlarms: (read) => {
      new Gauge({
        name: "service_refuses_site",
        help: "1 while a service that athletes connect refuses this site, by reason.",
        labelNames: ["service", "because"],
        aggregator: "first",
        registers: [registry],
        async collect() {
          this.reset()
          // Without the database this metric is missing, but the others matter all the more.
          for (const { source, because } of await inTime(read).catch(() => []))
            this.set({ service: source, because }, 1)
        },
      })
    },
    watchFigures: (read) => {
      // The registry collects all gauges at once; a single read serves them all.
      let reading: Promise<Partial<Figures>> | undefined
      for (const [name, help] of Object.entries(figures) as [keyof Figures, string][]) {
        new Gauge({
          name,
          help,
          // Every process reads the same, except for its own connections.
          aggregator: name === "database_connections_own" ? "sum" : "first",
          registers: [registry],
          async collect() {
            reading ??= read().finally(() => {
              reading = undefined
            })
            const value = (await reading)[name]
            this.reset()
            if (value === undefined) this.remove()
            else this.set(value)
          },
        })
      }
    },
    watchJobs: (count) => {
      new Gauge({
        name: "jobs",
        help: "Jobs by queue and state: waiting, at work, dead.",
        labelNames: ["queue", "state"],
        aggregator: "first",
        registers: [registry],
        async collect() {
          this.reset()
          // Without the database this metric is missing, but the others matter all the more.
          for (const { queue, waiting, atWork, dead } of await inTime(count).catch(() => [])) {
            this.set({ queue, state: "waiting" }, waiting)
            this.set({ queue, state: "at work" }, atWork)
            this.set({ queue, state: "dead" }, dead)
          }
        },
      })
    },
  }
}

/** Scrapers time out after 10 seconds. */
const inTime = <Read>(read: () => Promise<Read>) => withDeadline(3_000, read)

/** Clients can send any method name; label values must stay bounded. */
function knownMethod(method: string): string {
  return /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : "other"
}
