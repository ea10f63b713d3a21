/**
 * `npm run bench -- competition [--full | sizes]`: the throughput of one server, compared with a baseline measured in
 * the same run. Exits 1 when a target is missed. --full adds a million athletes; numbers are other sizes.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import type { PostgresDb } from "#adapters/db/postgres.ts"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { page, top } from "#domain/competition/boards/standings.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { recompute } from "#domain/competition/recompute.ts"
import type { SentActivity } from "#domain/competition/scoring/activity.ts"
import type { World } from "#domain/world.ts"
import { insertBare, insertBareWithSamples } from "./competition/bare.ts"
import { liveDelays } from "./competition/live.ts"
import { midnight } from "./competition/midnight.ts"
import { plainRecording, sampledRecording } from "./competition/recordings.ts"
import { seedAthletes } from "./competition/seed.ts"
import { measureSideRaces, seconds } from "./competition/side-races.ts"
import { openBenchWorld } from "./competition/world.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"
import { postmaster } from "./support/postmaster.ts"
import { quietLog } from "./support/quiet-log.ts"

const given = process.argv.slice(3).map(Number).filter(Boolean)
const sizes =
  given.length > 0 ? given : process.argv.includes("--full") ? [1000, 100_000, 1_000_000] : [1000, 100_000]
const targets = {
  ingestShare: 0.35,
  singleShare: 0.3,
  flat: 1.5,
  topUs: 50,
  myRankUs: 50,
  liveP99Ms: 500,
  midnightMs: { 1000: 1000, 100000: 1000, 1000000: 10_000 } as Record<number, number>,
  uploadAtMidnightMs: 200,
  recomputeMinutes: 15,
  /** Of a core, at up to 10,000 athletes. */
  sideRacesShare: 0.1,
  closeSeasonMs: 60_000,
  /** From a commit to an open page of a race of teams. */
  teamsMs: 5000,
}
const openPages = 1000
/** Concurrent writers, sharing the same number of connections on both sides. */
const writers = 64
const connections = 16
const rounds = 5
const roundMs = 1500

const say = (line: string) => process.stdout.write(`${line}\n`)
const missed: string[] = []
const check = (name: string, reached: boolean) => {
  if (!reached) missed.push(name)
  return reached ? "reached" : "MISSED"
}

/** Prints a line per figure; the target is met if every checked line meets its own. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
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
  const opened = await openBenchWorld(server, { name: `bench_${athletes}`, connections })
  const { world, db } = opened
  await maintainBoards(world)
  const ids = await seedAthletes(world, athletes)
  await db.query("vacuum (analyze)")
  await db.query("checkpoint")
  const [seeded] = await db.query("select count(*)::integer as activities from activities")
  say(
    `\n${athletes.toLocaleString("en-US")} athletes, ${Number(seeded?.activities).toLocaleString("en-US")} activities with samples`,
  )

  const boards = createBoards(world)
  const loading = await timed(() => boards.open())
  say(`  counts for ranks read into memory       ${ms(loading.ms)}`)

  await db.query("create table bare (like activities including all)")
  await db.query("create table bare_prints (like private.fingerprints including all)")
  const rate = await ingesting(world, ids, {
    what: "a row",
    make: plainRecording,
    bare: insertBare,
  })
  await ingesting(world, ids, {
    what: "a row and its samples",
    make: sampledRecording,
    bare: insertBareWithSamples,
  })
  await readingTop(world, boards)
  rankInMemory(boards)
  await openBoards(world, boards)
  opened.setNow("2026-11-21T20:00:00Z")
  const slid = await midnight(world, ids)
  const target = targets.midnightMs[athletes] ?? 1000
  say(
    `  windows moved, ranks stored             ${ms(slid.ms)}   (target ${target} ms, ` +
      `${check(`midnight at ${athletes}`, slid.ms <= target)})`,
  )
  say(
    `  longest of ${String(slid.uploads).padEnd(4)} uploads meanwhile      ${ms(slid.longestMs)}   median ` +
      `${Math.round(slid.medianMs)} (target ${targets.uploadAtMidnightMs} ms, ` +
      `${check(`uploads at midnight at ${athletes}`, slid.longestMs <= targets.uploadAtMidnightMs)})`,
  )
  await sideRaces(world, boards, ids, await postmaster(server))
  const again = await timed(() => recompute(world, { repair: false }))
  const { verdicts, days, standings } = again.result
  const inTime = again.ms <= targets.recomputeMinutes * 60_000
  say(
    `  full recompute, compared                ${ms(again.ms)}   ` +
      `${rateOf(again.result.activities, again.ms)} activities/s, ` +
      `differences ${verdicts + days + standings} (${check("recompute finds nothing", verdicts + days + standings === 0)}; ` +
      `target ${targets.recomputeMinutes} minutes, ${check(`recompute at ${athletes}`, inTime)})`,
  )
  boards.close()
  await opened.close()
  return rate
}

async function sideRaces(
  world: World,
  boards: Boards,
  ids: readonly number[],
  server: number,
): Promise<void> {
  const measured = await measureSideRaces(world, boards, ids, server)
  const { races, teams, members, firstMs, nextMs, share, teamMs, standingsMs, closeMs } = measured
  const size = ids.length
  say(
    `  ${races} side races: the first look        ${ms(firstMs)}   after 20 uploads ${Math.round(nextMs)} ms`,
  )
  say(
    `  a look at all of them every ${seconds} s, with 5 uploads a second: ${share.toFixed(3)} of a core ` +
      (size > 10_000
        ? "(the target is for 10,000 athletes)"
        : `(target ${targets.sideRacesShare}, ${check(`side races at ${size}`, share <= targets.sideRacesShare)})`),
  )
  const teamsMs = seconds * 1000 + teamMs
  say(
    `  ${teams} teams, ${members} members: a page that looks every ${seconds} s is behind by ${ms(teamsMs)} at most (target ` +
      `${targets.teamsMs} ms, ${check(`teams live at ${size}`, teamsMs <= targets.teamsMs)})`,
  )
  say(
    `  a page of one by race_standings         ${ms(standingsMs.memory)}   by the database ${Math.round(standingsMs.database)} ms`,
  )
  say(
    `  closing the season with them            ${ms(closeMs)}   (target ${targets.closeSeasonMs} ms, ` +
      `${check(`closing a season at ${size}`, closeMs <= targets.closeSeasonMs)})`,
  )
}

interface Ingesting {
  what: string
  make(): SentActivity
  bare(db: PostgresDb, athlete: number, sent: SentActivity): Promise<void>
}

/**
 * Alternates bare inserts and ingests, so that noise on the machine affects both. Returns ingests per second.
 */
