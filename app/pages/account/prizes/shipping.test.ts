/** A winner who pays for the shipping of a prize, from the form to the parcel. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { prizeConsentText } from "#content/competition-consent.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { ship } from "#domain/competition/seasons/prizes.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { addAthlete } from "#test/support/competition.ts"
import { openShop, press, type Shop } from "#test/support/shop.ts"
import { savePrize } from "./answer.ts"

let site: TestAuth
let shop: Shop
beforeAll(async () => {
  site = await createTestAuth()
  shop = openShop(site.test)
  await maintainBoards(shop.world)
})
afterAll(() => site.close())

test("a winner pays only the shipping, and the prize is then ready to ship", async () => {
  const { session } = await site.member("winner@example.com")
  const { sql } = shop.world.db
  const athleteId = await addAthlete(shop.world, { name: "Winner" })
  await sql`update athletes set user_id = ${session.user.id} where id = ${athleteId}`
  const [season] = await sql<{ id: number }>`select id from seasons order by id limit 1`
  const [prize] = await sql<{ id: number }>`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    values (
      ${season?.id ?? 0}, 1, 'Shoes', ${athleteId}, 'awarded', 995, ${shop.world.now()},
      ${shop.world.now()}::timestamptz + interval '7 days'
    )
    returning id::float8 as id
  `
  const prizeId = prize?.id ?? 0
  const send = (what: "claim" | "pay") =>
    savePrize(shop.world, session.user.id, { ...typed, form: `${what}-${prizeId}` })
  const typed = {
    consent: prizeConsentText,
    name: "W",
    line1: "1 Way",
    city: "Costa Mesa",
    region: "CA",
    postalCode: "92626",
    country: "US",
  }
  expect(await send("pay")).toMatchObject({ status: 404 })
  expect(await ship(shop.world, { prizeId: prizeId, tracking: null })).toMatchObject({
    code: "not_claimed",
  })
  const claimed = await send("claim")
  expect(claimed).toEqual({ goTo: expect.stringContaining("/payments-sandbox/pay/") })
  expect(await send("pay")).toEqual(claimed)
  // The claim counts without a payment service, too, and says that the payment has to wait.
  const { payments: _none, ...away } = shop.world
  const form = `claim-${prizeId}`
  expect(await savePrize(away, session.user.id, { ...typed, form })).toEqual({
    note: expect.stringContaining("We have your claim, but the payment page did not open."),
  })
  // A day later the page has expired, and a new one takes its place.
  shop.clock.advance(25 * 3_600_000)
  await shop.sandbox.catchUp()
  await shop.deliver({ lost: true })
  const again = await send("claim")
  if (!again || !("goTo" in again)) throw new Error("There is no payment page")
  expect(again).not.toEqual(claimed)
  await press(shop, again.goTo ?? "", "pay", { email: "winner@example.com" })
  await shop.deliver()
  await shop.settle()
  const [row] = await sql`
    select shipping_paid_at is not null as paid, shipping_order = (
      select id::text from orders where prize_id = ${prizeId} and state = 'paid'
    ) as by_its_order
    from prizes where id = ${prizeId}
  `
  expect(row).toEqual({ paid: true, by_its_order: true })
  // The operator ships it, and the winner is notified.
  expect(await ship(shop.world, { prizeId: prizeId, tracking: "1Z999" })).toMatchObject({ ok: true })
  expect(shop.mails.at(-1)).toMatchObject({ to: "winner@example.com", kind: "competition.shipped" })
  expect(await send("claim")).toMatchObject({ status: 409, code: "already_shipped" })
})
