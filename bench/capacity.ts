/**
 * `npm run bench -- capacity`: what an athlete and an activity take of disk and memory, and an upload of processor time,
 * measured at two sizes; predicts a third size from them and compares. The model of docs/scale.md.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { createBoards } from "#domain/competition/boards/board.ts"
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { sampledRecording } from "./competition/recordings.ts"
import { seedAthletes } from "./competition/seed.ts"
import { openBenchWorld } from "./competition/world.ts"
import type { BenchResult } from "./run.ts"

const sizes = [2000, 10_000, 40_000] as const
const uploads = 1500
/** How far the prediction may be off. */
const tolerance = 0.15
const say = (line: string) => process.stdout.write(`${line}\n`)

setFlagsFromString("--expose_gc")
const collectGarbage = runInNewContext("gc") as () => void

interface Cost {
  athletes: number
  activities: number
  /** Bytes on disk with indexes, by what they belong to. */
  disk: { athletes: number; activities: number; days: number; places: number }
  /** Bytes of Node's memory that the counts of ranks take. */
  counts: number
  /** Microseconds of an upload with samples. */
  nodeUs: number
  databaseUs: number
}

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-"))
  const log = { debug() {}, info() {}, warn() {}, error: console.error }
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log, purpose: "bench" })
  try {
    const costs: Cost[] = []
    for (const size of sizes) costs.push(await measure(embedded.url, size))
    say(
      "athletes  activities  bytes: athlete  activity+samples  day  place   counts/place   upload: Node us  database us",
    )
    for (const c of costs)
      say(
        [
          c.athletes,
          c.activities,
          Math.round(c.disk.athletes / c.athletes),
          Math.round(c.disk.activities / c.activities),
          Math.round(c.disk.days / c.activities),
          Math.round(c.disk.places / c.athletes),
          Math.round(c.counts / c.athletes),
          Math.round(c.nodeUs),
          Math.round(c.databaseUs),
        ].join("  "),
      )
    const [, middle, last] = costs as [Cost, Cost, Cost]
    const total = ({ disk }: Cost) => disk.athletes + disk.activities + disk.days + disk.places
    const { disk } = middle
    const predicted =
      ((disk.athletes + disk.places) / middle.athletes) * last.athletes +
      ((disk.activities + disk.days) / middle.activities) * last.activities
    const off = predicted / total(last) - 1
    say(
      `Disk at ${last.athletes}: predicted ${mb(predicted)}, measured ${mb(total(last))} (${(off * 100).toFixed(1)} %)`,
    )
    const time = (c: Cost) => c.nodeUs + c.databaseUs
    say(`Processor time of an upload: ${costs.map((c) => `${Math.round(time(c))} us`).join(", ")}`)
    return {
      target: `disk predicted within ${tolerance * 100} %`,
      met: Math.abs(off) <= tolerance,
    }
  } finally {
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(server: string, athletes: number): Promise<Cost> {
  const name = `capacity_${athletes}`
  const { world, db, close } = await openBenchWorld(server, { name, connections: 8 })
  await maintainBoards(world)
  const ids = await seedAthletes(world, athletes)
  await db.query("vacuum (full, analyze)")
  const size = async (...tables: string[]) => {
    const [row] = await db.query(
      "select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) name",
      [tables],
    )
    return Number(row?.bytes)
  }
  const [row] = await db.query("select count(*)::integer as n from activities")
  const disk = {
    athletes: await size("athletes", "private.athlete_revisions"),
    activities: await size("activities", "private.fingerprints"),
    days: await size("athlete_days"),
    places: await size("standings", "private.ranks_yesterday"),
  }
  collectGarbage()
  const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const boards = createBoards(world)
  await boards.open()
  collectGarbage()
  const counts = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers - before
  const send = async (count: number) => {
    const waiting = Array.from({ length: count }, sampledRecording)
    const node = process.cpuUsage()
    const database = await databaseMs(name)
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let sent = waiting.pop(); sent; sent = waiting.pop())
          await onActivity(world, ids[Math.floor(Math.random() * ids.length)] as number, sent)
      }),
    )
    const { user, system } = process.cpuUsage(node)
    return {
      nodeUs: (user + system) / count,
      databaseUs: (((await databaseMs(name)) - database) * 1000) / count,
    }
  }
  await send(300)
  const took = await send(uploads)
  boards.close()
  await close()
  return { athletes, activities: Number(row?.n), disk, counts, ...took }
}

/** Processor time of the database's connections so far; where /proc does not tell, 0. */
async function databaseMs(name: string): Promise<number> {
  let ticks = 0
  for (const pid of await readdir("/proc").catch(() => [])) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    if (!line.startsWith("postgres:") || !line.includes(` ${name} `)) continue
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return ticks * 10
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
