/**
 * The cost of a start: the disk space of the packages, the first start of a fresh clone with an empty npm cache, the
 * memory of the idle site, and the second start, compared with an `npm start` of a bare node:http server. Wall time on
 * a shared machine means little by itself; the ratio to the bare start shows the cost of the site.
 */
import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort, type Program, plainEnvironment, root, startProgram } from "#test/e2e/support/program.ts"
import type { BenchResult } from "./run.ts"
import { memoryOfGroup } from "./start/memory.ts"
import { weigh } from "./start/weight.ts"
import { median } from "./support/median.ts"

/** 3 s on a machine whose bare start takes 0.4 s: two cores of a shared server. */
const mostTimes = 7.5
const rounds = 7
const targets = { megabytes: 450, firstStartS: 45, memory: 300, secondStartS: 3 }
/** How long the site is left alone before its memory is read. */
const idleMs = 15_000

const bareServer = `
  import { createServer } from "node:http"
  createServer((request, response) => response.end("yes")).listen(process.env.PORT, () =>
    console.log("B4M is running at http://localhost:" + process.env.PORT + "\\nData: none"))
  process.on("SIGTERM", () => process.exit(0))
`

/** Prints each figure beside its target. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"))
  const missed: string[] = []
  const figure = (name: string, value: number, most: number, unit: string) => {
    if (value > most) missed.push(name)
    print(`${name}: ${value.toFixed(unit === "MB" ? 0 : 1)} ${unit}, target at most ${most} ${unit}`)
  }
  try {
    const clone = join(folder, "clone")
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone])
    const first = await start(clone, join(folder, "data"), { npm_config_cache: join(folder, "npm") })
    print(
      first.program
        .output()
        .match(/^(Installed|Built) in \d+ s\.$/gm)
        ?.join(" ") ?? "",
    )
    figure("first start of a fresh clone", first.ms / 1000, targets.firstStartS, "s")
    const weight = await weigh(clone)
    figure("packages in production", weight.production, targets.megabytes, "MB")
    print(
      `beside them: ${weight.node.toFixed(0)} MB of a packaged Node (0 where the machine's is 24 or later)`,
    )
    await sleep(idleMs)
    const memory = await memoryOfGroup(first.program.group)
    await first.program.stop()
    if (memory === undefined) print("memory: read on Linux only")
    else {
      figure("idle memory of the site's Node processes", memory.node, targets.memory, "MB")
      print(`beside it: ${memory.npm.toFixed(0)} MB of npm, which waits`)
    }
    const { ours, bare } = await secondStarts(clone, folder)
    figure("second start", median(ours) / 1000, targets.secondStartS, "s")
    figure("second start beside a bare one", median(ours) / median(bare), mostTimes, "times")
    return {
      target: `five figures of a start${missed.length > 0 ? `; missed: ${missed.join(", ")}` : ""}`,
      met: missed.length === 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds to the first response of both, measured alternately. */
async function secondStarts(clone: string, folder: string): Promise<{ ours: number[]; bare: number[] }> {
  const bareFolder = await mkdtemp(join(folder, "bare-"))
  await writeFile(join(bareFolder, "server.mjs"), bareServer)
  const manifest = { private: true, scripts: { start: "node server.mjs" } }
  await writeFile(join(bareFolder, "package.json"), JSON.stringify(manifest))
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const [name, cwd] of [["bare", bareFolder] as const, ["ours", clone] as const]) {
      const { program, ms } = await start(cwd, join(folder, "data"))
      // npm exits without its program; ours notices this, but the bare one does not.
      if (name === "bare") process.kill(-program.group, "SIGTERM")
      await program.stop()
      times[name].push(ms)
    }
    const last = (all: readonly number[]) => Math.round(all.at(-1) ?? 0)
    print(`second start, round ${round + 1}: ours ${last(times.ours)} ms, bare ${last(times.bare)} ms`)
  }
  for (const [name, all] of Object.entries(times)) {
    print(`${name}: median ${Math.round(median(all))} ms, of ${all.map(Math.round).join(", ")} ms`)
  }
  return times
}

/** Starts `cwd` with npm and measures the milliseconds to its first response. */
async function start(
  cwd: string,
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ program: Program; ms: number }> {
  const port = await freePort()
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...settings }
  const began = performance.now()
  const starting = startProgram({ command: "npm", args: ["start"], cwd, env, patienceMs: 480_000 })
  const answered = firstAnswer(`http://localhost:${port}/`, began)
  const program = await starting
  return { program, ms: await answered }
}

async function firstAnswer(url: string, began: number): Promise<number> {
  while (performance.now() - began < 480_000) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return performance.now() - began
    await sleep(20)
  }
  throw new Error(`${url} did not answer within eight minutes`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
