import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { connectPostgres } from "#adapters/db/postgres.ts"
import type { World } from "#domain/world.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { countQueues } from "./counts.ts"
import { dropDead, keepDead, listDead, retryDead } from "./dead.ts"
import type { Deadline } from "./deadline.ts"
import { createJobs, type RunningJobs } from "./jobs.ts"
import { defineWorker, type Worker } from "./worker.ts"

let test_: TestWorld
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  test_ = await createTestWorld()
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})
afterAll(() => test_.close())

/** A server process: its own connections and workers on the shared database. */
async function startJobs(workers: Worker[], deadlines: Deadline[] = []) {
  const db = connectPostgres({ url: test_.database.url, max: 5 })
  const running = createJobs({ db, log: test_.log, pollSeconds: 0.5 })
  await running.open({ workers, deadlines })
  const world: World = { ...test_.world, db, jobs: running.jobs, now: () => new Date() }
  await running.work(world)
  let stopped: Promise<void> | undefined
  const stop = (seconds = 1) => {
    stopped ??= running.stop(seconds)
    return stopped
  }
  opened.push(async () => {
    await stop()
    await db.end()
  })
  return { ...running, world, db, stop }
}

const numbered = z.object({ n: z.number() })
const quick = { limit: 2, delaySeconds: 1, maxDelaySeconds: 1 }

function collect(queue: string, options: Partial<Worker> = {}) {
  const seen: number[] = []
  const worker = defineWorker({
    queue,
    shape: numbered,
    retry: quick,
    ...options,
    async handle(_world, { n }) {
      seen.push(n)
      return undefined
    },
  })
  return { seen, worker }
}

test("a job exists if and only if the transaction that adds it commits", async () => {
  const { seen, worker } = collect("with-transaction")
  const { jobs, world } = await startJobs([worker])
  await expect(
    world.db.transaction(async (db) => {
      await jobs.add(db, "with-transaction", { n: 1 })
      throw new Error("no")
    }),
  ).rejects.toThrow("no")
  await world.db.transaction(async (db) => {
    await jobs.add(db, "with-transaction", { n: 2 })
    expect(seen).toEqual([])
  })
  await expect.poll(() => seen).toEqual([2])
})

test("many jobs run immediately after their commit, not one per poll", async () => {
  const { seen, worker } = collect("many")
  const { jobs, world } = await startJobs([worker])
  await world.db.transaction(async (db) => {
    for (let n = 0; n < 600; n++) await jobs.add(db, "many", { n })
  })
  // Polling would take five minutes.
  await expect.poll(() => seen.length).toBe(600)
})

test("at most one waiting or running job per key, and any number without a key", async () => {
  const { seen, worker } = collect("keyed")
  const { jobs, world } = await startJobs([worker])
  await world.db.transaction(async (db) => {
    await jobs.add(db, "keyed", { n: 1 }, { key: "a" })
    await jobs.add(db, "keyed", { n: 2 }, { key: "a" })
    await jobs.add(db, "keyed", { n: 3 }, { key: "b" })
    await jobs.add(db, "keyed", { n: 4 })
    await jobs.add(db, "keyed", { n: 5 })
  })
  await expect.poll(() => seen.toSorted()).toEqual([1, 3, 4, 5])
  await jobs.add(world.db, "keyed", { n: 6 }, { key: "a" })
  await expect.poll(() => seen.toSorted()).toEqual([1, 3, 4, 5, 6])
})

test("a job requested while another is about to finish is queued", async () => {
  const ending = Promise.withResolvers<void>()
  let looks = 0
  const worker = defineWorker({
    queue: "looks-for-all",
    shape: z.object({}),
    retry: quick,
    async handle() {
      looks++
      if (looks === 1) await ending.promise
      return undefined
    },
  })
  const { jobs } = await startJobs([worker])
  jobs.wake(test_.world.db, "looks-for-all")
  await expect.poll(() => looks).toBe(1)
  // The first job has already read its work and is still running when the other one is queued.
  jobs.wake(test_.world.db, "looks-for-all")
  const waiting = async () =>
    (await countQueues(test_.world.db)).find(({ queue }) => queue === "looks-for-all")?.waiting
  await expect.poll(waiting).toBe(1)
  ending.resolve()
  await expect.poll(() => looks).toBe(2)
})

test("duplicate queue names are refused, for jobs, deadlines and the dead queue", async () => {
  const { worker } = collect("twice")
  const deadline = { name: "twice", next: async () => null, run: async () => {} }
  const open = (workers: Worker[], deadlines: Deadline[] = []) =>
    createJobs({ db: test_.database.db, log: test_.log }).open({ workers, deadlines })
  await expect(open([worker, worker])).rejects.toThrow('Two queues are called "twice"')
  await expect(open([worker], [deadline])).rejects.toThrow('Two queues are called "twice"')
  await expect(open([collect("dead").worker])).rejects.toThrow('Two queues are called "dead"')
})

test("a job does not run before its scheduled time", async () => {
  const ran: number[] = []
  const worker = defineWorker({
    queue: "later",
    shape: numbered,
    handle: async () => {
      ran.push(Date.now())
      return undefined
    },
  })
  const { jobs, world } = await startJobs([worker])
  const startAfter = new Date(Date.now() + 1200)
  await jobs.add(world.db, "later", { n: 1 }, { startAfter })
  await expect.poll(() => ran.length).toBe(1)
  expect(ran[0]).toBeGreaterThanOrEqual(startAfter.getTime())
})

