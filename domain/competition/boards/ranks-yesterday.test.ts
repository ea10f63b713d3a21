/** The ranks of the day before: saved once a day for each open board, by whichever process is first. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { saveRanks } from "./ranks-yesterday.ts"

let t: TestWorld
let ids: number[]
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  ids = [await addAthlete(t.world), await addAthlete(t.world), await addAthlete(t.world)]
})
afterAll(() => t.close())
beforeEach(async () => {
  const { sql } = t.world.db
  await sql`delete from private.ranks_yesterday`
  await sql`update boards set ranks_on = '2026-11-19', closed_at = null`
  await order(30, 20, 20)
})

/** The points of the athletes on every board, in the order of their ids. */
async function order(...points: number[]) {
  await t.world.db.sql`delete from standings`
  for (const [n, count] of points.entries())
    await t.world.db.sql`
      insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
      select ${ids[n] ?? 0}, id, ${count}, 1, 0, now(), private.place_key(${count}, 1, '2026-11-19') from boards`
}
const kept = async (slug = "last-14-days") =>
  (
    await t.world.db.sql<{ rank: number | null }>`
      select private.rank_yesterday(b.id, a.id) as rank from boards b, athletes a where b.slug = ${slug} order by a.id`
  ).map(({ rank }) => rank)

test("the ranks of every open board are saved once a day, replacing those of the day before", async () => {
  const open = (await t.world.db.sql`select from boards`).length
  await t.world.db.sql`update boards set ranks_on = null where slug = 'last-10-days'`
  expect(await saveRanks(t.world.db, "2026-11-20")).toBe(open)
  expect([await kept(), await kept("last-10-days"), await kept("monthly-2026-11")]).toEqual(
    Array(3).fill([1, 2, 2]),
  )
  await order(10, 20)
  expect([await saveRanks(t.world.db, "2026-11-20"), await kept()]).toEqual([0, [1, 2, 2]])
  expect([await saveRanks(t.world.db, "2026-11-21"), await kept()]).toEqual([open, [2, 1, null]])
  expect(await saveRanks(t.world.db, "2026-11-20")).toBe(0)
})

test("a closed board has none", async () => {
  await t.world.db.sql`update boards set closed_at = now() where slug = 'last-14-days'`
  const open = (await t.world.db.sql`select from boards where closed_at is null`).length
  expect([await saveRanks(t.world.db, "2026-11-20"), await kept()]).toEqual([open, [null, null, null]])
})

test("a second process in the same morning leaves the saved ranks alone, and notifies nobody", async () => {
  const { db } = t.world
  let before: Promise<void> | undefined
  const others = async () => {
    await saveRanks(db, "2026-11-20")
    await order(10, 20, 30)
    await db.sql`truncate private.standing_changes`
  }
  const transaction: Db["transaction"] = async (work) => {
    before ??= others()
    await before
    return db.transaction(work)
  }
  await saveRanks({ ...db, transaction }, "2026-11-20")
  expect(await kept()).toEqual([1, 2, 2])
  expect(await db.sql`select from private.standing_changes`).toEqual([])
})
