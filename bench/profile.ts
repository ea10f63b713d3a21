/**
 * `npm run bench -- profile [athletes]`: where the time of one ingest goes, statement by statement, as PostgreSQL counts it
 * (pg_stat_statements, statements inside functions included), and how much of it is Node's. Figures for reading, no target.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { plainRecording, type SentRecording, sampledRecording } from "./competition/recordings.ts"
import { seedAthletes } from "./competition/seed.ts"
import { openBenchWorld } from "./competition/world.ts"
import type { BenchResult } from "./run.ts"

const settings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
  track_io_timing: "on",
  track_wal_io_timing: "on",
}
const ingests = 2000
const say = (line: string) => process.stdout.write(`${line}\n`)

export async function bench(): Promise<BenchResult> {
  const athletes = Number(process.argv[3] ?? 1000)
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-"))
  const log = { debug() {}, info() {}, warn() {}, error: console.error }
  const embedded = await startEmbedded({
    dataDir: join(folder, "postgres"),
    log,
    purpose: "bench",
    settings,
  })
  const opened = await openBenchWorld(embedded.url, { name: "profile", connections: 16 })
  const { world, db } = opened
  try {
    await db.query("create extension pg_stat_statements")
    await maintainBoards(world)
    const ids = await seedAthletes(world, athletes)
    await db.query("vacuum (analyze)")
    await db.query("checkpoint")
    const one = async (sent: SentRecording) => {
      const id = ids[Math.floor(Math.random() * ids.length)] as number
      const done = await onActivity(world, id, sent)
      if (!done.ok) throw new Error(done.code)
    }
    for (const [what, make] of [
      ["without samples", plainRecording],
      ["with samples", sampledRecording],
    ] as const) {
      for (const writers of [64, 1]) {
        const run = async (count: number) => {
          const waiting = Array.from({ length: count }, make)
          const cpu = process.cpuUsage()
          const started = performance.now()
          await Promise.all(
            Array.from({ length: writers }, async () => {
              for (let sent = waiting.pop(); sent; sent = waiting.pop()) await one(sent)
            }),
          )
          const { user, system } = process.cpuUsage(cpu)
          return { us: (performance.now() - started) * 1000, node: user + system }
        }
        await run(300)
        await db.query("select pg_stat_statements_reset()")
        const { us, node } = await run(ingests)
        const rows = await db.query(`
          select toplevel, round(total_exec_time * 1000) as exec, round(total_plan_time * 1000) as plan, calls,
            wal_bytes::float8 as wal, regexp_replace(query, '\\s+', ' ', 'g') as query
          from pg_stat_statements
          where dbid = (select oid from pg_database where datname = 'profile') and query !~ 'pg_stat'
          order by total_exec_time + total_plan_time desc limit 26
        `)
        const per = (value: unknown) => `${(Number(value) / ingests).toFixed(1)}`.padStart(8)
        say(
          `\n${what}, ${writers} writers: ${per(us)} us each on the clock, ${per(node)} us of Node's processor time`,
        )
        say("  us exec  us plan    calls  wal B   (each per ingest; * is inside a function or trigger)")
        for (const row of rows)
          say(
            `${per(row.exec)} ${per(row.plan)} ${per(row.calls)} ${per(row.wal)} ${row.toplevel ? " " : "*"} ${String(row.query).trim().slice(0, 110)}`,
          )
      }
    }
  } finally {
    await opened.close()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  return { target: "none; figures for reading", met: true }
}
