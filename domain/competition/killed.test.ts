import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun, snapshot } from "#test/support/competition.ts"
import { runKillable } from "#test/support/run-killable.ts"
import { findAllRight } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "./maintain.ts"
import { onActivity } from "./pipeline.ts"
import { recompute } from "./recompute.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

const run = (args: readonly string[], kill?: number | Promise<unknown>) =>
  runKillable(t.database.url, args, kill)

/** Kills a process in the middle of its work: while it waits to write to a table. */
async function runKilledAt(table: string, args: readonly string[]): Promise<void> {
  await t.world.db.transaction(async ({ sql }) => {
    await sql`lock table ${sql(table)} in exclusive mode`
    const waits = (async () => {
      while (true) {
        const [waiting] = await t.world.db.sql`
          select from pg_stat_activity where datname = current_database()
            and application_name like 'b4m test, to be killed%' and wait_event_type = 'Lock'`
        if (waiting) return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    expect(await run(args, waits)).toBe(false)
  })
}
const healthy = { verdicts: 0, days: 0, standings: 0 }
const withoutAthlete = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, v) => (key === "athlete_id" ? undefined : v)) as unknown

// The upload's job, which does the same and more, is killed five times (server/http/functions/uploads-killed.test.ts).
test("an import by command that is killed at any point and then run to its end equals one that was never killed", async () => {
  const whole = await addAthlete(t.world)
  const began = performance.now()
  expect(await run(["import", String(whole)])).toBe(true)
  const tookMs = performance.now() - began
  const expected = withoutAthlete(await snapshot(t.world.db))
  await t.world.db.sql`delete from athletes`

  const killed = await addAthlete(t.world)
  const args = ["import", String(killed)]
  const kills = [
    ...["import_files", "activities"].map((table) => () => runKilledAt(table, args)),
    () => run(args, Math.random() * tookMs * 0.5),
  ]
  for (const kill of kills) {
    await kill()
    expect(await recompute(t.world, { repair: false })).toMatchObject(healthy)
  }
  expect(await run(["import", String(killed)])).toBe(true)
  expect(withoutAthlete(await snapshot(t.world.db))).toEqual(expected)
}, 240_000)

/** Twelve athletes, each with different points, in the two-week season that is over. */
async function field(): Promise<void> {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  await t.world.db.sql`delete from private.receipts`
  for (let n = 0; n < 12; n++) {
    const id = await addAthlete(t.world, { name: `Racer ${n}`, email: `racer${n}@b4m.test` })
    await onActivity(
      t.world,
      id,
      sentRun({ movingS: 1200 + n * 60, elapsedS: 1300 + n * 60, distanceM: 3000 + n * 150 }),
    )
  }
}
const season = "fortnightly-2026-11-09"
const frozen = "2026-11-23T20:00:01Z"
const awarding = "2026-11-26T20:00:01Z"

/** Restores the state before the season was closed. */
async function reopen(): Promise<void> {
  await t.world.db.sql`delete from seasons where slug = ${season}`
  await maintainBoards(t.world)
}

async function expectSettledOnce(): Promise<void> {
  const [count] = await t.world.db.sql<{ results: number; prizes: number; mails: number; left: number }>`
    select
      (select count(*) from season_results r join seasons s on s.id = r.season_id where s.slug = ${season})::int as results,
      (select count(*) from prizes p join seasons s on s.id = p.season_id where s.slug = ${season})::int as prizes,
      (select count(*) from private.receipts where source = 'test mail')::int as mails,
      (select count(*) from standings x join boards b on b.id = x.board_id where b.slug = ${season})::int as left
  `
  expect(count).toEqual({ results: 12, prizes: 3, mails: 3, left: 0 })
  expect(await recompute(t.world, { repair: false })).toMatchObject(healthy)
}

test("a closing that is killed in its middle and at any point awards each prize once and notifies each winner once", async () => {
  await field()
  for (const instant of [frozen, awarding]) {
    await runKilledAt(instant === frozen ? "season_results" : "prizes", ["close", season, instant])
    await run(["close", season, instant], Math.random() * 120)
    expect(await run(["close", season, instant])).toBe(true)
    expect(await run(["close", season, instant])).toBe(true)
    await findAllRight(t.world, season)
  }
  await expectSettledOnce()
}, 240_000)

test("three processes that close a season at once settle it once", async () => {
  await reopen()
  await field()
  for (const instant of [frozen, awarding]) {
    const closing = [1, 2, 3].map(() => run(["close", season, instant]))
    expect(await Promise.all(closing)).toEqual([true, true, true])
    await findAllRight(t.world, season)
  }
  await expectSettledOnce()
})
