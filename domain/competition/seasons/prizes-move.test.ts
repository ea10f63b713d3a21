import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { site } from "#content/site.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { listPrizes } from "#test/support/lists.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { copiesOf, type TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { disqualify, reinstate } from "./disqualify.ts"
import { decline, passOn } from "./pass-on.ts"
import { claim, ship, shippingPaid } from "./prizes.ts"

const fortnight = "fortnightly-2026-11-09"
const reason = "The ride of November 18 was recorded in a car."
const address = {
  name: "A",
  line1: "1 Way",
  line2: null,
  city: "Costa Mesa",
  region: "CA",
  postalCode: "92626",
  country: "US",
}

let t: TestWorld
const awarded = copiesOf(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  const minutes = { Ana: 90, Ben: 80, Cleo: 70, Dan: 60, Eve: 50 }
  for (const [name, count] of Object.entries(minutes)) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    await onActivity(
      t.world,
      id,
      sentRun({ kind: "hiit", distanceM: 0, movingS: count * 60, elapsedS: count * 60 }),
    )
  }
  t.clock.set("2026-11-23T20:00:01Z")
  await closeAndAward(t.world)
  return t
})
beforeEach(async () => {
  t = await awarded()
})
afterEach(() => t.close())

async function row(name: string) {
  const [found] = await t.world.db.sql<{ slug: string; userId: string; prizeId: number }>`
    select a.slug, a.user_id as "userId", p.id::float8 as "prizeId"
    from athletes a left join prizes p on p.athlete_id = a.id where a.display_name = ${name}
  `
  return found as { slug: string; userId: string; prizeId: number }
}
const out = async (name: string) =>
  disqualify(t.world, { season: fortnight, athlete: (await row(name)).slug, reason })
const back = async (name: string) =>
  reinstate(t.world, { season: fortnight, athlete: (await row(name)).slug })
