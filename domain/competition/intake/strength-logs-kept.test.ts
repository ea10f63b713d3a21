/**
 * Which strength sessions are kept: whose, from which dates, each only once, and with text that a database can store.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { StrengthLog } from "#ports/recorded.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { exportStrengthLogs, keepStrengthLogs } from "./strength-logs.ts"

let t: TestWorld
let athleteId: number
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  athleteId = await addAthlete(t.world, { timeZone: "UTC" })
})

const log = (startedLocal: string, changes: Partial<StrengthLog> = {}): StrengthLog => ({
  ...{ app: "hevy", title: null, startedLocal, durationS: null, weightUnit: null },
  exercises: [{ name: "Press", sets: 3, reps: 15.4, volume: 0 }],
  ...changes,
})
const keep = (...logs: StrengthLog[]) => keepStrengthLogs(t.world, { athleteId, logs })
const kept = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select concat_ws(' ', app, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), title) as line
      from strength_logs order by started_at, app, title`
  ).map(({ line }) => line)

test.each([
  ["1994-12-31T23:59:59", 0],
  ["1995-01-01T00:00:00", 1],
  ["2026-11-21T19:59:59", 1],
  ["2026-11-21T20:00:00", 0],
])("a session at %s is kept %i times: from 1995 on, and until a day from now", async (at, count) => {
  expect(await keep(log(at))).toBe(count)
  expect(await kept()).toHaveLength(count)
})

test("nothing is stored for an athlete who has left", async () => {
  const logs = [log("2026-11-01T10:00:00")]
  expect(await keepStrengthLogs(t.world, { athleteId: 987_654, logs })).toBe(0)
  expect(await kept()).toEqual([])
})

test("a session is identified by its app, start and title, and stored once", async () => {
  const at = "2026-11-01T10:00:00"
  const logs = [
    log(at),
    log(at),
    log(at, { title: "Push" }),
    log(at, { title: "Pull" }),
    log(at, { app: "strong" }),
  ]
  expect(await keep(...logs)).toBe(4)
  expect(await keep(log(at), log(at, { title: "Push" }))).toBe(2)
  expect(await kept()).toEqual([`hevy ${at} Pull`, `hevy ${at} Push`, `hevy ${at}`, `strong ${at}`])
})

test("more sessions than fit in one statement are all stored", async () => {
  const at = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 19)
  expect(await keep(...Array.from({ length: 1001 }, (_, n) => log(at(n))))).toBe(1001)
  expect(await kept()).toHaveLength(1001)
})

test("titles are cut to what can be stored, or left out; repetitions are rounded", async () => {
  const title = "t".repeat(201)
  await keep(log("2026-11-01T10:00:00", { title }), log("2026-11-02T10:00:00", { title: "" }))
  expect(await t.world.db.sql`select title, reps, sets from strength_logs order by started_at`).toEqual([
    { title: title.slice(1), reps: 15, sets: 3 },
    { title: null, reps: 15, sets: 3 },
  ])
  await keep(
    log("2026-11-03T10:00:00", { exercises: [{ name: "e".repeat(101), sets: 1, reps: 1, volume: 1 }] }),
  )
  const [row] = await t.world.db.sql<{ name: string }>`
    select exercises -> 0 ->> 'name' as name from strength_logs order by started_at desc limit 1`
  expect(row?.name).toHaveLength(100)
})

test("the export of a member without strength sessions contains no strength logs", async () => {
  const id = randomUUID()
  await t.world.db.sql`insert into auth.users (id) values (${id})`
  await t.world.db.sql`update athletes set user_id = ${id} where id = ${athleteId}`
  expect(await exportStrengthLogs(t.world.db, { id } as never)).toBeNull()
  await keep(log("2026-11-02T10:00:00"), log("2026-11-01T10:00:00", { title: "Push" }))
  expect(await exportStrengthLogs(t.world.db, { id } as never)).toMatchObject([
    { title: "Push", app: "hevy", started_at: new Date("2026-11-01T10:00:00Z") },
    { title: null },
  ])
  expect(await exportStrengthLogs(t.world.db, { id: randomUUID() } as never)).toBeNull()
})
