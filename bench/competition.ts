/**
 * `npm run bench -- competition [--full]`: the throughput of one server, compared with a baseline measured in
 * the same run. Exits 1 when a target is missed. --full adds a million athletes.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { recompute } from "#domain/competition/scoring/recompute.ts"
import type { Log, World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createSigner } from "#server/signer.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
import { liveDelays } from "./competition/live.ts"
import { seedAthletes } from "./competition/seed.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const sizes = process.argv.includes("--full") ? [1000, 100_000, 1_000_000] : [1000, 100_000]
const targets = { ingestShare: 0.35, flat: 1.5, myRankUs: 50, liveP99Ms: 500 }
const openPages = 1000
/** Concurrent writers, sharing the same number of connections on both sides. */
const writers = 64
const connections = 16
const rounds = 5
const roundMs = 1500

const quiet: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const say = (line: string) => process.stdout.write(`${line}\n`)
const missed: string[] = []
const check = (name: string, reached: boolean) => {
  if (!reached) missed.push(name)
  return reached ? "reached" : "MISSED"
}

/** Prints a line per figure; the target is met when every checked line is. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quiet, purpose: "bench" })
  try {
    const ingestRates: number[] = []
    say(
      `${cpus().length} cores, Node ${process.versions.node}; ${writers} concurrent writers over ${connections} connections, ` +
        "each answered when its commit is flushed.",
    )
    for (const athletes of sizes) ingestRates.push(await measure(embedded.url, athletes))
    const flat = Math.max(...ingestRates) / Math.min(...ingestRates)
    say(
      `\nSingle ingests from ${sizes[0]} to ${sizes.at(-1)} athletes: within ${flat.toFixed(2)}x ` +
        `(target ${targets.flat}x, ${check("flat ingest", flat <= targets.flat)})`,
    )
  } finally {
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  return missed.length === 0
    ? { target: "every target named above", met: true }
    : { target: missed.join(", "), met: false }
}

async function measure(server: string, athletes: number): Promise<number> {
  const name = `bench_${athletes}`
  const admin = connectPostgres({ url: server, max: 1 })
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = server.replace(/\/b4m$/, `/${name}`)
  await migrate({ url, platform: true, log: quiet })
  const db = connectPostgres({ url, max: connections })
  const live = createPostgresLive(db, quiet)
  await live.open()
  let now = new Date("2026-11-20T20:00:00Z")
  const world: World = {
    ...unusedPorts,
    db,
    live,
    log: quiet,
    now: () => now,
    sign: createSigner("bench"),
    accounts: createAccounts(() => now),
    mail: { queue: async () => {} },
    jobs: { add: async () => {}, wake: () => {} },
    settings: { siteUrl: "http://bench", operatorEmails: [], demo: false },
  }
  await maintainBoards(world)
  const ids = await seedAthletes(world, athletes)
  const rebuild = await timed(() => recompute(world, { repair: true }))
  await db.query("vacuum (analyze)")
  await db.query("checkpoint")
  say(
    `\n${athletes.toLocaleString("en-US")} athletes, ${rebuild.result.activities.toLocaleString("en-US")} activities`,
  )

  const boards = createBoards(world)
  const loading = await timed(() => boards.open())
  say(`  counts for ranks read into memory       ${ms(loading.ms)}`)

  const rate = await ingesting(world, ids)
  await readingTop(world, boards)
  rankInMemory(boards)
  await openBoards(world, boards)
  now = new Date("2026-11-21T20:00:00Z")
  const slid = await timed(() => maintainBoards(world))
  say(`  sliding both windows by a day           ${ms(slid.ms)}   the day's ranks stored for all boards`)
  const again = await timed(() => recompute(world, { repair: false }))
  const { verdicts, days, standings } = again.result
  say(
    `  full recompute, compared                ${ms(again.ms)}   ` +
      `${Math.round(again.result.activities / (again.ms / 1000)).toLocaleString("en-US")} activities/s, ` +
      `differences ${verdicts + days + standings} (${check("recompute finds nothing", verdicts + days + standings === 0)})`,
  )
  await boards.close()
  await live.close()
  await db.end()
  const dropping = connectPostgres({ url: server, max: 1 })
  await dropping.query(`drop database ${name} with (force)`)
  await dropping.end()
  return rate
}

/**
 * Alternates bare inserts and ingests, so that noise on the machine affects both. Returns ingests per second.
 */
