import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { FileOutcome, StrengthLog } from "#ports/recorded.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { beginImport, type FileResult, importFiles } from "./import.ts"
import { exportStrengthLogs } from "./strength-logs.ts"

let t: TestWorld
let athleteId: number
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  athleteId = await addAthlete(t.world)
  await t.world.db.sql`update athletes set time_zone = 'Europe/Berlin' where id = ${athleteId}`
})

const log = (changes: Partial<StrengthLog> = {}): StrengthLog => ({
  app: "hevy",
  title: "Push",
  startedLocal: "2026-11-01T17:00:00",
  durationS: 3600,
  weightUnit: "kg",
  exercises: [
    { name: "Press", sets: 3, reps: 15, volume: 1200 },
    { name: "Dips\u0000", sets: 2, reps: 20, volume: 0 },
  ],
  ...changes,
})

async function bring(...logs: StrengthLog[]): Promise<FileResult[]> {
  const importId = await beginImport(t.world, athleteId)
  const results: FileResult[] = []
  const files = async function* (): AsyncGenerator<FileOutcome> {
    yield { name: "workouts.csv", ok: true, activities: [], logs }
  }
  await importFiles(t.world, { importId, athleteId, files: files() }, (file) => results.push(file))
  return results
}
const kept = () => t.world.db.sql`
  select title, started_at, local_on::text as local_on, duration_s, sets, reps, volume, weight_unit, exercises
  from strength_logs order by started_at
`

test("a log is stored in its owner's local time, described as self-reported, and earns nothing", async () => {
  expect(await bring(log())).toEqual([
    {
      name: "workouts.csv",
      ok: true,
      activities: 0,
      reason:
        "1 strength session kept as self-reported: no points, but sets and volume for a recording from the same time",
    },
  ])
  expect(await kept()).toEqual([
    {
      title: "Push",
      started_at: new Date("2026-11-01T16:00:00Z"),
      local_on: "2026-11-01",
      duration_s: 3600,
      sets: 5,
      reps: 35,
      volume: 1200,
      weight_unit: "kg",
      exercises: [
        { name: "Press", sets: 3, reps: 15, volume: 1200 },
        { name: "Dips ", sets: 2, reps: 20, volume: 0 },
      ],
    },
  ])
  expect(await t.world.db.sql`select from activities`).toEqual([])
  expect(await t.world.db.sql`select from athlete_days`).toEqual([])
})

test("a session imported again is stored once, in its last version; another app's is separate", async () => {
  await bring(log(), log(), log({ startedLocal: "2026-11-02T17:00:00" }))
  await bring(
    log({ exercises: [{ name: "Press", sets: 4, reps: 20, volume: 1600 }] }),
    log({ app: "strong" }),
  )
  expect(await kept()).toMatchObject([{ sets: 4 }, { sets: 5 }, { sets: 5 }])
})

test("a session with an impossible date does not affect the others", async () => {
  const [mixed] = await bring(log(), log({ startedLocal: "1994-11-01T17:00:00" }))
  expect(mixed?.reason).toMatch(/^1 strength session kept.*; 1 left out, because the date is impossible$/)
  const [none] = await bring(log({ startedLocal: "2199-11-01T17:00:00" }))
  expect(none).toMatchObject({ ok: false, reason: "only has sessions with impossible dates" })
  expect(await kept()).toHaveLength(1)
})

test("only the owner can read a log, nobody can write one, and it is deleted with the account", async () => {
  const user = randomUUID()
  await t.world.db.sql`insert into auth.users (id) values (${user})`
  await t.world.db.sql`update athletes set user_id = ${user} where id = ${athleteId}`
  await bring(log())
  const seenBy = (sub: string | null) =>
    t.world.db.transaction(async ({ sql, query }) => {
      await sql`select set_config('request.jwt.claims', ${sub ? JSON.stringify({ sub }) : ""}, true)`
      await query("set local role authenticated")
      return (await sql`select title from strength_logs`).length
    })
  expect(await seenBy(user)).toBe(1)
  expect(await seenBy(randomUUID())).toBe(0)
  for (const [role, statement] of [
    ["anon", "select from strength_logs"],
    ["authenticated", "delete from strength_logs"],
    ["authenticated", "update strength_logs set sets = 99"],
  ] as const)
    await expect(
      t.world.db.transaction(async ({ query }) => {
        await query(`set local role ${role}`)
        await query(statement)
      }),
    ).rejects.toThrow(/permission denied/)
  expect(await exportStrengthLogs(t.world.db, { id: user } as never)).toMatchObject([{ title: "Push" }])
  await t.world.db.sql`delete from athletes where id = ${athleteId}`
  expect(await kept()).toEqual([])
})
