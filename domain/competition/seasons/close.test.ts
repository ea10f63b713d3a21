import { afterEach, beforeEach, expect, test } from "vitest"
import { site } from "#content/site.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import { closeSeason } from "#domain/operator/seasons.ts"
import type { MailMessage } from "#ports/mail.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { listPrizes } from "#test/support/lists.ts"
import { closeAndAward, findAllRight } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { close, closeDue } from "./close.ts"
import { expectedClose } from "./expected-close.ts"
import { claim, ship, shippingPaid } from "./prizes.ts"
import { listSeasons, nextClosing, type SeasonRow, statusOf } from "./season.ts"

let t: TestWorld
beforeEach(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterEach(() => t.close())

const fortnight = "fortnightly-2026-11-09"
const month = "monthly-2026-11"
const afterFortnight = "2026-11-23T20:00:01Z"
const address = {
  name: "A",
  line1: "1 Way",
  line2: null,
  city: "C",
  region: "CA",
  postalCode: "92626",
  country: "US",
}

/** Athletes whose minutes put them in this order. */
async function field(...people: [name: string, minutes: number, options?: object][]) {
  for (const [name, minutes, options] of people) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test`, ...options })
    await onActivity(
      t.world,
      id,
      sentRun({ kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 }),
    )
  }
}
const results = () => t.world.db.sql`
  select r.rank, a.display_name as name, r.points from season_results r join athletes a on a.id = r.athlete_id
  where season_id = (select id from seasons where slug = ${fortnight}) order by line
`

/** Like every mail of the site: with HTML, and with the postal address that the law requires. */
function expectLayout(mails: readonly MailMessage[]) {
  expect(mails.length).toBeGreaterThan(0)
  for (const { text, html } of mails) {
    expect(text).toContain(site.postalAddress)
    expect(html).toContain(site.postalAddress)
  }
}

test("several processes freeze and settle a season once, and notify once", async () => {
  await field(["Ana", 90], ["Ben", 80], ["Cleo", 70], ["Dan", 60], ["Eve", 60])
  expect(await close(t.world, fortnight)).toEqual({ ok: false, code: "too_early" })
  expect(await nextClosing(t.world.db)).toEqual(new Date("2026-11-23T20:00:00Z"))
  t.clock.set(afterFortnight)
  await Promise.all([closeDue(t.world), closeDue(t.world), closeDue(t.world)])
  expect(t.mails).toEqual([])
  await findAllRight(t.world, fortnight)
  t.clock.set("2026-11-26T20:00:01Z")
  await Promise.all([closeDue(t.world), closeDue(t.world), closeDue(t.world)])
  await closeDue(t.world)
  expect(await results()).toEqual([
    { rank: 1, name: "Ana", points: 100 },
    { rank: 2, name: "Ben", points: 95 },
    { rank: 3, name: "Cleo", points: 90 },
    { rank: 4, name: "Dan", points: 85 },
    { rank: 4, name: "Eve", points: 85 },
  ])
  expect(t.mails.map(({ to, kind }) => [to, kind])).toEqual([
    ["ana@b4m.test", "competition.won"],
    ["ben@b4m.test", "competition.won"],
    ["cleo@b4m.test", "competition.won"],
  ])
  expectLayout(t.mails)
  expect(t.mails[0]?.text).toContain("November 9 to November 22, 2026")
  expect(t.mails[0]?.text).toContain("only shipping, $9.95")
  expect(t.mails[0]?.text).toContain("by December 26, 2026")
  expect(
    (await listPrizes(t.world)).map(({ place, athlete, status }) => [place, athlete?.split("-")[0], status]),
  ).toEqual([
    [1, "ana", "awarded"],
    [2, "ben", "awarded"],
    [3, "cleo", "awarded"],
  ])
  const seasons = await listSeasons(t.world.db)
  const status = (slug: string) =>
    seasons.filter((s) => s.slug === slug).map((s) => statusOf(s, t.world.now()))[0]
  expect([status(fortnight), status(month), status("monthly-2026-12")]).toEqual([
    "settled",
    "open",
    "upcoming",
  ])
})

test("seasons close at the end of their grace period, not a moment before, oldest first", async () => {
  const at = new Date("2026-11-23T20:00:00Z")
  expect(await close(t.world, "nothing", { early: true })).toEqual({ ok: false, code: "unknown_season" })
  t.clock.set(new Date(at.getTime() - 1))
  expect([await closeDue(t.world), await close(t.world, fortnight)]).toEqual([
    [],
    { ok: false, code: "too_early" },
  ])
  t.clock.set(at)
  expect(await close(t.world, fortnight)).toMatchObject({
    ok: true,
    closed: { season: fortnight, results: 0 },
  })
  expect(await closeDue(t.world)).toEqual([])
  await maintainBoards(t.world)
  t.clock.set("2026-12-07T20:00:00Z")
  expect((await closeDue(t.world)).map(({ season }) => season)).toEqual([
    month,
    fortnight,
    "fortnightly-2026-11-23",
  ])
})

test("activities received after the freeze do not change results", async () => {
  await field(["Ana", 90], ["Ben", 80])
  t.clock.set(afterFortnight)
  await closeAndAward(t.world)
  const before = await results()
  const [ben] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from athletes where display_name = 'Ben'`
  await onActivity(t.world, ben?.id as number, sentRun({ startedAt: new Date("2026-11-19T15:00:00Z") }))
  expect(await results()).toEqual(before)
  const [live] = await t.world.db.sql<{ points: number }>`
    select points from standings s join boards b on b.id = s.board_id
    where b.slug = ${month} and athlete_id = ${ben?.id as number}
  `
  expect(live?.points).toBeGreaterThan(95)
})