async function ingesting(world: World, ids: readonly number[]): Promise<number> {
  await world.db.query("create table bare (like activities including all)")
  const bare: number[] = []
  const ingest: number[] = []
  const alone: number[] = []
  let n = 0
  const athlete = () => ids[Math.floor(Math.random() * ids.length)] as number
  for (let round = -1; round < rounds; round++) {
    const one = () => insertBare(world.db as PostgresDb, athlete(), activity(n++))
    const whole = async () => {
      const done = await onActivity(world, athlete(), activity(n++))
      if (!done.ok) throw new Error(done.code)
    }
    const rates = [await perSecond(one, writers), await perSecond(whole, writers)] as const
    const ratesAlone = [await perSecond(one, 1), await perSecond(whole, 1)] as const
    if (round < 0) continue
    bare.push(rates[0])
    ingest.push(rates[1])
    alone.push(ratesAlone[1] / ratesAlone[0])
  }
  const share = median(ingest.map((rate, i) => rate / (bare[i] as number)))
  say(`  bare insert of the same row             ${perS(median(bare))}`)
  say(
    `  single ingest: judged, scored, ranked   ${perS(median(ingest))}   ${share.toFixed(2)} of the bare insert ` +
      `(target ${targets.ingestShare}, ${check(`ingest share at ${ids.length}`, share >= targets.ingestShare)})`,
  )
  say(`  the same with a single writer  ${median(alone).toFixed(2)} of the bare insert`)
  return median(ingest)
}

function activity(n: number) {
  const movingS = 900 + (n % 60) * 60
  return {
    source: "file" as const,
    externalId: `bench-${n}`,
    kind: "run" as const,
    sport: "running",
    name: "Morning run",
    startedAt: new Date(Date.UTC(2026, 10, 13) + Math.floor(Math.random() * 600_000) * 1000),
    utcOffsetS: -28_800,
    elapsedS: movingS + 60,
    movingS,
    distanceM: Math.round(movingS * 2.8),
    elevationM: 40,
    detail: 500,
  }
}

async function insertBare(db: PostgresDb, athlete: number, a: ReturnType<typeof activity>): Promise<void> {
  await db.sql`
    insert into bare (
      athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
      distance_m, elevation_m, detail, received_at, status, reason
    )
    values (
      ${athlete}, ${a.source}, ${a.externalId}, ${a.kind}, ${a.sport}, ${a.name}, ${a.startedAt}, -28800,
      ${a.startedAt}, ${a.elapsedS}, ${a.movingS}, ${a.distanceM}, ${a.elevationM}, ${a.detail}, now(), 'counted', 'counted'
    )
  `
}

async function perSecond(one: () => Promise<unknown>, writers: number): Promise<number> {
  const started = performance.now()
  let done = 0
  const writer = async () => {
    while (performance.now() - started < roundMs) {
      await one()
      done++
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return done / ((performance.now() - started) / 1000)
}

async function readingTop(world: World, boards: Boards): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const read = await timed(() => page(world, boards, { slug: "last-14-days", viewer: null, limit: 50 }))
    if (!read.result.ok || read.result.page.rows.length !== 50)
      throw new Error("The top 50 could not be read")
    times.push(read.ms)
  }
  say(`  top 50 with names, moves and day marks  ${ms(median(times))}`)
}

function rankInMemory(boards: Boards): void {
  const board = boards.find("last-14-days", new Date())
  if (!board) throw new Error("There is no board")
  const keys = Array.from({ length: 2000 }, () => {
    const points = 1 + Math.floor(Math.random() * 1500)
    return points * 2 ** 37 + Math.floor(Math.random() * 14) * 2 ** 32 + Math.floor(Math.random() * 2 ** 31)
  })
  const times: number[] = []
  for (let i = 0; i < 50; i++) {
    const started = performance.now()
    for (const key of keys) board.counts.rankOf(key)
    times.push(((performance.now() - started) * 1000) / keys.length)
  }
  const us = median(times)
  say(
    `  my rank, in memory                      ${us.toFixed(2).padStart(8)} us   ` +
      `(target ${targets.myRankUs} us, ${check(`my rank at ${board.counts.size}`, us <= targets.myRankUs)})`,
  )
}

async function openBoards(world: World, boards: Boards): Promise<void> {
  // The athletes in the rows that a page shows: their activities change every page.
  const top = await world.db.sql<{ id: number }>`
    select s.athlete_id::float8 as id
    from standings s join boards b on b.id = s.board_id
    where b.slug = 'last-14-days' order by s.place_key desc limit 20
  `
  const {
    p50,
    p99,
    worst,
    missed: lost,
  } = await liveDelays(world, boards, {
    pages: openPages,
    changes: 20,
    athletes: top.map(({ id }) => id),
  })
  const reached = check("live delay", p99 <= targets.liveP99Ms && lost === 0)
  say(
    `  commit to ${openPages.toLocaleString("en-US")} open live pages        ${ms(p99)} p99   ` +
      `median ${Math.round(p50)}, worst ${Math.round(worst)}, missed ${lost} (target ${targets.liveP99Ms} ms, ${reached})`,
  )
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now()
  const result = await work()
  return { result, ms: performance.now() - started }
}
function ms(value: number): string {
  return `${value < 100 ? value.toFixed(2) : Math.round(value)}`.padStart(8).concat(" ms")
}
function perS(value: number): string {
  return `${Math.round(value)}`.padStart(8).concat("/s")
}
