/** Claiming a prize on the account page without a payment service: who may claim it, until when, and what is stored. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { prizeConsentText } from "#content/competition-consent.ts"
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { ship } from "#domain/competition/seasons/prizes.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import { createTestAuth, type Member, type TestAuth } from "#test/support/auth.ts"
import { addAthlete } from "#test/support/competition.ts"
import { claimPrize } from "./claim-prize.ts"
import { declinePrize } from "./decline-prize.ts"
import type { ServerFunction } from "./function.ts"

let site: TestAuth
let winner: Member
let other: Member
let prizeId: number
beforeAll(async () => {
  site = await createTestAuth()
  await maintainBoards(site.test.world)
  winner = await site.member("winner@example.com")
  other = await site.member("other@example.com")
  for (const { id } of [winner, other]) {
    const athlete = await addAthlete(site.test.world)
    await site.test.world.db.sql`update athletes set user_id = ${id} where id = ${athlete}`
  }
})
afterAll(() => site.close())
beforeEach(async () => {
  const { sql } = site.test.world.db
  await sql`delete from prizes`
  const [prize] = await sql<{ id: number }>`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    select (select min(id) from seasons), 1, 'Shoes', id, 'awarded', 0, ${site.test.world.now()},
      ${site.test.world.now()}::timestamptz + interval '30 days'
    from athletes where user_id = ${winner.id}
    returning id::float8 as id
  `
  prizeId = prize?.id ?? 0
})

const address = { name: " Win Ner ", line1: "1 Way", city: "Costa Mesa", postalCode: "92626", country: "us" }
const said = () => ({ prizeId, address, consent: prizeConsentText })

const claim = (member: Member | null, input: object) => callAs(claimPrize, member, input)

async function callAs(run: ServerFunction, member: Member | null, input: object) {
  const claims: Claims = member
    ? ((await site.service.verifyToken(member.session.access_token)) ?? {})
    : { role: "anon" }
  const request = new Request("http://b4m.test/functions/v1/prizes", {
    method: "POST",
    body: JSON.stringify(input),
  })
  const role = member ? "authenticated" : "anon"
  const answer = await run(site.test.world, request, { role, userId: member?.id ?? null, claims })
  return { status: answer.status, body: await answer.json() }
}
const kept = async () => {
  const [row] = await site.test.world.db.sql`
    select status, address, consent_text from prizes where id = ${prizeId}
  `
  return row
}

test("A name that the database cannot store is refused with a sentence", async () => {
  const odd = { ...said(), address: { ...address, name: "Win\ud800" } }
  expect((await claim(winner, odd)).status).toBe(400)
})

test("The winner's address and the consent text are stored, and the shipment is announced", async () => {
  expect(await claim(winner, said())).toEqual({ status: 200, body: { shippingCents: 0, url: null } })
  expect(await kept()).toEqual({
    status: "claimed",
    address: {
      name: "Win Ner",
      line1: "1 Way",
      line2: null,
      city: "Costa Mesa",
      region: null,
      postalCode: "92626",
      country: "US",
    },
    consent_text: prizeConsentText,
  })
  const moved = { ...said(), address: { ...address, line1: "2 Way" } }
  expect((await claim(winner, moved)).status).toBe(200)
  expect(await kept()).toMatchObject({ address: { line1: "2 Way" } })
  expect(await ship(site.test.world, { prizeId, tracking: "1Z" })).toMatchObject({ ok: true })
  expect(await claim(winner, said())).toMatchObject({ status: 409, body: { code: "already_shipped" } })
  expect(await kept()).toMatchObject({ status: "shipped", address: { line1: "2 Way" } })
  expect(site.mailTo("winner@example.com").text).toContain("Tracking: 1Z")
})

test("A winner's name may contain the joiners of its script", async () => {
  const name = "علی\u200cرضا"
  expect((await claim(winner, { ...said(), address: { ...address, name } })).status).toBe(200)
  expect(await kept()).toMatchObject({ address: { name } })
})

test("A country outside the list is refused; one that an earlier claim has stored may be sent again", async () => {
  const to = (country: string) => claim(winner, { ...said(), address: { ...address, country } })
  expect(await to("ZZ")).toMatchObject({ status: 400, body: { code: "unknown_country" } })
  expect(await kept()).toMatchObject({ status: "awarded" })
  expect((await to("GB")).status).toBe(200)
  const { sql } = site.test.world.db
  await sql`update prizes set address = jsonb_set(address, '{country}', '"UK"')`
  expect((await to("UK")).status).toBe(200)
  expect(await to("ZZ")).toMatchObject({ status: 400, body: { code: "unknown_country" } })
  expect(await kept()).toMatchObject({ status: "claimed", address: { country: "UK" } })
})

test("Other members, withdrawn prizes and late claims are refused", async () => {
  expect((await claim(null, said())).status).toBe(401)
  expect(await claim(other, said())).toMatchObject({ status: 404, body: { code: "unknown_prize" } })
  expect(await claim(winner, { ...said(), prizeId: prizeId + 1 })).toMatchObject({ status: 404 })
  const { sql } = site.test.world.db
  await sql`update prizes set claim_until = ${site.test.world.now()}::timestamptz - interval '1 second'`
  expect(await claim(winner, said())).toMatchObject({ status: 409, body: { code: "too_late" } })
  await sql`
    update prizes set status = 'withdrawn', withdrawn_at = now(), withdrawn_because = 'disqualified', withdrawn_reason = 'a car'
  `
  expect(await claim(winner, said())).toMatchObject({ status: 404, body: { code: "unknown_prize" } })
  expect(await kept()).toMatchObject({ address: null })
})

test.each([
  ["consent", { consent: "Send it." }],
  ["address.country", { address: { ...address, country: "USA" } }],
  ["address.city", { address: { ...address, city: "  " } }],
  ["address.name", { address: { ...address, name: "A\u202Eb" } }],
  ["address.name", { address: { ...address, name: "..." } }],
  ["address.name", { address: { ...address, name: "https://spam.example" } }],
  ["prizeId", { prizeId: "1" }],
])("%s is refused with an explanation", async (field, change) => {
  const { status, body } = await claim(winner, { ...said(), ...change })
  expect([status, body.code, body.fields[0].field]).toEqual([400, "invalid_input", field])
  expect(await kept()).toMatchObject({ status: "awarded" })
})

test("Only the winner can decline", async () => {
  const decline = (by: Member | null) => callAs(declinePrize, by, { prizeId })
  expect((await decline(null)).status).toBe(401)
  expect(await decline(other)).toMatchObject({ status: 404, body: { code: "unknown_prize" } })
  expect(await decline(winner)).toMatchObject({ status: 200, body: { refunded: false } })
  expect(await kept()).toMatchObject({ status: "withdrawn" })
  expect(await decline(winner)).toMatchObject({ status: 404 })
})