/** "Ana 1 awarded" by place. */
const prizes = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select coalesce(a.display_name, 'erased') || ' ' || place || ' ' || status as line
      from prizes p left join athletes a on a.id = p.athlete_id
      where status <> 'withdrawn' order by place
    `
  ).map(({ line }) => line)
/** The notifications sent so far, such as "ben moved", in alphabetical order; empties the list. */
const told = () =>
  t.mails
    .splice(0)
    .map(({ to, kind }) => `${to.split("@")[0]} ${kind.split(".")[1]}`)
    .sort()
const refunds = () => t.jobs.filter(({ queue }) => queue === "prize-shipping-refund").map(({ data }) => data)

async function claimAndPay(name: string, order: string) {
  const { userId, prizeId } = await row(name)
  await claim(t.world, { userId, prizeId, address, consentText: "Send it there." })
  await shippingPaid(t.world, prizeId, order)
  return prizeId
}

test("after a disqualification everybody moves up, and each is notified once", async () => {
  expect(await prizes()).toEqual(["Ana 1 awarded", "Ben 2 awarded", "Cleo 3 awarded"])
  expect(await out("Ana")).toMatchObject({ ok: true })
  expect(await prizes()).toEqual(["Ben 1 awarded", "Cleo 2 awarded", "Dan 3 awarded"])
  expect(t.mails.find(({ to }) => to === "ana@b4m.test")?.text).toContain(reason)
  for (const { html } of t.mails) expect(html).toContain(site.postalAddress)
  expect(told()).toEqual(["ana withdrawn", "ben moved", "cleo moved", "dan won"])
  expect(await out("Ana")).toMatchObject({ ok: true })
  expect(told()).toEqual([])
})

test("a moved prize has its own thirty days", async () => {
  t.clock.set("2026-12-20T20:00:00Z")
  await out("Ana")
  const [first] = await t.world.db.sql<{ until: Date }>`
    select claim_until as until from prizes where place = 1 and status = 'awarded'
  `
  expect(first?.until).toEqual(new Date("2027-01-19T20:00:00Z"))
})

test("shipped prizes stay where they are, and the vacancy passes on", async () => {
  const prizeId = await claimAndPay("Ben", "order-ben")
  await ship(t.world, { prizeId, tracking: null })
  told()
  await out("Ana")
  expect(await prizes()).toEqual(["Cleo 1 awarded", "Ben 2 shipped", "Dan 3 awarded"])
  expect(told()).toEqual(["ana withdrawn", "cleo moved", "dan won"])
  await out("Ben")
  expect(await prizes()).toEqual(["Cleo 1 awarded", "Ben 2 shipped", "Dan 3 awarded"])
})

test("an address and a payment move up with their prize; a lost prize is refunded", async () => {
  await claimAndPay("Ana", "order-ana")
  await claimAndPay("Ben", "order-ben")
  await out("Ana")
  expect(await prizes()).toEqual(["Ben 1 claimed", "Cleo 2 awarded", "Dan 3 awarded"])
  expect(refunds()).toEqual([{ orderId: "order-ana" }])
  expect(t.mails.find(({ to }) => to === "ana@b4m.test")?.text).toContain("refunding what you paid")
  const ben = (await listPrizes(t.world)).find(({ place }) => place === 1)
  expect(ben).toMatchObject({ shippingPaid: true, address: { city: "Costa Mesa" } })
})

test("a disqualification can be undone: the original order is restored, and each is notified once", async () => {
  await out("Ana")
  told()
  expect(await back("Ana")).toMatchObject({ ok: true })
  expect(await prizes()).toEqual(["Ana 1 awarded", "Ben 2 awarded", "Cleo 3 awarded"])
  expect(told()).toEqual(["ana won", "ben moved", "cleo moved", "dan withdrawn"])
  expect(await back("Ana")).toEqual({ ok: false, code: "not_disqualified" })
  await out("Ana")
  expect(await prizes()).toEqual(["Ben 1 awarded", "Cleo 2 awarded", "Dan 3 awarded"])
})

test("a winner declines, and does not get it back through a later change", async () => {
  const ben = await row("Ben")
  expect(await decline(t.world, { userId: (await row("Ana")).userId, prizeId: ben.prizeId })).toEqual({
    ok: false,
    code: "unknown_prize",
  })
  expect(await decline(t.world, { userId: ben.userId, prizeId: ben.prizeId })).toEqual({
    ok: true,
    refunded: false,
  })
  expect(await prizes()).toEqual(["Ana 1 awarded", "Cleo 2 awarded", "Dan 3 awarded"])
  expect(told()).toEqual(["cleo moved", "dan won"])
  await out("Ana")
  expect(await prizes()).toEqual(["Cleo 1 awarded", "Dan 2 awarded", "Eve 3 awarded"])
  const cleo = await claimAndPay("Cleo", "order-cleo")
  await ship(t.world, { prizeId: cleo, tracking: null })
  expect(await decline(t.world, { userId: (await row("Cleo")).userId, prizeId: cleo })).toEqual({
    ok: false,
    code: "already_shipped",
  })
})

test("a prize that is not claimed within thirty days passes on automatically, once", async () => {
  await claimAndPay("Ana", "order-ana")
  t.clock.set("2026-12-23T20:00:02Z")
  await Promise.all([passOn(t.world), passOn(t.world), passOn(t.world)])
  expect(await prizes()).toEqual(["Ana 1 claimed", "Dan 2 awarded", "Eve 3 awarded"])
  expect(told()).toEqual(["ben withdrawn", "cleo withdrawn", "dan won", "eve won"])
  expect(await passOn(t.world)).toBe(0)
})

test("on the last second it can still be claimed", async () => {
  t.clock.set("2026-12-23T20:00:01Z")
  await passOn(t.world)
  expect((await prizes())[0]).toBe("Ana 1 awarded")
})

test("the prize of an erased account passes on", async () => {
  await t.world.db.sql`delete from auth.users where id = ${(await row("Ben")).userId}`
  expect(await passOn(t.world)).toBe(1)
  expect(await prizes()).toEqual(["Ana 1 awarded", "Cleo 2 awarded", "Dan 3 awarded"])
  expect(told()).toEqual(["cleo moved", "dan won"])
})

test("changes that members make after the season take no prize from anybody", async () => {
  await t.world.db.sql`update athletes set visibility = 'hidden' where display_name = 'Ben'`
  await out("Ana")
  expect(await prizes()).toEqual(["Ben 1 awarded", "Cleo 2 awarded", "Dan 3 awarded"])
})

test("an athlete ineligible at the close takes no prize from anybody later", async () => {
  await t.world.db.sql`
    update athletes set visibility = 'hidden' where display_name = 'Dan'
  `
  await out("Ana")
  expect(await prizes()).toEqual(["Ben 1 awarded", "Cleo 2 awarded", "Eve 3 awarded"])
  await t.world.db.sql`update athletes set visibility = 'public' where display_name = 'Dan'`
  await out("Ben")
  expect(await prizes()).toEqual(["Cleo 1 awarded", "Eve 2 awarded"])
})

test("seasons that closed later stay as they are", async () => {
  t.clock.set("2026-12-01T20:00:01Z")
  await closeAndAward(t.world)
  await maintainBoards(t.world)
  for (const name of ["Ana", "Ben"]) {
    const [found] = await t.world.db.sql<{ id: number }>`
      select id::float8 as id from athletes where display_name = ${name}
    `
    const movingS = name === "Ana" ? 3600 : 3000
    await onActivity(
      t.world,
      found?.id as number,
      sentRun({ startedAt: new Date("2026-12-01T15:00:00Z"), movingS }),
    )
  }
  t.clock.set("2027-01-01T20:00:01Z")
  await closeAndAward(t.world)
  const winner = async (slug: string) =>
    (
      await t.world.db.sql<{ name: string }>`
        select a.display_name as name from prizes p join athletes a on a.id = p.athlete_id
        join seasons s on s.id = p.season_id where s.slug = ${slug} and p.status <> 'withdrawn' and p.place = 1
      `
    )[0]?.name
  expect([await winner("monthly-2026-11"), await winner("monthly-2026-12")]).toEqual(["Ana", "Ben"])
  // Ben now wins November too, and keeps December.
  await disqualify(t.world, { season: "monthly-2026-11", athlete: (await row("Ana")).slug, reason })
  await disqualify(t.world, { season: "monthly-2026-12", athlete: (await row("Eve")).slug, reason })
  expect([await winner("monthly-2026-11"), await winner("monthly-2026-12")]).toEqual(["Ben", "Ben"])
})

test("shipping paid for a prize that has passed on is refunded", async () => {
  const { userId, prizeId } = await row("Ana")
  await claim(t.world, { userId, prizeId, address, consentText: "Send it there." })
  await out("Ana")
  expect(await shippingPaid(t.world, prizeId, "order-late")).toBe(false)
  expect(refunds()).toEqual([{ orderId: "order-late" }])
})

test("shipping is charged once: a second payment is refunded, the same one reported twice is not", async () => {
  const prizeId = await claimAndPay("Ana", "order-one")
  expect(await shippingPaid(t.world, prizeId, "order-one")).toBe(true)
  expect(await shippingPaid(t.world, prizeId, "order-two")).toBe(false)
  expect(refunds()).toEqual([{ orderId: "order-two" }])
})

/** The examples of docs/competition.md, by the words of their first column. */
const examples: Record<string, () => Promise<unknown>> = {
  "the season closes": async () => {},
  "Ana is disqualified": () => out("Ana"),
  "Ana is disqualified, Ben’s prize was shipped": async () => {
    await ship(t.world, { prizeId: await claimAndPay("Ben", "order-ben"), tracking: null })
    await out("Ana")
  },
  "Ben declines": async () => decline(t.world, await row("Ben")),
  "Ana is disqualified and reinstated": async () => {
    await out("Ana")
    await back("Ana")
  },
}
const document = readFileSync(join(import.meta.dirname, "../../../docs/competition.md"), "utf8")
const documented = [...document.matchAll(/^\| (.+) \| (\w+) \| (\w+) \| (\w+) \|$/gm)]
  .map(([, what = "", ...winners]) => ({ what, winners }))
  .filter(({ what }) => what !== "What happens")

test("the document contains exactly these examples", () => {
  expect(documented.map(({ what }) => what)).toEqual(Object.keys(examples))
})

test.each(documented)("as documented: $what", async ({ what, winners }) => {
  await examples[what]?.()
  expect((await prizes()).map((line) => line.split(" ")[0])).toEqual(winners)
})
