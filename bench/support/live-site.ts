import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { World } from "#domain/world.ts"
import { freePort } from "#test/e2e/support/program.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { commands } from "../../scripts/bootstrap/commands.mjs"
import { openBenchWorld } from "../competition/world.ts"
import { quietLog } from "./quiet-log.ts"

/**
 * The whole server as deployed, in a separate process, and a world that writes to its database like another process.
 */
export interface LiveSite {
  url: string
  pid: number
  world: World
  athletes: readonly { id: number; slug: string }[]
  /**
   * A run of that athlete that counts, at a unique time or the given number of hours ago; resolves when it is
   * committed.
   */
  train(athlete: number, hoursAgo?: number): Promise<void>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, "../..")

/** Starts the server on a database with `count` athletes who trained in the last days. */
export async function startLiveSite(options: {
  athletes: number
  env?: Record<string, string>
  /** Raises the limit of open files of the server; above it connections are refused. */
  openFiles?: number
}): Promise<LiveSite> {
  const folder = await mkdtemp(join(tmpdir(), "bench-live-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
  const bench = await openBenchWorld(embedded.url, { name: "live", connections: 8 })
  bench.setNow(new Date().toISOString())
  const { world } = bench
  await maintainBoards(world)
  await bench.db.query(
    `insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
     select 'athlete-' || n, 'Athlete ' || n, 'athlete ' || n, 'I agree.', '2020-01-01', '2020-01-01'
     from generate_series(1, $1::integer) n`,
    [options.athletes],
  )
  const athletes = await world.db.sql<{
    id: number
    slug: string
  }>`select id::float8 as id, slug from athletes`
  const activities = createActivities(world, bench.setNow)
  for (let round = 0; round < 3; round++) await Promise.all(athletes.map(({ id }) => activities(id)))

  const port = await freePort()
  const limit = options.openFiles
    ? `ulimit -n ${options.openFiles} 2>/dev/null || ulimit -n "$(ulimit -Hn)"; `
    : ""
  const { args = [], file } = commands.start
  const child = spawn(
    "/bin/sh",
    ["-c", `${limit}exec "$0" "$@"`, process.execPath, ...args, join(root, file)],
    {
      env: {
        ...process.env,
        // Not production, because that requires secrets; request handling is the same.
        NODE_ENV: "test",
        PORT: String(port),
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: embedded.url.replace(/\/b4m$/, "/live"),
        LOG_LEVEL: "warn",
        ...options.env,
      },
      stdio: ["ignore", "ignore", "inherit"],
      cwd: root,
    },
  )
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
    await bench.close()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 300; attempt++) {
    const isReady = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { url, pid: child.pid ?? 0, world, athletes: [...athletes], train: activities, stop }
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it answered`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error("The server did not answer within a minute")
}

/** Runs of different lengths in the last six days that do not overlap, so that each counts. */
function createActivities(world: World, setNow: (now: string) => void): LiveSite["train"] {
  const taken = new Map<number, number>()
  return async (athlete, hoursAgo) => {
    setNow(new Date().toISOString())
    const nth = taken.get(athlete) ?? 0
    taken.set(athlete, nth + 1)
    const ago = hoursAgo === undefined ? 1_800_000 * ((nth % 280) + 2) : hoursAgo * 3_600_000
    const startedAt = new Date(world.now().getTime() - ago)
    const movingS = 600 + ((athlete * 7 + nth * 13) % 900)
    const sent = sentRun({ startedAt, movingS, elapsedS: movingS, distanceM: movingS * 3 + nth })
    const { ok } = await onActivity(world, athlete, sent)
    if (!ok) throw new Error("An activity was refused")
  }
}