async function ingesting(
  world: World,
  ids: readonly number[],
  { what, make, bare }: Ingesting,
): Promise<number> {
  const bareRates: number[] = []
  const ingest: number[] = []
  const alone: number[] = []
  const athlete = () => ids[Math.floor(Math.random() * ids.length)] as number
  for (let round = -1; round < rounds; round++) {
    // Created before the clock starts, more than a round can use.
    const ready = Array.from({ length: make === plainRecording ? 0 : 12_000 }, make)
    const next = () => ready.pop() ?? make()
    const one = () => bare(world.db as PostgresDb, athlete(), next())
    const whole = async () => {
      const done = await onActivity(world, athlete(), next())
      if (!done.ok) throw new Error(done.code)
    }
    const rates = [await perSecond(one, writers), await perSecond(whole, writers)] as const
    const ratesAlone = [await perSecond(one, 1), await perSecond(whole, 1)] as const
    if (round < 0) continue
    bareRates.push(rates[0])
    ingest.push(rates[1])
    alone.push(ratesAlone[1] / ratesAlone[0])
  }
  const share = median(ingest.map((rate, i) => rate / (bareRates[i] as number)))
  const size = ids.length
  say(`  bare insert of ${what.padEnd(25)}${perS(median(bareRates))}`)
  say(
    `  ingest: judged, scored, ranked          ${perS(median(ingest))}   ${share.toFixed(2)} of the bare insert ` +
      `(target ${targets.ingestShare}, ${check(`ingest of ${what} at ${size}`, share >= targets.ingestShare)})`,
  )
  const single = median(alone)
  say(
    `  the same with a single writer  ${single.toFixed(2)} of the bare insert ` +
      `(target ${targets.singleShare}, ${check(`single writer of ${what} at ${size}`, single >= targets.singleShare)})`,
  )
  return median(ingest)
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
  const board = boards.find("last-14-days", world.now())
  if (!board) throw new Error("There is no board")
  const fromDatabase: number[] = []
  for (let i = 0; i < 100; i++) {
    board.shown.drop(Number.POSITIVE_INFINITY)
    const read = await timed(() => top(world, board, { limit: 50, asMember: true }))
    if (read.result.length !== 50) throw new Error("The top 50 could not be read")
    fromDatabase.push(read.ms)
  }
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const read = await timed(() => page(world, boards, { slug: "last-14-days", viewer: null, limit: 50 }))
    if (!read.result.ok || read.result.page.rows.length !== 50)
      throw new Error("The top 50 could not be read")
    times.push(read.ms * 1000)
  }
  const us = median(times)
  say(
    `  top 50 with names, moves and day marks  ${us.toFixed(2).padStart(8)} us   after a change ` +
      `${median(fromDatabase).toFixed(2)} ms (target ${targets.topUs} us, ${check(`top 50 at ${board.counts.size}`, us <= targets.topUs)})`,
  )
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

function rateOf(count: number, ms: number): string {
  return Math.round(count / (ms / 1000)).toLocaleString("en-US")
}
function ms(value: number): string {
  return `${value < 100 ? value.toFixed(2) : Math.round(value)}`.padStart(8).concat(" ms")
}
function perS(value: number): string {
  return `${Math.round(value)}`.padStart(8).concat("/s")
}
