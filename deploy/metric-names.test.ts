/** Alert rules and the dashboard ask only for metrics and labels that a running site exports. */
import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { killAll, startProcess } from "#test/support/server-process.ts"

/** Labels by metric, as HELP lines and samples show them. */
const exported = new Map<string, Set<string>>()
const running: ReturnType<typeof startProcess>[] = []
let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-metric-names-"))
  const token = "m".repeat(40)
  const site = startProcess("server/main.ts", {
    ...{ PORT: "0", DATA_DIR: folder, DATABASE_URL: database.url, METRICS_TOKEN: token },
  })
  running.push(site)
  const url = await site.url
  await fetch(`${url}/health`)
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  for (const line of (await answer.text()).split("\n")) {
    const [, described] = /^# HELP (\w+) /.exec(line) ?? []
    if (described) exported.set(described, new Set())
    const [, sample = "", labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    const metric = baseOf(sample)
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) exported.get(metric)?.add(label)
  }
})
afterAll(async () => {
  await killAll(running)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The metric of a sample: those of a histogram end in _bucket, _sum and _count. */
function baseOf(name: string): string {
  return exported.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "")
}

/** What Prometheus itself knows of each target. */
const ownMetrics = ["up"]
const ownLabels = ["job", "instance"]
/** Labels of metrics without a sample on a site where nothing has happened yet (server/metrics.ts). */
const laterLabels: Record<string, string[]> = {
  service_refuses_site: ["service", "because"],
  job_duration_seconds: ["queue", "outcome"],
  rate_limited_requests_total: ["rule"],
}

const words = new Set(
  "sum max min by topk rate changes time and histogram_quantile le on or unless avg count label_values".split(
    " ",
  ),
)

const rules = readFileSync(join(import.meta.dirname, "prometheus/alerts.yaml"), "utf8")
const dashboard = JSON.parse(readFileSync(join(import.meta.dirname, "grafana/dashboard.json"), "utf8"))

function expressions(): string[] {
  const ofRules = [...rules.matchAll(/^ {8}expr: (.+)$/gm)].map(([, text = ""]) => text)
  const panels = dashboard.panels as { targets: { expr: string }[] }[]
  return [...ofRules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
}

/** Names of metrics in an expression, without functions, labels, text and durations. */
function metricsIn(expression: string): string[] {
  const plain = expression
    .replace(/"[^"]*"/g, "")
    .replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, "")
    .replace(/\b\d[\w.]*\b/g, "")
  return [...plain.matchAll(/\b[a-zA-Z_]\w*\b/g)].map(([name]) => name).filter((name) => !words.has(name))
}

test("every rule and panel has an expression", () => {
  expect(rules.match(/^ {6}- alert: /gm)?.length).toBe([...rules.matchAll(/^ {8}expr: .+$/gm)].length)
  expect(rules.match(/^ {10}summary: /gm)?.length).toBe(rules.match(/^ {6}- alert: /gm)?.length)
  expect(dashboard.panels.length).toBeGreaterThan(15)
  for (const { targets } of dashboard.panels) expect(targets.length).toBeGreaterThan(0)
})

test("every metric is exported by /metrics", () => {
  const asked = [...new Set(expressions().flatMap(metricsIn))].filter((name) => !ownMetrics.includes(name))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !exported.has(baseOf(name)))).toEqual([])
})

test("every label belongs to its metric", () => {
  const wrong: string[] = []
  for (const expression of expressions()) {
    const known = metricsIn(expression).flatMap((name) => {
      const metric = baseOf(name)
      return [...(exported.get(metric) ?? []), ...(laterLabels[metric] ?? [])]
    })
    const matched = [...expression.matchAll(/([a-z_]+)\s*(?:=~|!=|!~|=)\s*"/g)].map(([, label = ""]) => label)
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "))
    for (const label of [...matched, ...grouped])
      if (![...known, ...ownLabels].includes(label)) wrong.push(`${label} in ${expression}`)
  }
  expect(wrong).toEqual([])
})
