/**
 * The time from `npm start` of a built clone to its first response, compared with an `npm start` of a bare
 * node:http server. Wall time on a shared machine says little by itself; the ratio to the bare start shows
 * what the site costs.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort, plainEnvironment, root, startProgram } from "#test/e2e/support/program.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

/** 3 s on a machine whose bare start takes 0.4 s: two cores of a shared server. */
const mostTimes = 7.5
const rounds = 7

const bareServer = `
  import { createServer } from "node:http"
  createServer((request, response) => response.end("yes")).listen(process.env.PORT, () =>
    console.log("B4M is running at http://localhost:" + process.env.PORT + "\\nData: none"))
  process.on("SIGTERM", () => process.exit(0))
`

/** Prints the median of both, measured alternately. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"))
  try {
    await writeFile(join(folder, "server.mjs"), bareServer)
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ private: true, scripts: { start: "node server.mjs" } }),
    )
    const data = join(folder, "data")
    await timeToFirstAnswer(root, data) // creates the database
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      bare.push(await timeToFirstAnswer(folder, data))
      ours.push(await timeToFirstAnswer(root, data))
    }
    const times = median(ours) / median(bare)
    const line = (name: string, all: number[]) =>
      `${name}: median ${Math.round(median(all))} ms, of ${all.map(Math.round).join(", ")} ms`
    process.stdout.write(
      `${line("bare", bare)}\n${line("the site", ours)}\n${times.toFixed(1)} times the bare start\n`,
    )
    return {
      target: `the second start answers within ${mostTimes} times a bare npm start`,
      met: times <= mostTimes,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds from `npm start` in `cwd` to the first response; the server is then shut down cleanly. */
async function timeToFirstAnswer(cwd: string, dataDir: string): Promise<number> {
  const port = await freePort()
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir }
  const began = performance.now()
  const starting = startProgram({ command: "npm", args: ["start"], cwd, env, patienceMs: 480_000 })
  const answered = firstAnswer(`http://localhost:${port}/`, began)
  const program = await starting
  const ms = await answered
  await program.stop()
  return ms
}

async function firstAnswer(url: string, began: number): Promise<number> {
  while (performance.now() - began < 480_000) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return performance.now() - began
    await sleep(20)
  }
  throw new Error(`${url} did not answer within eight minutes`)
}