test("a failing job is retried, then becomes dead with its reason, and an operator can retry it", async () => {
  let broken = true
  const attempts: number[] = []
  const worker = defineWorker({
    queue: "failing",
    shape: numbered,
    retry: quick,
    async handle(_world, _data, job) {
      attempts.push(job.attempt)
      if (broken) throw new Error("the other side is away")
      return undefined
    },
  })
  const { jobs, world, boss } = await startJobs([worker])
  await jobs.add(world.db, "failing", { n: 7 })
  await expect.poll(() => listDead(boss).then((dead) => dead.length)).toBe(1)
  expect(attempts).toEqual([1, 2, 3])
  const [dead] = await listDead(boss)
  expect(await countQueues(world.db)).toContainEqual({ queue: "failing", waiting: 0, atWork: 0, dead: 1 })
  expect(dead).toMatchObject({
    queue: "failing",
    attempts: 3,
    reason: "the other side is away",
    data: { n: 7 },
  })

  const ids = [dead?.id ?? ""]
  expect([await dropDead(boss, [...ids, randomUUID()]), await listDead(boss)]).toEqual([1, []])
  expect([await dropDead(boss, ids), await retryDead(boss, ids)]).toEqual([0, 0])
  expect([await keepDead(boss, ids), (await listDead(boss)).length]).toEqual([1, 1])

  broken = false
  expect(await retryDead(boss, ids)).toBe(1)
  await expect.poll(() => attempts.length).toBe(4)
  expect(await listDead(boss)).toEqual([])
})

test("a job is dead immediately if its handler says so or its data is malformed", async () => {
  const worker = defineWorker({
    queue: "hopeless",
    shape: numbered,
    handle: async () => ({ dead: "no such mailbox" }),
  })
  const { jobs, world, boss } = await startJobs([worker])
  await jobs.add(world.db, "hopeless", { n: 1 })
  await jobs.add(world.db, "hopeless", { n: "one" })
  await expect
    .poll(() => listDead(boss).then((dead) => dead.map(({ reason }) => reason).toSorted()))
    .toEqual([expect.stringMatching(/^The data has another shape: n /), "no such mailbox"])
  await retryDead(boss, [])
})

test("stopping returns an unfinished job without using up an attempt, and another process runs it", async () => {
  const attempts: number[] = []
  const stuck = defineWorker({
    queue: "given-back",
    shape: numbered,
    handle: (_world, _data, job) =>
      new Promise((_resolve, reject) => {
        attempts.push(job.attempt)
        job.signal.addEventListener("abort", () => reject(job.signal.reason))
      }),
  })
  const first = await startJobs([stuck])
  await first.jobs.add(first.world.db, "given-back", { n: 1 })
  await expect.poll(() => attempts).toEqual([1])
  await first.stop(1)
  const [row] = await test_.world.db.sql<{ state: string; retry_count: number }>`
    select state::text, retry_count from pgboss.job where name = 'given-back'`
  expect(row).toEqual({ state: "created", retry_count: 0 })

  const { seen, worker } = collect("given-back")
  await startJobs([worker])
  await expect.poll(() => seen).toEqual([1])
})

test("stopping waits for a job that finishes in time", async () => {
  let done = false
  const mayEnd = Promise.withResolvers<void>()
  const slow = defineWorker({
    queue: "ends-in-time",
    shape: numbered,
    async handle() {
      await mayEnd.promise
      done = true
      return undefined
    },
  })
  const { jobs, world, boss, stop } = await startJobs([slow])
  await jobs.add(world.db, "ends-in-time", { n: 1 })
  await expect
    .poll(() => boss.getWipData().some(({ name, count }) => name === "ends-in-time" && count > 0))
    .toBe(true)
  const stopped = stop(60)
  mayEnd.resolve()
  await stopped
  expect(done).toBe(true)
  const [row] = await test_.world.db.sql`select state::text from pgboss.job where name = 'ends-in-time'`
  expect(row).toEqual({ state: "completed" })
})

test("with three processes a deadline runs once per instant, and a failing run is repeated", async () => {
  await test_.world.db.sql`create table deadline_runs (at timestamptz not null)`
  let failOnce = true
  const everySecond: Deadline = {
    name: "every-second",
    next: async (_world, after) => new Date((Math.floor(after.getTime() / 1000) + 1) * 1000),
    async run(world, at) {
      if (failOnce) {
        failOnce = false
        throw new Error("not yet")
      }
      await world.db.sql`insert into deadline_runs ${world.db.sql({ at })}`
    },
  }
  const processes: RunningJobs[] = []
  for (let n = 0; n < 3; n++) processes.push(await startJobs([], [everySecond]))
  const readCounts = () => test_.world.db.sql<{ at: Date; runs: number }>`
    select at, count(*)::int as runs from deadline_runs group by at order by at`
  await expect.poll(async () => (await readCounts()).length).toBeGreaterThanOrEqual(3)
  const waiting = await test_.world.db.sql<{ data: { at: string } }>`
    select data from pgboss.job where name = 'every-second' and state = 'retry'`
  expect(waiting.length).toBe(1)
  const counts = await readCounts()
  expect(counts.every(({ runs }) => runs === 1)).toBe(true)
  expect(counts.map(({ at }) => at.toISOString())).not.toContain(waiting[0]?.data.at)
})
