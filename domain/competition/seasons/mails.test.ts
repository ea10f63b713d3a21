/** The contents and recipients of mails about prizes, and when none is sent. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { firstSeries } from "#content/competitions.ts"
import { site } from "#content/site.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { closeWith, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { mailDisqualified, mailMoved, mailPassedOn, mailShipped, mailUnclaimed, mailWon } from "./mails.ts"
import type { SeasonRow } from "./season.ts"

let t: TestWorld
let season: SeasonRow
let prizeId: number
const [rules] = firstSeries.filter(({ slug }) => slug === "fortnightly") as [(typeof firstSeries)[number]]
beforeAll(async () => {
  t = await createCompetitionWorld("2026-12-28T20:00:00Z")
  season = await seasonNamed(t.world.db, "fortnightly-2026-12-21")
  const athlete = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
  await closeWith(t.world.db, { season, at: t.world.now(), lines: [{ athlete, rank: 1 }] })
  const [row] = (await t.world.db.sql`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    values (${season.id}, 2, 'A belt', ${athlete}, 'awarded', 995, now(), ${"2027-01-27T20:00:00Z"})
    returning id::float8 as id`) as [{ id: number }]
  prizeId = row.id
})
afterAll(() => t.close())
beforeEach(async () => {
  t.mails.length = 0
  await t.world.db.sql`update prizes set place = 2, shipping_cents = 995, claimed_at = null`
  await t.world.db.sql`update season_results set credits = null`
})

async function said(send: () => Promise<void>) {
  await send()
  const [mail, ...others] = t.mails.splice(0)
  expect(others).toEqual([])
  if (!mail) return undefined
  const { to, kind, subject, text, headers } = mail
  expect([to, headers?.["Reply-To"]]).toEqual(["ana@b4m.test", site.supportEmail])
  return { kind, subject, text: text.replace(/\s+/g, " ") }
}
const won = () => mailWon(t.world, season, rules, prizeId)
const moved = () => mailMoved(t.world, season, rules, prizeId)
const span = "December 21, 2026 to January 3, 2027"
const claims = ["Tell us where to send it by January 27, 2027", "only shipping, $9.95", "Claim my prize"]

test("a winner's mail states the place, the prize, the deadline and the cost", async () => {
  const mail = await said(won)
  expect(mail).toMatchObject({ kind: "competition.won", subject: "You won 2nd place in the two-week race" })
  const finished = `You finished 2nd in the two-week race, ${span}.`
  for (const words of [finished, "Congratulations, Ana", "Your prize: A belt.", ...claims])
    expect(mail?.text).toContain(words)
  expect(mail?.text).toContain(`${t.world.settings.siteUrl}/account/prizes`)
  expect(mail?.text).not.toContain("Data")
})

test("a season within one year names the year once", async () => {
  const early = {
    ...season,
    opensAt: new Date("2026-11-09T08:00:00Z"),
    closesAt: new Date("2026-11-23T08:00:00Z"),
  }
  expect((await said(() => mailWon(t.world, early, rules, prizeId)))?.text).toContain(
    "November 9 to November 22, 2026",
  )
})

test("without a fee, shipping is free", async () => {
  await t.world.db.sql`update prizes set shipping_cents = 0`
  const text = (await said(won))?.text
  expect(text).toContain("Shipping is on us.")
  expect(text).not.toContain("only shipping")
})

test("a service whose terms require it is named beside the place", async () => {
  await t.world.db.sql`update season_results set credits = array['COROS', 'Polar']`
  for (const send of [won, moved]) expect((await said(send))?.text).toMatch(/Data:? COROS, Polar/)
})

test("a winner whose prize moved is notified of the new one; an address already given is kept", async () => {
  // While the places are changing, it has none.
  await t.world.db.sql`update prizes set place = -2`
  const mail = await said(moved)
  expect(mail).toMatchObject({
    kind: "competition.moved",
    subject: "Your prize has changed: you are now in 2nd place",
  })
  const changed = `The order of winners in the two-week race (${span}) has changed`
  for (const words of [changed, "Your prize is now: A belt.", ...claims]) expect(mail?.text).toContain(words)
  await t.world.db.sql`update prizes set claimed_at = now()`
  const claimed = (await said(moved))?.text
  for (const words of claims) expect(claimed).not.toContain(words)
  expect(claimed).toContain("We still have the address you gave us")
  expect(claimed).toContain("See my prize")
})

test.each([true, false])("a payment is mentioned if it is refunded: %s", async (refunded) => {
  const out = { reason: "A car.", refunded }
  const lost = await said(() => mailPassedOn(t.world, season, prizeId, { refunded }))
  const disqualified = await said(() => mailDisqualified(t.world, season, prizeId, out))
  expect([lost?.subject, disqualified?.subject]).toEqual([
    "Your prize goes to another athlete",
    "About your prize",
  ])
  for (const mail of [lost, disqualified]) {
    expect(mail?.kind).toBe("competition.withdrawn")
    for (const words of [span, "A belt"]) expect(mail?.text).toContain(words)
    expect(mail?.text.includes("We are refunding what you paid for shipping.")).toBe(refunded)
  }
  expect(disqualified?.text).toContain("The reason: A car.")
})

test("a winner who did not claim is told that the prize passes on, and that the points stay", async () => {
  const mail = await said(() => mailUnclaimed(t.world, season, prizeId))
  expect(mail).toMatchObject({ kind: "competition.withdrawn", subject: "Your prize was not claimed in time" })
  for (const words of [span, "(A belt)", "You keep your result"]) expect(mail?.text).toContain(words)
})

test("the mail about a shipped prize contains the tracking number, if there is one", async () => {
  const shipped = await said(() => mailShipped(t.world, prizeId, "1Z"))
  expect(shipped?.kind).toBe("competition.shipped")
  expect(shipped?.text).toContain("Tracking: 1Z")
  expect((await said(() => mailShipped(t.world, prizeId, null)))?.text).not.toContain("Tracking")
})

test("an account without an address gets no mail", async () => {
  await t.world.db.sql`update auth.users set email = null`
  expect(await said(won)).toBeUndefined()
  await t.world.db.sql`update athletes set user_id = null`
  expect(await said(won)).toBeUndefined()
  expect(await said(() => mailShipped(t.world, 987_654, null))).toBeUndefined()
})
