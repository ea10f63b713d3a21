/**
 * Compares a prerendered page from this server with a bare node:http server that answers with the same bytes and
 * headers, in the same run under the same load, each in one process. nginx with one worker is included if it is
 * installed, and so is another built checkout of this project: `npm run bench -- pages --with ../older`. Then compares
 * live pages with prerendered ones (pages/live.ts).
 */
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { answerOf, asked } from "./pages/answer.ts"
import { type Contestant, startBareNode, startNginx, startOurs } from "./pages/contestants.ts"
import { measureLivePages } from "./pages/live.ts"
import { type Load, loadTool, type Round } from "./pages/load.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const root = join(import.meta.dirname, "..")
const path = "/about"
const rounds = 5
const load: Load = { seconds: 2, connections: 32, path, headers: asked }

/** The required share of the bare server's requests per second. */
const leastShare = 0.9

interface Run {
  contestant: Contestant
  rounds: Round[]
  /** Processor time before the first round, in seconds. */
  cpuBefore: number | null
}

/** Prints requests per second of each round, the medians, and the processor time of a request. */
export async function bench(): Promise<BenchResult> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { with: { type: "string" } } })
  if (!existsSync(join(root, "build/pages.json")))
    throw new Error("There is no build; run npm run build first")
  const folder = await mkdtemp(join(tmpdir(), "bench-pages-"))
  const contestants: Contestant[] = []
  try {
    const ours = await startOurs("ours", root)
    contestants.push(ours)
    contestants.push(await startBareNode(ours.url + path))
    const nginx = await startNginx({ buildDir: join(root, "build"), folder, path })
    if (nginx) contestants.push(nginx)
    await mustBeTheSame(contestants)
    if (values.with) contestants.push(await startOurs(values.with, values.with))
    const prerendered = await race(contestants)
    await Promise.all(contestants.splice(0).map(({ stop }) => stop()))
    const missed = await measureLivePages(join(root, "build"), folder)
    if (!prerendered) missed.unshift("prerendered")
    return {
      target: missed.length > 0 ? missed.join(", ") : "every target above",
      met: missed.length === 0,
    }
  } finally {
    await Promise.all(contestants.map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** This server comes first and the bare server second. Returns whether the target was reached. */
async function race(contestants: readonly Contestant[]): Promise<boolean> {
  const tool = await loadTool()
  say(`${path}, ${load.connections} connections, ${load.seconds} s a round, load by ${tool.name}`)
  const [busy = 0] = loadavg()
  if (busy > availableParallelism())
    say(`This machine is busy (load ${busy.toFixed(1)} on ${availableParallelism()} processors)`)
  for (const { url } of contestants) await tool.run(url, load)
  const runs: Run[] = []
  for (const contestant of contestants)
    runs.push({ contestant, rounds: [], cpuBefore: await contestant.cpuSeconds() })
  for (let round = 1; round <= rounds; round++) {
    // The rounds alternate, so that noise on the machine affects all of them.
    for (const run of runs) run.rounds.push(await tool.run(run.contestant.url, load))
    say(
      `round ${round}: ${runs.map((run) => `${run.contestant.name} ${shown(run.rounds.at(-1))}`).join(", ")}`,
    )
  }
  const [ours, bare] = runs
  if (!ours || !bare) throw new Error("There is nothing to compare")
  const costs = new Map<Run, number | null>()
  for (const run of runs) {
    const cost = await cpuPerRequest(run)
    costs.set(run, cost)
    const perSecond = Math.round(median(run.rounds.map((one) => one.perSecond)))
    const cpu = cost === null ? "" : `, ${(cost * 1e6).toFixed(1)} µs of processor time a request`
    say(
      `${run.contestant.name}: ${perSecond}/s${cpu}, ${shareOf(run, bare).toFixed(2)} of ${bare.contestant.name}`,
    )
  }
  const cost = { ours: costs.get(ours), bare: costs.get(bare) }
  // Other programs on the machine affect the requests per second, but hardly the processor time per request.
  const share = cost.ours && cost.bare ? cost.bare / cost.ours : shareOf(ours, bare)
  const failed = runs.filter((run) => run.rounds.some((one) => one.failed > 0))
  const reached = share >= leastShare && failed.length === 0
  say(
    `Requests per second of processor time: ${share.toFixed(2)} of ${bare.contestant.name} (at least ${leastShare}${failed.length > 0 ? `, failed requests at ${failed.map((run) => run.contestant.name).join(" and ")}` : ""}: ${reached ? "reached" : "MISSED"})`,
  )
  return reached
}

/** The median of the rounds' ratios of requests per second. */
function shareOf(run: Run, bare: Run): number {
  return median(run.rounds.map((one, index) => one.perSecond / (bare.rounds[index]?.perSecond ?? Number.NaN)))
}

/** Seconds; null where the system does not report it. */
async function cpuPerRequest({ contestant, rounds, cpuBefore }: Run): Promise<number | null> {
  const ended = await contestant.cpuSeconds()
  const requests = rounds.reduce((sum, one) => sum + one.requests, 0)
  return ended === null || cpuBefore === null ? null : (ended - cpuBefore) / requests
}

/**
 * All must send the page's gzip body, the first two with the same headers, or the comparison is meaningless.
 */
async function mustBeTheSame(contestants: readonly Contestant[]) {
  const expected = await readFile(join(root, "build/client", path, "index.html.gz"))
  const answers = await Promise.all(contestants.map(({ url }) => answerOf(url + path)))
  for (const [index, { body }] of answers.entries())
    if (!body.equals(expected))
      throw new Error(`${contestants[index]?.name} does not answer with the page's gzip body`)
  const [ours, bare] = answers.map(({ headers }) => headers.join("\n"))
  if (ours !== bare) throw new Error("The bare server does not answer with our headers")
}

function shown(round: Round | undefined): string {
  if (!round) return "?"
  return `${Math.round(round.perSecond)}/s (p99 ${round.p99Ms.toFixed(1)} ms${round.failed ? `, ${round.failed} FAILED` : ""})`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
