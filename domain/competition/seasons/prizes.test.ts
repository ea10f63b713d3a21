/** Who may claim, pay, ship and decline a prize, until when, and once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { competition } from "#content/competitions.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { listPrizes } from "#test/support/lists.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { setPrizes } from "../series/season-prizes.ts"
import { overSeason } from "./between.ts"
import { disqualify, reinstate } from "./disqualify.ts"
import { decline, passOn } from "./pass-on.ts"
import { claim, ship, shippingPaid, unpaidShipping } from "./prizes.ts"
import { seasonResults } from "./results.ts"
import { listSeasons, nextClosing } from "./season.ts"
import { settle } from "./settle.ts"
import { writeToHolders } from "./winners-message.ts"

const season = "fortnightly-2026-11-09"
const start = "2026-11-20T20:00:00Z"
const deadline = new Date(Date.parse(start) + competition.claimDays * 86_400_000)
let t: TestWorld
let users: string[]
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  for (const [name, km] of [
    ["Ana", 12],
    ["Ben", 10],
    ["Cleo", 8],
    ["Dan", 6],
  ] as const) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    await onActivity(t.world, id, sentRun({ distanceM: km * 1000 }))
  }
  await closeAndAward(t.world, season)
  const rows = await t.world.db.sql<{ id: string }>`
    select u.id from auth.users u join athletes a on a.user_id = u.id order by a.display_name`
  users = rows.map(({ id }) => id)
})
afterAll(() => t.close())
let anas = 0
beforeEach(async () => {
  t.clock.set(start)
  const found = (await listSeasons(t.world.db)).find(({ slug }) => slug === season)
  await t.world.db.sql`delete from prizes`
  if (found) await t.world.db.transaction((db) => settle({ ...t.world, db }, found))
  await t.world.db.sql`update prizes set shipping_cents = 900`
  const [prize] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from prizes where place = 1 and status <> 'withdrawn'`
  anas = prize?.id ?? 0
  t.mails.length = 0
  t.jobs.length = 0
})

const address = {
  name: "A",
  line1: "1 St",
  line2: null,
  city: "C",
  region: null,
  postalCode: "1",
  country: "US",
}
const claims = (of: string | undefined = users[0], prizeId = anas) =>
  claim(t.world, { userId: of ?? "", prizeId, address, consentText: "Yes" })
const set = (status: string) => t.world.db.sql`update prizes set status = ${status} where id = ${anas}`
const states = async () =>
  (await listPrizes(t.world)).map(
    ({ place, athlete, status }) => `${place} ${athlete?.split("-")[0]} ${status}`,
  )

test("A prize is claimed by its winner, until its last instant; an address changes until it is shipped", async () => {
  expect(await claims(users[1])).toEqual({ ok: false, code: "unknown_prize" })
  expect(await claims(users[0], 987_654)).toEqual({ ok: false, code: "unknown_prize" })
  t.clock.set(deadline)
  t.clock.advance(1)
  expect(await claims()).toEqual({ ok: false, code: "too_late" })
  t.clock.set(deadline)
  expect(await claims()).toMatchObject({ ok: true, shippingCents: 900 })
  t.clock.advance(1)
  expect(await claims()).toMatchObject({ ok: true })
  await shippingPaid(t.world, anas, "order-1")
  expect(await claims()).toMatchObject({ ok: true, shippingCents: 0 })
  await set("shipped")
  expect(await claims()).toEqual({ ok: false, code: "already_shipped" })
})

test("Shipping is paid once for a claimed prize; any other payment is refunded", async () => {
  const unpaid = (of = users[0]) => unpaidShipping(t.world, { userId: of ?? "", prizeId: anas })
  expect(await unpaid()).toBeNull()
  const refunds = () => t.jobs.map(({ data }) => (data as { orderId: string }).orderId)
  expect(await shippingPaid(t.world, anas, "order-0")).toBe(false)
  expect(refunds()).toEqual(["order-0"])
  await claims()
  expect(await unpaid()).toMatchObject({ shippingCents: 900 })
  expect(await unpaid(users[1])).toBeNull()
  expect(await shippingPaid(t.world, anas, "order-1")).toBe(true)
  expect(await shippingPaid(t.world, anas, "order-1")).toBe(true)
  expect(await unpaid()).toBeNull()
  expect(await shippingPaid(t.world, anas, "order-2")).toBe(false)
  expect(refunds()).toEqual(["order-0", "order-2"])
  await set("shipped")
  // The payment is reported twice, the second time after the prize was shipped.
  expect(await shippingPaid(t.world, anas, "order-1")).toBe(false)
  expect(refunds()).toEqual(["order-0", "order-2"])
})

test("A prize is shipped once, when it is claimed and its shipping is paid or free", async () => {
  const ships = (prizeId = anas) => ship(t.world, { prizeId, tracking: "1Z" })
  expect(await ships(987_654)).toEqual({ ok: false, code: "unknown_prize" })
  expect(await ships()).toEqual({ ok: false, code: "not_claimed" })
  await claims()
  expect(await ships()).toEqual({ ok: false, code: "shipping_not_paid" })
  await t.world.db.sql`update prizes set shipping_cents = 0 where id = ${anas}`
  expect(await ships()).toMatchObject({ ok: true })
  expect(await ships()).toMatchObject({ ok: true })
  expect(t.mails.map(({ kind }) => kind)).toEqual(["competition.shipped"])
})

test("A winner can decline a prize that has not shipped; an unclaimed one passes on", async () => {
  const declines = (of = users[0]) => decline(t.world, { userId: of ?? "", prizeId: anas })
  expect(await declines(users[1])).toEqual({ ok: false, code: "unknown_prize" })
  await set("shipped")
  expect(await declines()).toEqual({ ok: false, code: "already_shipped" })
  await set("awarded")
  t.clock.set(deadline)
  expect(await passOn(t.world)).toBe(0)
  expect(await states()).toEqual(["1 ana awarded", "2 ben awarded", "3 cleo awarded"])
  await t.world.db.sql`update prizes set claim_until = ${new Date(deadline.getTime() + 5)} where place > 1`
  t.clock.advance(1)
  expect(await passOn(t.world)).toBe(1)
  expect(await states()).toEqual(["1 ben awarded", "2 cleo awarded", "3 dan awarded"])
  expect(await declines()).toEqual({ ok: false, code: "unknown_prize" })
  const [bens] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from prizes where place = 1 and status <> 'withdrawn'`
  await t.world.db
    .sql`update prizes set status = 'claimed', shipping_order = 'order-9' where id = ${bens?.id ?? 0}`
  expect(await decline(t.world, { userId: users[1] ?? "", prizeId: bens?.id ?? 0 })).toEqual({
    ok: true,
    refunded: true,
  })
  expect(await states()).toEqual(["1 cleo awarded", "2 dan awarded"])
})

test("Unknown athletes cannot be disqualified or reinstated, and prizes and messages need an existing season", async () => {
  const athlete = (await listPrizes(t.world))[0]?.athlete ?? ""
  const nowhere = { ok: false, code: "unknown_season" }
  const nobody = { ok: false, code: "unknown_athlete" }
  expect(await disqualify(t.world, { season: "nothing", athlete, reason: "x" })).toEqual(nowhere)
  expect(await disqualify(t.world, { season, athlete: "nobody", reason: "x" })).toEqual(nobody)
  expect(await reinstate(t.world, { season: "nothing", athlete })).toEqual(nowhere)
  expect(await reinstate(t.world, { season, athlete: "nobody" })).toEqual(nobody)
  expect(await reinstate(t.world, { season, athlete })).toEqual({ ok: false, code: "not_disqualified" })
  // In a season that is still open, nothing is settled yet.
  const open = "monthly-2026-11"
  expect(await disqualify(t.world, { season: open, athlete, reason: "x" })).toEqual({
    ok: true,
    settled: null,
  })
  expect(await reinstate(t.world, { season: open, athlete })).toEqual({ ok: true, settled: null })
  expect(await setPrizes(t.world, { season: open, titles: Array(20).fill("x".repeat(200)) })).toEqual({
    ok: true,
  })
  expect(
    await setPrizes(t.world, { season: open, titles: Array(20).fill(` ${"x".repeat(200)}  `) }),
  ).toMatchObject({
    code: "unchanged",
  })
  expect(await setPrizes(t.world, { season: open, titles: [] })).toEqual({ ok: true })
  const message = { id: crypto.randomUUID(), subject: "S", text: "T", by: "ops" }
  expect(await writeToHolders(t.world, { ...message, season: "nothing" })).toEqual(nowhere)
  expect(await writeToHolders(t.world, { ...message, season: open })).toEqual({ ok: false, code: "nobody" })
  expect(await writeToHolders(t.world, { ...message, season })).toEqual({ ok: true, mails: 3 })
  expect(await writeToHolders(t.world, { ...message, season })).toEqual({ ok: false, code: "already_sent" })
})

test("A final table with exactly the requested number of rows has no further page", async () => {
  const read = async (limit: number) => {
    const found = await seasonResults(t.world, { slug: season, after: 0, limit })
    return found.ok && [found.results.rows.length, found.results.next]
  }
  expect([await read(3), await read(4), await read(5)]).toEqual([
    [3, 3],
    [4, null],
    [4, null],
  ])
})

test("A closed season names its successor, by its slug and by the running board's alias", async () => {
  expect(await overSeason(t.world, "last-10-days")).toBeUndefined()
  expect(await overSeason(t.world, "monthly-2026-11")).toBeUndefined()
  expect(await overSeason(t.world, "nothing")).toBeUndefined()
  const over = { season, next: { season: "fortnightly-2026-11-23" } }
  for (const slug of [season, "this-fortnight"]) expect(await overSeason(t.world, slug)).toMatchObject(over)
  t.clock.set("2026-12-08T20:00:00Z")
  expect(await overSeason(t.world, "this-fortnight")).toBeUndefined()
  expect((await overSeason(t.world, season))?.next?.season).toBe("fortnightly-2026-12-07")
  expect(await nextClosing(t.world.db)).toBeInstanceOf(Date)
})
