/**
 * A prerendered page from our server beside the same bytes from nginx, in the same run under the same load.
 * Both answer with the gzip body made at build time; nginx runs one worker, as we run one process.
 */
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { type Contestant, startBareNode, startNginx, startOurs } from "./pages/contestants.ts"
import { type Load, loadTool, type Round } from "./pages/load.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const root = join(import.meta.dirname, "..")
const path = "/about"
const rounds = 9
const load: Load = { seconds: 2, connections: 32, path, headers: { "accept-encoding": "gzip" } }

/** Prints requests per second of each round and the medians. */
export async function bench(): Promise<BenchResult> {
  const buildDir = join(root, "build")
  if (!existsSync(join(buildDir, "pages.json"))) throw new Error("There is no build; run npm run build first")
  const folder = await mkdtemp(join(tmpdir(), "bench-pages-"))
  const tool = await loadTool()
  const ours = await startOurs(buildDir)
  const other = (await startNginx({ buildDir, folder, path })) ?? (await startBareNode({ buildDir, path }))
  try {
    await mustBeEqual(ours.url, other.url, await readFile(join(buildDir, "client", path, "index.html.gz")))
    say(`${path}, ${load.connections} connections, ${load.seconds} s a round, load by ${tool.name}`)
    const [busy = 0] = loadavg()
    if (busy > availableParallelism())
      say(`This machine has other work (load ${busy.toFixed(1)} on ${availableParallelism()} processors)`)
    await tool.run(ours.url, load)
    await tool.run(other.url, load)
    const results: { ours: Round; other: Round }[] = []
    const started = { ours: await ours.cpuSeconds(), other: await other.cpuSeconds() }
    for (let round = 1; round <= rounds; round++) {
      // In turn, so that a noisy minute of the machine meets both.
      const pair = { ours: await tool.run(ours.url, load), other: await tool.run(other.url, load) }
      results.push(pair)
      say(`round ${round}: ours ${shown(pair.ours)}, ${other.name} ${shown(pair.other)}`)
    }
    const microseconds = async (who: "ours" | "other", contestant: Contestant) => {
      const ended = await contestant.cpuSeconds()
      const requests = results.reduce((sum, pair) => sum + pair[who].requests, 0)
      const before = started[who]
      return ended === null || before === null ? "?" : (((ended - before) / requests) * 1e6).toFixed(1)
    }
    const perSecond = (who: "ours" | "other") => median(results.map((pair) => pair[who].perSecond))
    const share = median(results.map((pair) => pair.ours.perSecond / pair.other.perSecond))
    say(`median: ours ${Math.round(perSecond("ours"))}/s, ${other.name} ${Math.round(perSecond("other"))}/s`)
    say(
      `processor time a request: ours ${await microseconds("ours", ours)} µs, ${other.name} ${await microseconds("other", other)} µs`,
    )
    say(`share of requests per second: ${share.toFixed(2)}`)
    return { target: `at least half of the requests per second of ${other.name}`, met: share >= 0.5 }
  } finally {
    await Promise.all([ours.stop(), other.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Both must send the very same compressed bytes, or the comparison says nothing. */
async function mustBeEqual(ours: string, other: string, expected: Buffer) {
  for (const url of [ours, other]) {
    const { request } = await import("node:http")
    const body = await new Promise<Buffer>((resolve, reject) => {
      request(url + path, { headers: load.headers }, (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("end", () => resolve(Buffer.concat(parts)))
      })
        .on("error", reject)
        .end()
    })
    if (!body.equals(expected)) throw new Error(`${url}${path} does not answer with the page's gzip body`)
  }
}

function shown(round: Round): string {
  return `${Math.round(round.perSecond)}/s (p99 ${round.p99Ms.toFixed(1)} ms${round.failed ? `, ${round.failed} FAILED` : ""})`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