test("ineligible athletes are passed over: hidden or not in the club; samples are not in the season at all", async () => {
  await field(
    ["Ana", 95, { visibility: "members" }],
    ["Ben", 90],
    ["Demo", 85, { demo: true }],
    ["Cleo", 80],
    ["Dan", 75],
    ["Eve", 70],
  )
  await t.world.db.sql`update athletes set club = 'not-member' where display_name = 'Ben'`
  t.clock.set(afterFortnight)
  const [closed] = await closeAndAward(t.world)
  expect(closed?.winners.map(({ athlete }) => athlete)).toEqual(["Cleo", "Dan", "Eve"])
  expect(closed?.passedOver.map(({ athlete, why }) => [athlete, why])).toEqual([
    ["Ana", "not-public"],
    ["Ben", "not-a-member"],
  ])
})

test("the prizes reach winners ranked behind thousands of ineligible athletes", async () => {
  await field(["Ana", 30], ["Ben", 25])
  t.clock.set(afterFortnight)
  await t.world.db.sql`
    insert into athletes (slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at)
    select 'hidden-' || n, 'Hidden', 'hidden', 'hidden', 'America/Los_Angeles', 'x', now(), '2020-01-01' from generate_series(1, 1100) n
  `
  await t.world.db.sql`
    insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
    select a.id, s.board_id, 900, 5, 0, s.reached_at, private.place_key(900, 5::smallint, s.reached_at)
    from athletes a, lateral (
      select s.* from standings s join boards b on b.id = s.board_id where b.slug = ${fortnight} limit 1
    ) s
    where a.visibility = 'hidden'
  `
  const [closed] = await closeAndAward(t.world)
  expect(closed?.winners.map(({ athlete }) => athlete)).toEqual(["Ana", "Ben"])
  expect(closed?.passedOver).toHaveLength(1100)
})

test("nobody wins two months in a row, but may win the two-week race", async () => {
  await field(["Ana", 90], ["Ben", 80])
  t.clock.set("2026-12-01T20:00:01Z")
  await closeAndAward(t.world)
  await maintainBoards(t.world)
  for (const name of ["Ana", "Ben"]) {
    const [row] = await t.world.db.sql<{
      id: number
    }>`select id::float8 as id from athletes where display_name = ${name}`
    await onActivity(
      t.world,
      row?.id as number,
      sentRun({ startedAt: new Date("2026-12-01T15:00:00Z"), movingS: name === "Ana" ? 3600 : 3000 }),
    )
  }
  t.clock.set("2027-01-01T20:00:01Z")
  const closed = await closeAndAward(t.world)
  const december = closed.find(({ season }) => season === "monthly-2026-12")
  expect(december?.winners.map(({ athlete }) => athlete)).toEqual(["Ben"])
  expect(december?.passedOver).toEqual([{ rank: 1, athlete: "Ana", why: "won-last-time" }])
})

