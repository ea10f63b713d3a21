import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createRandom } from "#test/fuzz/random.ts"
import { type ChildProgram, runProgram } from "#test/support/child-program.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { clusterOf, findPostmaster } from "./embedded/postmaster.ts"
import { startEmbedded, stopAbandoned } from "./embedded.ts"
import { connectPostgres } from "./postgres.ts"

const PROGRAM = join(import.meta.dirname, "../../test/support/embedded-program.ts")
const SEED = 20_261_120
/** The number of writes that are acknowledged before each kill. */
const WRITES = 40

let folder: string
let dataDir: string
let writer: ChildProgram | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-durability-"))
  await chmod(folder, 0o755)
  dataDir = join(folder, "data")
})
afterAll(async () => {
  await writer?.kill()
  await stopAbandoned(dataDir)
  await rm(folder, { recursive: true, force: true })
})

async function postmasterPid(): Promise<number> {
  const found = await findPostmaster(clusterOf({ root: dataDir }))
  if (!found) throw new Error("PostgreSQL is not running")
  return found.pid
}

/** The server and its child processes, from /proc or ps. */
async function familyOf(pid: number): Promise<number[]> {
  if (process.platform !== "linux") return [pid]
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
  return [pid, ...children.split(" ").filter(Boolean).map(Number)]
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL")
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
    }
  }
}

/** What is killed, and whether the writing process survives and has to see its database recover. */
const targets: { name: string; kill(writer: ChildProgram): Promise<void>; survives: boolean }[] = [
  { name: "the writing process", kill: (writer) => writer.kill(), survives: false },
  { name: "the server", kill: async () => killAll([await postmasterPid()]), survives: true },
  {
    name: "the server with all its processes",
    kill: async () => killAll(await familyOf(await postmasterPid())),
    survives: true,
  },
  {
    name: "everything at once",
    async kill(writer) {
      const all = await familyOf(await postmasterPid())
      writer.process.kill("SIGKILL")
      killAll(all)
      await writer.ended
    },
    survives: false,
  },
]

async function written(url: string): Promise<Set<string>> {
  const db = connectPostgres({ url, max: 1 })
  const rows = await db.sql`select writer, number::int as number from writes`
  await db.end()
  return new Set(rows.map((row) => `ack ${row.writer} ${row.number}`))
}

const isFailure = (line: string) => line.startsWith("failed")
const acknowledgedAfterFailure = (lines: readonly string[]) =>
  lines.some((line, n) => isFailure(line) && lines.slice(n).some((later) => !isFailure(later)))

test("a kill of each kind at a random moment loses no acknowledged write, and every start recovers without help", async () => {
  // The same delays in every run. Where in a write they fall depends on the machine.
  const random = createRandom(SEED)
  const acknowledged = new Set<string>()
  for (let round = 0; round < targets.length; round++) {
    const target = targets[round] as (typeof targets)[number]
    const running = runProgram(PROGRAM, [dataDir, "write"])
    writer = running
    const { url } = await running.ready
    if (round > 0) {
      const kept = await written(url)
      expect(
        [...acknowledged].filter((write) => !kept.has(write)),
        `lost before round ${round}`,
      ).toEqual([])
    }
    await expect.poll(() => running.lines.length, { timeout: 120_000 }).toBeGreaterThan(WRITES)
    await sleep(20 + random.below(400))
    await target.kill(running)
    if (target.survives) {
      // The database has recovered once a write has failed and a later one is acknowledged.
      await expect
        .poll(() => acknowledgedAfterFailure(running.lines), {
          timeout: 120_000,
          message: `writes continue after the kill of ${target.name}`,
        })
        .toBe(true)
      await running.kill()
    }
    for (const line of running.lines) if (!isFailure(line)) acknowledged.add(line)
  }
  const last = await startEmbedded({ dataDir, log: collectLog() })
  const kept = await written(last.url)
  expect([...acknowledged].filter((write) => !kept.has(write))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(targets.length * WRITES)
  await last.stop()
  expect((await readdir(dataDir)).sort()).toEqual(["cluster", "postgres.log", "users"])
})

test("every commit is acknowledged only after its flush: fifty in a row cause at least fifty flushes", async () => {
  const embedded = await startEmbedded({ dataDir, log: collectLog() })
  const db = connectPostgres({ url: embedded.url, max: 1 })
  const flushes = async () => {
    await db.sql`select pg_stat_force_next_flush()`
    const [row] = await db.sql`select sum(fsyncs)::int as flushes from pg_stat_io where object = 'wal'`
    return row?.flushes as number
  }
  await db.sql`create table flushed (number int)`
  const before = await flushes()
  for (let number = 0; number < 50; number++) await db.sql`insert into flushed values (${number})`
  expect((await flushes()) - before).toBeGreaterThanOrEqual(50)
  const [settings] = await db.sql`select current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`
  expect(settings).toEqual({ fsync: "on", commit: "on", pages: "on" })
  await db.end()
  await embedded.stop()
})
