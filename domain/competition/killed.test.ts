import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun, snapshot } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "./pipeline.ts"
import { recompute } from "./recompute.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

/** Runs the process; with `killAfterMs` it is killed that long after it began to write. Answers whether it came to its end. */
function run(args: readonly string[], killAfterMs?: number): Promise<boolean> {
  const script = join(import.meta.dirname, "../../test/support/killable.ts")
  const child = spawn(process.execPath, [script, t.database.url, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let said = ""
  child.stdout.on("data", (data) => {
    if (said === "" && killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs)
    said += String(data)
  })
  return new Promise((resolve) => child.on("exit", () => resolve(said.includes("done"))))
}
const healthy = { verdicts: 0, days: 0, standings: 0 }
const withoutAthlete = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, v) => (key === "athlete_id" ? undefined : v)) as unknown

test("an import that is killed ten times at any point and then run to its end equals one that was never killed", async () => {
  const whole = await addAthlete(t.world)
  const began = performance.now()
  expect(await run(["import", String(whole)])).toBe(true)
  const tookMs = performance.now() - began
  const expected = withoutAthlete(await snapshot(t.world.db))
  await t.world.db.sql`delete from athletes`

  const killed = await addAthlete(t.world)
  let cut = 0
  for (let n = 0; n < 10; n++) {
    if (!(await run(["import", String(killed)], Math.random() * tookMs * 0.8))) cut++
    expect(await recompute(t.world, { repair: false })).toMatchObject(healthy)
  }
  expect(cut).toBeGreaterThan(0)
  expect(await run(["import", String(killed)])).toBe(true)
  expect(withoutAthlete(await snapshot(t.world.db))).toEqual(expected)
}, 240_000)

test("a closing that is killed ten times at any point awards each prize once and tells each winner once", async () => {
  await t.world.db.sql`delete from athletes`
  for (let n = 0; n < 40; n++) {
    const id = await addAthlete(t.world, { name: `Racer ${n}`, email: `racer${n}@b4m.test` })
    await onActivity(
      t.world,
      id,
      sentRun({ movingS: 1200 + n * 60, elapsedS: 1300 + n * 60, distanceM: 3000 + n * 150 }),
    )
  }
  const season = "fortnightly-2026-11-09"
  for (let n = 0; n < 10; n++) await run(["close", season], Math.random() * 120)
  expect(await run(["close", season])).toBe(true)
  expect(await run(["close", season])).toBe(true)
  const [count] = await t.world.db.sql<{ results: number; prizes: number; mails: number; left: number }>`
    select
      (select count(*) from season_results r join seasons s on s.id = r.season_id where s.slug = ${season})::int as results,
      (select count(*) from prizes p join seasons s on s.id = p.season_id where s.slug = ${season})::int as prizes,
      (select count(*) from private.receipts where source = 'test mail')::int as mails,
      (select count(*) from standings x join boards b on b.id = x.board_id where b.slug = ${season})::int as left
  `
  expect(count).toEqual({ results: 40, prizes: 3, mails: 3, left: 0 })
  expect(await recompute(t.world, { repair: false })).toMatchObject(healthy)
}, 240_000)
