/**
 * One process and two on one port, in one run: a page, a board as JSON, and uploads of members: `npm run bench -- processes`. The load
 * and the database are on the same machine, so two processes on two cores cannot be twice as fast.
 */
import { existsSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { createTurns } from "#primitives/turns.ts"
import { callerOf } from "#test/e2e/support/own-members.ts"
import { freePort, ownEnvironment, root, startProgram } from "#test/e2e/support/program.ts"
import { encodeFit } from "#test/support/recordings.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { asked } from "./pages/answer.ts"
import { loadTool } from "./pages/load.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const paths = { page: "/about", board: "/boards/this-month.json" }
const rounds = 3
/** A member may have few imports at a time, so many members send few each. */
const [members, uploads, atOnce] = [16, 2, 8]

interface Site {
  processes: string
  url: string
  data: string
  stop(): Promise<void>
}

export async function bench(): Promise<BenchResult> {
  if (!existsSync(join(root, "build/pages.json")))
    throw new Error("There is no build; run npm run build first")
  const tool = await loadTool()
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`
  process.stdout.write(`${availableParallelism()} cores, ${load()} before the start, ${tool.name}\n`)
  const sites: Site[] = []
  let failed = 0
  try {
    for (const processes of ["1", "2"]) sites.push(await start(processes))
    for (const [name, path] of Object.entries(paths)) {
      const perSecond = sites.map((): number[] => [])
      // In turn, so that other work on the machine is the same for both.
      for (let round = 0; round < rounds; round++)
        for (const [index, { url }] of sites.entries()) {
          const result = await tool.run(url, { seconds: 3, connections: 32, path, headers: asked })
          failed += result.failed
          perSecond[index]?.push(result.perSecond)
        }
      process.stdout.write(`${name}: ${inWords(sites, perSecond, 0)}; ${load()}\n`)
    }
    const perSecond: number[][] = sites.map(() => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, site] of sites.entries()) perSecond[index]?.push(await uploadsPerSecond(site))
    process.stdout.write(`uploads: ${inWords(sites, perSecond, 1)}; ${load()}\n`)
  } finally {
    await Promise.all(sites.map(({ stop }) => stop()))
  }
  return { target: "no request fails", met: failed === 0 }
}

function inWords(sites: readonly Site[], perSecond: readonly number[][], digits: number): string {
  const parts = sites.map(
    ({ processes }, index) =>
      `${median(perSecond[index] ?? []).toFixed(digits)}/s with PROCESSES=${processes}`,
  )
  return parts.join(", ")
}

async function start(processes: string): Promise<Site> {
  const folder = await mkdtemp(join(await scratchFolder(), "b4m-bench-processes-"))
  await chmod(folder, 0o755)
  const data = join(folder, "data")
  const own = { DATA_DIR: data, LOG_LEVEL: "error", PROCESSES: processes, AUTH_LIMITS: "off" }
  const { url, stop } = await startProgram({
    ...{ command: process.execPath, args: ["server/main.ts"], cwd: root, patienceMs: 180_000 },
    env: { ...ownEnvironment(), PORT: String(await freePort()), ...own },
  })
  return {
    ...{ processes, url, data },
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Recordings with samples that are acknowledged per second, each sent by a member in two requests. */
async function uploadsPerSecond(site: { url: string; data: string }): Promise<number> {
  const { join: joinSite, send } = callerOf(site)
  const joined = await Promise.all(
    Array.from({ length: members }, (_, n) => joinSite(`Member ${n}`, "public")),
  )
  const recording = (n: number) =>
    encodeFit({
      sessions: [
        {
          ...{ sport: "running", timerS: 600, elapsedS: 600, distanceM: 2_000 + n, records: 600 },
          startedAt: new Date(Date.now() - (n + 1) * 1_200_000),
        },
      ],
    })
  const turn = createTurns(atOnce)
  const began = performance.now()
  await Promise.all(
    joined.flatMap((member) =>
      Array.from({ length: uploads }, (_, n) => turn(() => send(member, "run.fit", recording(n)))),
    ),
  )
  return (members * uploads) / ((performance.now() - began) / 1_000)
}
