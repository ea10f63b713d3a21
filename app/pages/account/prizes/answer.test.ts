/** Claiming and declining a prize by the forms of its page, without a payment service: who may, until when, and what is stored. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { prizeConsentText } from "#content/competition-consent.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { prizesOf } from "#domain/competition/seasons/own-prizes.ts"
import { ship } from "#domain/competition/seasons/prizes.ts"
import { createTestAuth, type Member, type TestAuth } from "#test/support/auth.ts"
import { addAthlete } from "#test/support/competition.ts"
import { savePrize } from "./answer.ts"

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
const said = (change: object = {}) => ({ ...address, consent: prizeConsentText, ...change })

const claim = (by: Member, typed: object = said(), prize = prizeId) =>
  savePrize(site.test.world, by.id, { ...typed, form: `claim-${prize}` })
const kept = async () => {
  const [row] = await site.test.world.db.sql`
    select status, address, consent_text from prizes where id = ${prizeId}
  `
  return row
}

test("a name that no database holds is refused with a sentence", async () => {
  expect(await claim(winner, said({ name: "Win\ud800" }))).toMatchObject({
    status: 422,
    problem: "Full name must not have invisible characters",
  })
})

test("the winner's address and the exact consent text are stored; nothing is to be paid; the shipment is announced", async () => {
  const { world } = site.test
  expect(await prizesOf(world, winner.id)).toMatchObject([{ state: "waiting", address: null }])
  expect(await claim(winner)).toBeNull()
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
  expect(await claim(winner, said({ line1: "2 Way" }))).toBeNull()
  expect(await prizesOf(world, winner.id)).toMatchObject([{ state: "claimed", address: { line1: "2 Way" } }])
  expect(await ship(world, { prizeId, tracking: "1Z" })).toMatchObject({ ok: true })
  expect(await claim(winner)).toMatchObject({ status: 409, code: "already_shipped" })
  expect(await prizesOf(world, winner.id)).toMatchObject([{ state: "shipped", tracking: "1Z" }])
  expect(await kept()).toMatchObject({ status: "shipped", address: { line1: "2 Way" } })
  expect(site.mailTo("winner@example.com").text).toContain("Tracking: 1Z")
})

test("a winner's name may have the joiners of its script", async () => {
  const name = "علی\u200cرضا"
  expect(await claim(winner, said({ name }))).toBeNull()
  expect(await kept()).toMatchObject({ address: { name } })
})

test("a country that is not in the list is refused; one that an earlier claim has stored can still be sent again", async () => {
  const to = (country: string) => claim(winner, said({ country }))
  expect(await to("ZZ")).toMatchObject({ status: 422, code: "unknown_country" })
  expect(await kept()).toMatchObject({ status: "awarded" })
  expect(await to("GB")).toBeNull()
  const { sql } = site.test.world.db
  await sql`update prizes set address = jsonb_set(address, '{country}', '"UK"')`
  expect(await to("UK")).toBeNull()
  expect(await to("ZZ")).toMatchObject({ code: "unknown_country" })
  expect(await kept()).toMatchObject({ status: "claimed", address: { country: "UK" } })
})

test("not for others, not for a withdrawn prize, and not after the deadline", async () => {
  expect(await claim(other)).toMatchObject({ status: 404, code: "unknown_prize" })
  expect(await claim(winner, said(), prizeId + 1)).toMatchObject({ status: 404 })
  expect(await prizesOf(site.test.world, other.id)).toEqual([])
  const { sql } = site.test.world.db
  await sql`update prizes set claim_until = ${site.test.world.now()}::timestamptz - interval '1 second'`
  expect(await claim(winner)).toMatchObject({ status: 409, code: "too_late" })
  expect(await prizesOf(site.test.world, winner.id)).toMatchObject([{ state: "late" }])
  await sql`
    update prizes set status = 'withdrawn', withdrawn_at = now(), withdrawn_because = 'disqualified', withdrawn_reason = 'a car'
  `
  expect(await claim(winner)).toMatchObject({ status: 404, code: "unknown_prize" })
  expect(await kept()).toMatchObject({ address: null })
})

test.each([
  ["Check the box", { consent: "Send it." }],
  ["Country must be chosen", { country: "USA" }],
  ["Country must be chosen", { country: undefined }],
  ["City must not be empty", { city: "  " }],
  ["Full name must not have", { name: "A\u202Eb" }],
  ["Full name must have", { name: "..." }],
  ["Full name must not be a web", { name: "https://spam.example" }],
])("%s: %j is refused with an explanation", async (problem, change) => {
  expect(await claim(winner, said(change))).toMatchObject({
    status: 422,
    problem: expect.stringContaining(problem),
  })
  expect(await kept()).toMatchObject({ status: "awarded" })
})

test("only the winner can decline, and a form that the page does not have changes nothing", async () => {
  const send = (by: Member, form: string) => savePrize(site.test.world, by.id, { form })
  expect(await send(other, `decline-${prizeId}`)).toMatchObject({ status: 404, code: "unknown_prize" })
  for (const form of ["", "decline", `ship-${prizeId}`, "claim-x"])
    expect(await send(winner, form)).toMatchObject({ status: 404 })
  expect(await kept()).toMatchObject({ status: "awarded" })
  expect(await send(winner, `decline-${prizeId}`)).toBeNull()
  expect(await prizesOf(site.test.world, winner.id)).toMatchObject([
    { state: "withdrawn", withdrawnBecause: "declined" },
  ])
  expect(await send(winner, `decline-${prizeId}`)).toMatchObject({ status: 404 })
})
