import { mkdtemp, readdir, rm } from "node:fs/promises"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { beginUpload, takeParts } from "#domain/competition/intake/upload.ts"
import type { World } from "#domain/world.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { accountOf, addAthlete } from "#test/support/competition.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { encodeFit, zip } from "#test/support/recordings.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { createJobs, type RunningJobs } from "../jobs/jobs.ts"
import { createMail, mailWorker } from "../world/mail.ts"

let database: TestDatabase
let folder: string
/** This process only queues jobs; the child processes run them. */
let queueing: RunningJobs
const processes: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-several-"))
  queueing = createJobs({ db: database.db, log: collectLog() })
  await queueing.open({ workers: [mailWorker()] })
})
afterEach(async () => {
  await killAll(processes)
})
afterAll(async () => {
  await queueing.stop(1)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function startWorld(name: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const process = startProcess("test/support/world-program.ts", {
    DATABASE_URL: database.url,
    DATABASE_POOL: "6",
    DATA_DIR: join(folder, name),
    ...env,
  })
  processes.push(process)
  await process.url
  return process
}

const mailsOf = (name: string) => readdir(join(folder, name, "outbox")).catch(() => [] as string[])
const idOf = (file: string) => file.split("_")[1] ?? ""

test("two processes share the jobs, run each job once, and both receive notifications", async () => {
  const [one, two] = await Promise.all([startWorld("one"), startWorld("two")])
  const mail = createMail(queueing.jobs)
  const message = { to: "ana@mail.example", subject: "Hello", text: "Hi", kind: "test" }
  await Promise.all(
    Array.from({ length: 120 }, (_, n) => mail.queue(database.db, { ...message, subject: `Mail ${n}` })),
  )
  await expect
    .poll(async () => (await mailsOf("one")).length + (await mailsOf("two")).length)
    .toBeGreaterThanOrEqual(120)
  const files = [...(await mailsOf("one")), ...(await mailsOf("two"))]
  expect(files).toHaveLength(120)
  expect(new Set(files.map(idOf)).size).toBe(120)
  expect((await mailsOf("one")).length).toBeGreaterThan(0)
  expect((await mailsOf("two")).length).toBeGreaterThan(0)
  // A job whose process is killed between the mail and its end runs again.
  const unfinished = () => database.db.sql`select from pgboss.job where name = 'mail' and state < 'completed'`
  await expect.poll(unfinished).toEqual([])

  one.child.stdin?.write("say from one\n")
  two.child.stdin?.write("say from two\n")
  for (const process of [one, two]) {
    await expect.poll(() => process.output()).toContain("heard from one\n")
    await expect.poll(() => process.output()).toContain("heard from two\n")
  }
})

test("the jobs of a killed process are run by another one", async () => {
  // A mail server that never responds keeps the first process busy with its jobs.
  const connections: Socket[] = []
  const silent = createServer((socket) => void connections.push(socket.on("error", () => {})))
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  const { port } = silent.address() as AddressInfo
  const stuck = await startWorld("stuck", {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "B4M <hello@b4m.example>",
  })
  const mail = createMail(queueing.jobs)
  for (let n = 0; n < 3; n++)
    await mail.queue(database.db, { to: "ana@mail.example", subject: `Stuck ${n}`, text: "Hi", kind: "test" })
  await expect.poll(() => connections.length).toBeGreaterThanOrEqual(3)
  const upload = await uploadArchive(300)
  const told = async () => {
    const [row] = await database.db.sql<{ files: number; activities: number; over: boolean }>`
      select (select count(*)::int from import_files where import_id = ${upload}) as files,
        (select count(*)::int from activities) as activities, finished_at is not null as over
      from imports where id = ${upload}
    `
    return row
  }
  await expect.poll(async () => (await told())?.files).toBeGreaterThan(0)
  stuck.kill("SIGKILL")
  await stuck.ended

  // The progress that the page showed before is kept, and the import is not finished.
  expect(await told()).toMatchObject({ over: false })

  // Simulates half a minute without heartbeats. Queues are checked every ten seconds.
  await database.db
    .sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '30 s' where state = 'active'`
  await database.db.sql`update pgboss.queue set monitor_on = null`
  await startWorld("rescuer")
  await queueing.boss.supervise()
  await expect.poll(async () => (await mailsOf("rescuer")).length).toBe(3)
  await expect.poll(told).toEqual({ files: 300, activities: 300, over: true })
  for (const socket of connections) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
})

/** Uploads an archive of the given number of runs as a member does. Returns the import, whose job is queued. */
async function uploadArchive(runs: number): Promise<string> {
  const world = { db: database.db, jobs: queueing.jobs, now: () => new Date() } as Partial<World> as World
  const athlete = await addAthlete(world, { email: "ida@mail.example" })
  const account = await accountOf(database, athlete)
  const userId = account
  const files = Array.from({ length: runs }, (_, n) => {
    const startedAt = new Date(Date.now() - (n + 2) * 7_200_000)
    const session = {
      startedAt,
      sport: "running",
      timerS: 1800,
      elapsedS: 1800,
      distanceM: 5000 + n,
      records: 3,
    }
    return [`${n}.fit`, encodeFit({ sessions: [session] })] as const
  })
  const bytes = await zip(Object.fromEntries(files))
  const begun = await beginUpload(world, userId, [{ name: "export.zip", size: bytes.length }])
  if (!begun.ok) throw new Error(begun.code)
  await takeParts(world, userId, begun.importId, [{ file: 0, position: 0, bytes }])
  return begun.importId
}

test("two processes may start concurrently on an empty database", async () => {
  const empty = await createTestDatabase({ migrated: false })
  const started = await Promise.all(["a", "b"].map((name) => startWorld(name, { DATABASE_URL: empty.url })))
  expect(started.every(({ child }) => child.exitCode === null)).toBe(true)
  for (const process of started) process.kill("SIGTERM")
  expect(await Promise.all(started.map(({ ended }) => ended))).toEqual([0, 0])
  await empty.drop()
})
