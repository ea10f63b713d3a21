/** Whom a disqualification touches: before the close and after it, with a prize and without one. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { competition } from "#content/competitions.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { closeWith, findAllRight, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { disqualify, reinstate } from "./disqualify.ts"
import type { SeasonRow } from "./season.ts"
import { settle } from "./settle.ts"

const slug = "fortnightly-2026-11-09"
let t: TestWorld
let season: SeasonRow
const slugs = new Map<string, string>()
const ids: number[] = []
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  season = await seasonNamed(t.world.db, slug)
  for (const name of ["Ana", "Ben", "Cleo", "Dan", "Eve"]) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`
    slugs.set(name, row?.slug ?? "")
    ids.push(id)
  }
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from prizes`
  await t.world.db.sql`delete from disqualifications`
  const lines = ids.map((athlete, n) => ({ athlete, rank: n + 1 }))
  await closeWith(t.world.db, { season, at: t.world.now(), lines })
  await findAllRight(t.world, slug)
  t.mails.length = 0
  t.jobs.length = 0
})

const of = (name: string) => ({ season: slug, athlete: slugs.get(name) ?? "" })
const out = (name: string, reason = "A car.") => disqualify(t.world, { ...of(name), reason })
const back = (name: string) => reinstate(t.world, of(name))
const award = () => t.world.db.transaction((db) => settle({ ...t.world, db }, season))
const winners = async () =>
  (
    await t.world.db.sql<{ name: string }>`
      select a.display_name as name from prizes p join athletes a on a.id = p.athlete_id
      where p.status <> 'withdrawn' order by p.place`
  ).map(({ name }) => name)
const told = () => t.mails.splice(0).map(({ to, kind }) => `${to.split("@")[0]} ${kind.split(".")[1]}`)

test("an athlete disqualified before the awards wins nothing, and wins once reinstated", async () => {
  await t.world.db.sql`update seasons set settled_at = null where id = ${season.id}`
  const passedOver = [{ rank: 1, athlete: "Ana", why: "disqualified" }]
  expect(await out("Ana")).toEqual({ ok: true, settled: { winners: [], passedOver, open: [] } })
  expect([await winners(), told()]).toEqual([[], []])
  t.clock.advance(competition.winnersCheck.hours * 3_600_000)
  expect((await award()).passedOver).toEqual([{ rank: 1, athlete: "Ana", why: "disqualified" }])
  expect([await winners(), told()]).toEqual([
    ["Ben", "Cleo", "Dan"],
    ["ben won", "cleo won", "dan won"],
  ])
  expect(await back("Ana")).toMatchObject({ ok: true, settled: { passedOver: [] } })
  expect([await winners(), told()]).toEqual([
    ["Ana", "Ben", "Cleo"],
    ["dan withdrawn", "ana won", "ben moved", "cleo moved"],
  ])
})

test("an athlete without a prize is disqualified without a mail, and no prize moves", async () => {
  await award()
  told()
  expect(await out("Eve")).toMatchObject({ ok: true, settled: { winners: [] } })
  expect([await winners(), told()]).toEqual([["Ana", "Ben", "Cleo"], []])
})

test("a shipped prize stays with a disqualified athlete, and no mail says otherwise", async () => {
  await award()
  await t.world.db.sql`update prizes set status = 'shipped', shipping_order = 'order-1' where place = 1`
  told()
  await out("Ana")
  expect([await winners(), told(), t.jobs]).toEqual([["Ana", "Ben", "Cleo"], [], []])
})

test("the first reason stays, and the mail with it is sent once", async () => {
  await award()
  told()
  await out("Ben", "A car.")
  expect(t.mails[0]?.text).toContain("The reason: A car.")
  expect(told()).toEqual(["ben withdrawn", "cleo moved", "dan won"])
  await out("Ben", "A train.")
  expect([told(), await t.world.db.sql`select reason from disqualifications`]).toEqual([
    [],
    [{ reason: "A car." }],
  ])
  expect(await t.world.db.sql`select withdrawn_reason as why from prizes where status = 'withdrawn'`).toEqual(
    [{ why: "A car." }],
  )
})

test("only a disqualified athlete can be reinstated, and only in that season", async () => {
  await award()
  await out("Ana")
  expect(await back("Ben")).toEqual({ ok: false, code: "not_disqualified" })
  expect(await reinstate(t.world, { ...of("Ana"), season: "monthly-2026-11" })).toEqual({
    ok: false,
    code: "not_disqualified",
  })
  expect(await winners()).toEqual(["Ben", "Cleo", "Dan"])
  expect(await back("Ana")).toMatchObject({ ok: true })
  expect(await back("Ana")).toEqual({ ok: false, code: "not_disqualified" })
})

test("a change that fails halfway is rolled back", async () => {
  await award()
  const before = await winners()
  told()
  const queue = () => Promise.reject(new Error("no mail"))
  await expect(
    disqualify({ ...t.world, mail: { ...t.world.mail, queue } }, { ...of("Ana"), reason: "A car." }),
  ).rejects.toThrow("no mail")
  expect([await winners(), await t.world.db.sql`select from disqualifications`]).toEqual([before, []])
})
