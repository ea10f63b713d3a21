/**
 * `npm run bench -- soak <minutes>`: mixed load on the whole site for ten minutes, and a breakdown of its memory
 * afterward. The memory of the process in the last quarter is compared with the second quarter: memory and handles must
 * not grow, and no request may fail. `soak <minutes> pooled` and `soak <minutes> frozen` run behind PgBouncer instead
 * (soak/pooled.ts).
 */
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { plainEnvironment, root, startProgram } from "#test/e2e/support/program.ts"
import type { BenchResult } from "./run.ts"
import { acts, load, type Met } from "./soak/load.ts"
import { mapped } from "./soak/mapped.ts"
import { memoryOf } from "./soak/memory.ts"
import { pooledSoak } from "./soak/pooled.ts"
import { median } from "./support/median.ts"

/**
 * Growth from the second to the last quarter that is still noise from the garbage collector and from connections kept
 * open.
 */
const most = { memory: 1.15, handles: 12 }
const people = 12
const key = `sb_publishable_${"s".repeat(22)}_${"s".repeat(8)}`

interface Sample {
  memory: number
  handles: number
}

/** Prints samples, then latencies and statuses by kind of request. */
export async function bench(): Promise<BenchResult> {
  const minutes = Number(process.argv[3] ?? 10)
  const trouble = process.argv[4]
  if (trouble === "pooled" || trouble === "frozen") return pooledSoak(minutes, trouble)
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-soak-"))
  const site = await startProgram({
    command: process.execPath,
    // The same way as `start` and the Dockerfile run it.
    args: ["--max-semi-space-size=16", "server/main.ts"],
    cwd: root,
    env: {
      ...plainEnvironment(),
      // For experiments: the memory that glibc may keep for threads.
      ...(process.env.MALLOC_ARENA_MAX ? { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX } : {}),
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      HOST: "127.0.0.1",
      TRUST_PROXY: "1",
      AUTH_LIMITS: "off",
      LOG_LEVEL: "warn",
      SUPABASE_PUBLISHABLE_KEY: key,
      SUPABASE_SECRET_KEY: `sb_secret_${"s".repeat(22)}_${"s".repeat(8)}`,
    },
    patienceMs: 60_000,
  })
  try {
    // A 404 is fast and does not count as a failed request, so this checks that the pages exist.
    const page = await fetch(`${site.url}/about`)
    if (!page.ok) throw new Error(`A page answers ${page.status}: build the site first`)
    const board = await openBoard(site.url)
    const until = performance.now() + minutes * 60_000
    const loading = load(acts(site.url, key, board), { people, until })
    const samples = await sampleUntil(site.group, until, (minutes * 60_000) / 40)
    const met = await loading
    for (const [kind, bytes] of await mapped(site.group))
      process.stdout.write(`${kind.padEnd(40)} ${String(Math.round(bytes / 1e6)).padStart(5)} MB resident\n`)
    for (const [kind, one] of met) process.stdout.write(`${line(kind, one)}\n`)
    const [before, after] = [quarter(samples, 1), quarter(samples, 3)]
    const failed = [...met.values()]
      .flatMap(({ statuses }) => [...statuses])
      .filter(([code]) => code === 0 || code >= 500)
    process.stdout.write(`${show(before)} in the second quarter, ${show(after)} in the last\n`)
    return {
      target: `memory at most ${most.memory} times that of the second quarter, at most ${most.handles} more handles, no failed request`,
      met:
        after.memory <= before.memory * most.memory &&
        after.handles <= before.handles + most.handles &&
        failed.length === 0,
    }
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openBoard(url: string): Promise<string> {
  const response = await fetch(`${url}/rest/v1/boards?select=slug&limit=1`, { headers: { apikey: key } })
  const [board] = (await response.json()) as { slug: string }[]
  if (!board) throw new Error("There is no board")
  return board.slug
}

async function sampleUntil(pid: number, until: number, everyMs: number): Promise<Sample[]> {
  const samples: Sample[] = []
  while (performance.now() < until) {
    await sleep(Math.min(everyMs, Math.max(0, until - performance.now())))
    const handles = (await readdir(`/proc/${pid}/fd`)).length
    samples.push({ memory: await memoryOf(pid), handles })
  }
  return samples
}

function quarter(samples: readonly Sample[], n: number): Sample {
  const part = samples.slice((samples.length * n) / 4, (samples.length * (n + 1)) / 4)
  return {
    memory: median(part.map(({ memory }) => memory)),
    handles: median(part.map(({ handles }) => handles)),
  }
}

const show = ({ memory, handles }: Sample) =>
  `${Math.round(memory / 1_000_000)} MB and ${Math.round(handles)} handles`

function line(kind: string, { ms, statuses }: Met): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  const codes = [...statuses].map(([code, n]) => `${code || "failed"}: ${n}`).join(", ")
  return `${kind.padEnd(24)} ${String(ms.length).padStart(7)}, median ${at(0.5)} ms, 99 % within ${at(0.99)} ms (${codes})`
}
