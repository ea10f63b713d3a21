/** How prizes change hands: who loses one, who moves, who is notified, and what is refunded. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { competition, firstSeries } from "#content/competitions.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { rulesOf } from "../series/season-prizes.ts"
import { applyAllocation, undoFromDesk } from "./award.ts"
import type { SeasonRow } from "./season.ts"

const start = "2026-11-23T20:00:00Z"
const until = new Date(Date.parse(start) + competition.claimDays * 86_400_000)
let t: TestWorld
let season: SeasonRow
let ids: Record<"ana" | "ben" | "cleo" | "dan", number>
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  season = await seasonNamed(t.world.db, "fortnightly-2026-11-23")
  const add = (name: string) => addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
  ids = { ana: await add("Ana"), ben: await add("Ben"), cleo: await add("Cleo"), dan: await add("Dan") }
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from prizes`
  t.clock.set(start)
  t.mails.length = 0
  t.jobs.length = 0
})

interface Held {
  place: number
  status?: string
  because?: string
  order?: string
}
/** A prize of three days ago, without an address unless it was claimed. */
async function hold(athlete: number | null, { place, status = "awarded", because, order }: Held) {
  const at = new Date(Date.parse(start) - 3 * 86_400_000)
  const claimed = status === "claimed" ? at : null
  const [row] = (await t.world.db.sql`
    insert into prizes (
      season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, withdrawn_because,
      claimed_at, address, shipping_paid_at, shipping_order
    )
    values (
      ${season.id}, ${place}, 'A belt', ${athlete}, ${status}, 500, ${at}, ${at}, ${because ?? null},
      ${claimed}, ${claimed && t.world.db.sql.json({ city: "C" })}, ${order ? at : null}, ${order ?? null}
    )
    returning id::float8 as id`) as [{ id: number }]
  return row.id
}
const allocate = async (...names: (keyof typeof ids)[]) => {
  const rules = await rulesOf(t.world.db, season)
  const allocated = names.map((name, n) => ({ place: n + 1, athleteId: ids[name] }))
  return t.world.db.transaction((db) => applyAllocation({ ...t.world, db }, season, rules, allocated))
}
/** "Ana 1 awarded", and why a prize was withdrawn. */
const prizes = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select concat_ws(' ', coalesce(a.display_name, 'nobody'), place, status, withdrawn_because) as line
      from prizes p left join athletes a on a.id = p.athlete_id order by status = 'withdrawn', place`
  ).map(({ line }) => line)
const told = () => t.mails.map(({ to, kind }) => `${to.split("@")[0]} ${kind.split(".")[1]}`)

test.each([
  ["awarded", undefined, { refunded: false }],
  ["claimed", undefined, { refunded: false }],
  ["claimed", "order-1", { refunded: true }],
  ["shipped", "order-1", undefined],
  ["withdrawn", undefined, undefined],
])("a prize that is %s, paid by %s, is taken back as %j", async (status, order, taken) => {
  const because = status === "withdrawn" ? { because: "declined" } : {}
  const id = await hold(ids.ana, { place: 1, status, ...because, ...(order ? { order } : {}) })
  expect(await undoFromDesk(t.world, id, "disqualified", "A car.")).toEqual(taken)
  const [row] = await t.world.db.sql`
    select status, withdrawn_because as because, withdrawn_reason as reason, withdrawn_at as at, address,
      shipping_order as order, claimed_at is not null or shipping_paid_at is not null as kept
    from prizes`
  const now = { because: "disqualified", reason: "A car.", at: new Date(start) }
  if (taken) expect(row).toEqual({ status: "withdrawn", ...now, address: null, order: null, kept: false })
  else expect(row).toMatchObject({ status, because: because.because ?? null, at: null, order: order ?? null })
  expect(t.jobs).toEqual(
    taken?.refunded ? [{ queue: "prize-shipping-refund", data: { orderId: order }, key: order }] : [],
  )
  // It is withdrawn once, and its fee is refunded once.
  t.jobs.length = 0
  expect(await undoFromDesk(t.world, id, "declined")).toBeUndefined()
  expect([await undoFromDesk(t.world, 987_654, "declined"), t.jobs]).toEqual([undefined, []])
})

test("without earlier prizes, the first places win: each can be claimed for thirty days, and each winner is notified", async () => {
  const titles = firstSeries.find(({ slug }) => slug === "fortnightly")?.prizes.map(({ title }) => title)
  expect(await allocate("ana", "ben")).toEqual([
    { prizeId: expect.any(Number), place: 1, title: titles?.[0], athlete: "Ana" },
    { prizeId: expect.any(Number), place: 2, title: titles?.[1], athlete: "Ben" },
  ])
  expect(await prizes()).toEqual(["Ana 1 awarded", "Ben 2 awarded"])
  expect(told()).toEqual(["ana won", "ben won"])
  const rows = await t.world.db
    .sql`select awarded_at as at, claim_until as until, shipping_cents as fee from prizes`
  expect(rows).toEqual(Array(2).fill({ at: new Date(start), until, fee: 995 }))
})

test("a winner who keeps the place keeps the prize unchanged, and is not notified", async () => {
  await hold(ids.ana, { place: 1, status: "claimed" })
  const before = await t.world.db.sql`select * from prizes`
  expect(await allocate("ana")).toEqual([])
  expect([await t.world.db.sql`select * from prizes`, t.mails]).toEqual([before, []])
})

test("a winner who moves keeps the address and the payment, with thirty more days", async () => {
  await hold(ids.ana, { place: 2, status: "claimed", order: "order-1" })
  await hold(ids.ben, { place: 1 })
  expect((await allocate("ana", "ben")).map(({ place, athlete }) => [place, athlete])).toEqual([
    [1, "Ana"],
    [2, "Ben"],
  ])
  expect([await prizes(), told(), t.jobs]).toEqual([
    ["Ana 1 claimed", "Ben 2 awarded"],
    ["ana moved", "ben moved"],
    [],
  ])
  expect(
    await t.world.db
      .sql`select claim_until as until, address, shipping_order as order from prizes where place = 1`,
  ).toEqual([{ until, address: { city: "C" }, order: "order-1" }])
})

test("a winner who is excluded loses the prize, is notified and refunded; a deleted account is not notified", async () => {
  await hold(ids.ana, { place: 1, status: "claimed", order: "order-1" })
  await hold(null, { place: 2, status: "claimed", order: "order-2" })
  await hold(ids.cleo, { place: 3 })
  await allocate("dan", "cleo")
  expect(await prizes()).toEqual([
    "Dan 1 awarded",
    "Cleo 2 awarded",
    "Ana 1 withdrawn reordered",
    "nobody 2 withdrawn erased",
  ])
  expect(told()).toEqual(["ana withdrawn", "dan won", "cleo moved"])
  expect(t.mails[0]?.text).toContain("refunding what you paid")
  expect(t.jobs.map(({ data }) => data)).toEqual([{ orderId: "order-1" }, { orderId: "order-2" }])
})

test("a withdrawn prize belongs to nobody: its athlete is notified again only after winning it again", async () => {
  await hold(ids.ana, { place: 1, status: "withdrawn", because: "disqualified" })
  await hold(ids.ben, { place: 2, status: "withdrawn", because: "declined" })
  expect(await allocate("cleo")).toHaveLength(1)
  expect([await prizes(), told()]).toEqual([
    ["Cleo 1 awarded", "Ana 1 withdrawn disqualified", "Ben 2 withdrawn declined"],
    ["cleo won"],
  ])
  t.mails.length = 0
  await allocate("ana", "cleo")
  expect([await prizes(), told()]).toEqual([
    ["Ana 1 awarded", "Cleo 2 awarded", "Ben 2 withdrawn declined"],
    ["ana won", "cleo moved"],
  ])
})

test("shipped prizes are left alone, even those of deleted accounts", async () => {
  await hold(ids.ana, { place: 1, status: "shipped", order: "order-1" })
  await hold(null, { place: 2, status: "shipped" })
  const rules = await rulesOf(t.world.db, season)
  const awarded = await applyAllocation(t.world, season, rules, [{ place: 3, athleteId: ids.ben }])
  expect(awarded.map(({ place, athlete }) => [place, athlete])).toEqual([[3, "Ben"]])
  expect(await prizes()).toEqual(["Ana 1 shipped", "nobody 2 shipped", "Ben 3 awarded"])
  expect([told(), t.jobs]).toEqual([["ben won"], []])
})