test("a rehearsal of a close changes nothing", async () => {
  await field(["Ana", 90])
  const operator = shellOperator("ops", t.world.now())
  const rehearsed = await closeSeason(t.world, operator, { season: fortnight, early: true, dryRun: true })
  expect(rehearsed).toMatchObject({ ok: true, closed: { results: 1, winners: [] } })
  expect(await listPrizes(t.world)).toEqual([])
  expect(await results()).toEqual([])
  expect(t.mails).toEqual([])
})

test("the expected result of a close equals its result, by the season's rules and prizes, and is only read", async () => {
  await field(["Ana", 90], ["Hal", 85, { visibility: "hidden" }], ["Ben", 80], ["Cleo", 70], ["Dan", 60])
  await field(["Sam", 95, { demo: true }])
  const one = async () => (await listSeasons(t.world.db)).find(({ slug }) => slug === fortnight) as SeasonRow
  const expected = await expectedClose(t.world.db, await one())
  expect(expected.winners.map(({ place, athlete }) => [place, athlete])).toEqual([
    [1, "Ana"],
    [2, "Ben"],
    [3, "Cleo"],
  ])
  expect(expected.passedOver).toEqual([{ rank: 2, athlete: "Hal", why: "not-public" }])
  expect([await listPrizes(t.world), await results(), t.mails]).toEqual([[], [], []])

  const [closed] = await closeAndAward(t.world, fortnight)
  expect(closed?.winners).toMatchObject(
    expected.winners.map(({ place, title, athlete }) => ({ place, title, athlete })),
  )
  expect(closed?.passedOver).toEqual(expected.passedOver)
  expect(await expectedClose(t.world.db, await one())).toEqual(expected)
})

test("an operator who previews a close does not block uploads", async () => {
  await field(["Ana", 90])
  const [season] = (await listSeasons(t.world.db)).filter(({ slug }) => slug === fortnight) as [SeasonRow]
  await t.world.db.transaction(async (db) => {
    await expectedClose(db, season)
    const [held] = await db.sql<{ n: number }>`
      select count(*)::int as n from pg_locks
      where pid = pg_backend_pid() and (locktype = 'advisory' or mode not in ('AccessShareLock', 'ExclusiveLock'))`
    expect(held?.n).toBe(0)
  })
})

test("a prize is claimed by its winner, paid for and shipped", async () => {
  await field(["Ana", 90], ["Ben", 80])
  t.clock.set(afterFortnight)
  await closeAndAward(t.world)
  const [prize] = await listPrizes(t.world)
  const prizeId = prize?.id as number
  const user = async (name: string) =>
    (await t.world.db.sql<{ user_id: string }>`select user_id from athletes where display_name = ${name}`)[0]
      ?.user_id as string
  const claiming = { prizeId, address, consentText: "Send it there." }
  expect(await ship(t.world, { prizeId, tracking: null })).toEqual({ ok: false, code: "not_claimed" })
  expect(await claim(t.world, { ...claiming, userId: await user("Ben") })).toEqual({
    ok: false,
    code: "unknown_prize",
  })
  expect(await claim(t.world, { ...claiming, userId: await user("Ana") })).toMatchObject({
    ok: true,
    shippingCents: 995,
  })
  expect(await ship(t.world, { prizeId, tracking: null })).toEqual({ ok: false, code: "shipping_not_paid" })
  expect(await shippingPaid(t.world, prizeId, "order-1")).toBe(true)
  expect(await ship(t.world, { prizeId, tracking: "1Z" })).toEqual({ ok: true, athlete: "Ana" })
  expect(await ship(t.world, { prizeId, tracking: "1Z" })).toEqual({ ok: true, athlete: "Ana" })
  const shipped = t.mails.filter(({ kind }) => kind === "competition.shipped")
  expect(shipped).toHaveLength(1)
  expectLayout(shipped)
  expect(shipped[0]?.text).toContain("Tracking: 1Z")
  expect(await claim(t.world, { ...claiming, userId: await user("Ana") })).toEqual({
    ok: false,
    code: "already_shipped",
  })
  t.clock.set("2027-01-20T00:00:00Z")
  const late = (await listPrizes(t.world)).find(({ status }) => status === "awarded")
  expect(
    await claim(t.world, { ...claiming, prizeId: late?.id as number, userId: await user("Ben") }),
  ).toEqual({ ok: false, code: "too_late" })
})
