/** Where a prize can be sent: to the offered countries, and to an address given before those were limited. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { claim } from "./prizes.ts"

const start = "2026-11-20T20:00:00Z"
let t: TestWorld
let prizeId: number
let userId: string
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  const athlete = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
  const season = await seasonNamed(t.world.db, "fortnightly-2026-11-09")
  const [row] = (await t.world.db.sql`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    values (${season.id}, 1, 'A belt', ${athlete}, 'awarded', 995, ${start}, ${start})
    returning id::float8 as id, (select user_id from athletes where id = ${athlete}) as user`) as [
    { id: number; user: string },
  ]
  ;[prizeId, userId] = [row.id, row.user]
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.world.db
    .sql`update prizes set status = 'awarded', claimed_at = null, address = null, consent_text = null`
})

const address = { name: "A", line1: "1 St", line2: null, city: "C", region: null, postalCode: "1" }
const to = (country: string, changes: object = {}) =>
  claim(t.world, { userId, prizeId, address: { ...address, country, ...changes }, consentText: "Yes" })
const kept = async () =>
  (
    await t.world.db.sql`
      select status, address ->> 'country' as country, address ->> 'line1' as line1, claimed_at as at, consent_text as agreed
      from prizes`
  )[0]

test("an address in a country that is not offered is refused and not stored", async () => {
  expect(await to("XX")).toEqual({ ok: false, code: "unknown_country" })
  expect(await kept()).toEqual({ status: "awarded", country: null, line1: null, at: null, agreed: null })
  expect(await to("US")).toEqual({ ok: true, title: "A belt", shippingCents: 995 })
  expect(await to("XX")).toEqual({ ok: false, code: "unknown_country" })
  expect(await kept()).toMatchObject({ country: "US" })
})

test("a country given before stays valid for that prize, but no other country outside the list does", async () => {
  await t.world.db.sql`update prizes set status = 'claimed', address = '{"country": "XX"}'`
  expect(await to("XX", { line1: "2 St" })).toMatchObject({ ok: true })
  expect(await kept()).toMatchObject({ country: "XX", line1: "2 St" })
  expect(await to("YY")).toEqual({ ok: false, code: "unknown_country" })
  expect(await to("DE")).toMatchObject({ ok: true })
  expect(await to("XX")).toEqual({ ok: false, code: "unknown_country" })
})

test("the first claim sets the time, and the last one the accepted terms", async () => {
  await to("US")
  t.clock.advance(1000)
  await claim(t.world, { userId, prizeId, address: { ...address, country: "US" }, consentText: "Yes, there" })
  expect(await kept()).toMatchObject({ status: "claimed", at: new Date(start), agreed: "Yes, there" })
})
