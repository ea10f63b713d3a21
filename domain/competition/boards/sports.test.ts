import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { restrictedServices } from "#content/services.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { type Boards, createBoards } from "./board.ts"
import { page } from "./standings.ts"

let t: TestWorld
let boards: Boards
beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`delete from athletes`
})

/** The figure of the first row, as visitors and as members see it. */
async function figures() {
  const member = await addAthlete(t.world, { email: `${crypto.randomUUID()}@b4m.test` })
  const rows = await t.world.db.sql<{ id: string }>`select user_id as id from athletes where id = ${member}`
  const viewer = rows[0]?.id as string
  await boards.catchUp()
  const read = async (who: string | null) => {
    const found = await page(t.world, boards, { slug: "last-14-days", viewer: who, limit: 1 })
    return found.ok ? found.page.rows[0]?.figure : undefined
  }
  return [await read(null), await read(viewer)]
}

const ride = (day: number, more = {}) =>
  sentRun({ kind: "ride", startedAt: new Date(`2026-11-${day}T15:00:00Z`), ...more })

test("the database knows which services keep details from others", async () => {
  const [row] = await t.world.db.sql<{ sources: string[] }>`select private.restricted_sources() as sources`
  expect(row?.sources).toEqual(restrictedServices)
})

test("a figure shows the sport uploaded most, from the first workout on", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  await onActivity(t.world, ana, sentRun({ startedAt: new Date("2026-11-17T15:00:00Z") }))
  expect(await figures()).toEqual(["run", "run"])
  await onActivity(t.world, ana, ride(18))
  await onActivity(t.world, ana, ride(19))
  expect((await figures())[0]).toBe("ride")
})

test("the sport is not derived from restricted data, nor shown for members who hide details", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  await onActivity(t.world, ana, sentRun({ startedAt: new Date("2026-11-17T15:00:00Z") }))
  await onActivity(t.world, ana, ride(18, { source: "strava" }))
  await onActivity(t.world, ana, ride(19, { source: "strava" }))
  // Visitors do not see her name, members not the details.
  expect(await figures()).toEqual([null, "other"])
})

test("an athlete's chosen looks are combined with the sport, and hidden athletes have no figure", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  await t.world.db.sql`update athletes set look = 'bun.2.4.1' where id = ${ana}`
  await onActivity(t.world, ana, sentRun({ startedAt: new Date("2026-11-17T15:00:00Z") }))
  expect((await figures())[0]).toBe("run.bun.2.4.1")
  await t.world.db.sql`update athletes set visibility = 'hidden' where id = ${ana}`
  expect((await figures())[0]).toBeNull()
})
