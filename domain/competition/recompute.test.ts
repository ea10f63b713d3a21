import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "./pipeline.ts"
import { recompute } from "./recompute.ts"

let t: TestWorld
let ids: number[]
beforeAll(async () => {
  t = await createCompetitionWorld()
  ids = await Promise.all(Array.from({ length: 12 }, () => addAthlete(t.world)))
  await Promise.all(ids.map((id) => onActivity(t.world, id, sentRun())))
})
afterAll(() => t.close())

const nothing = { verdicts: 0, days: 0, standings: 0 }

test("a comparison sees one snapshot, and does not wait for uploads in progress", async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const underWay = Promise.withResolvers<void>()
  const upload = t.world.db.transaction(async ({ sql }) => {
    await sql`update athlete_days set points = 1 where athlete_id = ${ids[0] as number}`
    underWay.resolve()
    await finished
  })
  await underWay.promise
  expect(await recompute(t.world, { repair: false })).toMatchObject({
    athletes: 12,
    activities: 12,
    ...nothing,
  })
  finish()
  await upload
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 1, standings: 0 })
  expect(await recompute(t.world, { repair: true })).toMatchObject({ days: 1 })
  expect(await recompute(t.world, { repair: false })).toMatchObject(nothing)
})

test("an upload during a comparison is included with all its consequences, or not at all", async () => {
  const uploads = ids.flatMap((id) =>
    ["16", "17", "19"].map((day) =>
      onActivity(t.world, id, sentRun({ startedAt: new Date(`2026-11-${day}T15:00:00Z`) })),
    ),
  )
  for (let n = 0; n < 3; n++) expect(await recompute(t.world, { repair: false })).toMatchObject(nothing)
  await Promise.all(uploads)
})

test("every kind of difference is counted and repaired", async () => {
  const { sql } = t.world.db
  await sql`update activities set status = 'excluded', reason = 'manual' where athlete_id = ${ids[1] as number}`
  await sql`delete from athlete_days where athlete_id = ${ids[2] as number}`
  await sql`update athlete_days set moving_s = 1 where athlete_id = ${ids[3] as number} and local_on = '2026-11-18'`
  await sql`update standings set points = 1 where athlete_id = ${ids[4] as number}`
  const found = await recompute(t.world, { repair: false })
  expect(found).toMatchObject({ verdicts: 4, days: 5, standings: 4 })
  expect(await recompute(t.world, { repair: true })).toMatchObject({ verdicts: 4, days: 5 })
  expect(await recompute(t.world, { repair: false })).toMatchObject(nothing)
})
