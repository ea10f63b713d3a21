/**
 * `npm run bench -- live [--pages 10000]`: open pages that follow the boards, all in one server process: the memory that they
 * take, and how long a change takes from its commit until every page has been told.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { BenchResult } from "./run.ts"
import { startLiveSite } from "./support/live-site.ts"
import { median } from "./support/median.ts"

const targets = { memoryMb: 500, p99Ms: 1_000 }
const changes = 8
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Told {
  delays: [median: number, p99: number, worst: number]
  untold: number
  lost: number
}

export async function bench(): Promise<BenchResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { pages: { type: "string", default: "10000" } },
  })
  const site = await startLiveSite({ athletes: 200, env: { TRUST_PROXY: "1" }, openFiles: 65_536 })
  try {
    say(`${values.pages} pages; the server may open ${await openFileLimit(site.pid)} files`)
    const before = await memoryMb(site.pid)
    const opening = performance.now()
    const pages = fork(join(import.meta.dirname, "live/pages.ts"), [new URL(site.url).port, values.pages])
    await once(pages, "message")
    say(`Opened in ${((performance.now() - opening) / 1000).toFixed(1)} s`)
    const told: Told[] = []
    let most = 0
    for (let n = 0; n < changes; n++) {
      await site.train(site.athletes[n % 50]?.id ?? 0)
      pages.send({ committed: performance.timeOrigin + performance.now() })
      const [answer] = (await once(pages, "message")) as [Told]
      told.push(answer)
      most = Math.max(most, await memoryMb(site.pid))
    }
    pages.disconnect()
    pages.kill("SIGTERM")
    const [p50, p99, worst] = [0, 1, 2].map((index) => told.map(({ delays }) => delays[index] ?? Number.NaN))
    const missing = told.reduce((sum, { untold }) => sum + untold, 0) + (told.at(-1)?.lost ?? 0)
    const highestP99 = Math.max(...(p99 ?? []))
    say(
      `Memory of the server process: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB with the pages, ${(((most - before) * 1000) / Number(values.pages)).toFixed(1)} kB a page`,
    )
    say(
      `A change is told ${median(p50 ?? []).toFixed(0)} ms after its commit (median), p99 ${highestP99.toFixed(0)} ms in the slowest of ${changes} changes, last page ${Math.max(...(worst ?? [])).toFixed(0)} ms; not told or lost: ${missing}`,
    )
    return {
      target: `${values.pages} pages in one process below ${targets.memoryMb} MB, a change told to all within ${targets.p99Ms} ms (p99)`,
      met: most < targets.memoryMb && highestP99 < targets.p99Ms && missing === 0,
    }
  } finally {
    await site.stop()
  }
}

/** Resident memory of a process, in MB. Linux only. */
async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}

async function openFileLimit(pid: number): Promise<string> {
  return /Max open files\s+(\d+)/.exec(await readFile(`/proc/${pid}/limits`, "utf8"))?.[1] ?? "?"
}
