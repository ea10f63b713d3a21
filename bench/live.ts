/**
 * `npm run bench -- live [--pages 10000]`: open pages that follow the boards, all in one server process: the memory
 * that they use, and how long a change takes from its commit until every page has received it. First measures a bare
 * node:http server that writes to the same number of connections in the same way: the cost of the machine and of the
 * reading program alone.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { freePort } from "#test/e2e/support/program.ts"
import { cpuSeconds } from "./pages/contestants.ts"
import type { BenchResult } from "./run.ts"
import { type LiveSite, startLiveSite } from "./support/live-site.ts"
import { median } from "./support/median.ts"

const targets = { memoryMb: 500, p99Ms: 1_000 }
const changes = 8
const metricsToken = "t".repeat(40)
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Told {
  delays: [first: number, median: number, p99: number, worst: number]
  untold: number
  lost: number
  /** Processor time of the server, in ms. */
  cpuMs: number
}

export async function bench(): Promise<BenchResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { pages: { type: "string", default: "10000" } },
  })
  say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  summary("a bare server", await tellBare(values.pages))
  const site = await startLiveSite({
    athletes: 200,
    env: { TRUST_PROXY: "1", METRICS_TOKEN: metricsToken },
    openFiles: 65_536,
  })
  try {
    say(`${values.pages} pages; the server may open ${await openFileLimit(site.pid)} files`)
    const before = await memoryMb(site.pid)
    const opening = performance.now()
    const pages = await openPages(new URL(site.url).port, values.pages)
    say(`Opened in ${((performance.now() - opening) / 1000).toFixed(1)} s`)
    const told: Told[] = []
    const writing: number[] = []
    let most = 0
    for (let n = 0; n < changes; n++) {
      const wrote = await writtenMs(site)
      told.push(await tell(pages, site.pid, () => site.train(site.athletes[n % 50]?.id ?? 0)))
      writing.push((await writtenMs(site)) - wrote)
      most = Math.max(most, await memoryMb(site.pid))
    }
    pages.kill("SIGTERM")
    const { p99, missing } = summary("this server", told)
    say(
      `Of that the server took ${median(writing).toFixed(0)} ms from hearing of the change until its last write (median), ${Math.max(...writing).toFixed(0)} ms at most`,
    )
    say(
      `Memory of the server process: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB with the pages, ${(((most - before) * 1000) / Number(values.pages)).toFixed(1)} kB a page`,
    )
    return {
      target: `${values.pages} pages in one process below ${targets.memoryMb} MB, a change told to all within ${targets.p99Ms} ms (p99)`,
      met: most < targets.memoryMb && p99 < targets.p99Ms && missing === 0,
    }
  } finally {
    await site.stop()
  }
}

async function tellBare(count: string): Promise<Told[]> {
  const port = String(await freePort())
  const server = fork(join(import.meta.dirname, "live/bare.ts"), [port])
  await once(server, "message")
  const pages = await openPages(port, count)
  const told: Told[] = []
  for (let n = 0; n < changes; n++)
    told.push(await tell(pages, server.pid ?? 0, async () => void server.send("tell")))
  pages.kill("SIGTERM")
  server.kill("SIGTERM")
  return told
}

async function openPages(port: string, count: string): Promise<ChildProcess> {
  const pages = fork(join(import.meta.dirname, "live/pages.ts"), [port, count])
  await once(pages, "message")
  return pages
}

/**
 * Makes a change: returns when each page received it, and the processor time that this took in the server with this
 * process id.
 */
async function tell(pages: ChildProcess, server: number, change: () => Promise<void>): Promise<Told> {
  const before = await cpuSeconds(server)
  await change()
  pages.send({ committed: performance.timeOrigin + performance.now() })
  const [answer] = (await once(pages, "message")) as [Omit<Told, "cpuMs">]
  const after = await cpuSeconds(server)
  return { ...answer, cpuMs: 1000 * ((after ?? Number.NaN) - (before ?? Number.NaN)) }
}

/** Prints the delays of all changes. */
function summary(name: string, told: readonly Told[]): { p99: number; missing: number } {
  const of = (index: number) => told.map(({ delays }) => delays[index] ?? Number.NaN)
  const missing = told.reduce((sum, { untold }) => sum + untold, 0) + (told.at(-1)?.lost ?? 0)
  const p99 = Math.max(...of(2))
  const ms = (value: number) => `${value.toFixed(0)} ms`
  say(
    `${name}: a change is told ${ms(median(of(1)))} after its commit (median), the first page ${ms(median(of(0)))}, p99 ${ms(median(of(2)))} (median of ${told.length} changes), ${ms(p99)} in the slowest, last page ${ms(Math.max(...of(3)))}; ${ms(median(told.map(({ cpuMs }) => cpuMs)))} of processor time; not told or lost: ${missing}`,
  )
  return { p99, missing }
}

/** The time that the server has spent writing to its open pages so far, in ms, according to its own metrics. */
async function writtenMs({ url }: LiveSite): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return 1000 * Number(/^live_boards_told_seconds_sum (\S+)/m.exec(text)?.[1])
}

/** Resident memory of a process, in MB. Linux only. */
async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}

async function openFileLimit(pid: number): Promise<string> {
  return /Max open files\s+(\d+)/.exec(await readFile(`/proc/${pid}/limits`, "utf8"))?.[1] ?? "?"
}
