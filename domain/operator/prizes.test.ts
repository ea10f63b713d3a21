/** What operators do with a prize: the winner is told of each, and what can be taken back is. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { claim } from "#domain/competition/seasons/prizes.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { listPrizes } from "#test/support/lists.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { correctPrizeAddress, correctPrizeTracking, declinePrize, extendClaim, shipPrize } from "./prizes.ts"
import type { Operator } from "./roles.ts"
import { undo } from "./undo.ts"

let t: TestWorld
let owner: Operator
let helper: Operator
let first: { id: number; userId: string }
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  for (const [name, km] of [
    ["Ana", 12],
    ["Ben", 10],
    ["Cleo", 8],
    ["Dan", 6],
  ] as const) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    await onActivity(t.world, id, sentRun({ distanceM: km * 1000 }))
  }
  await closeAndAward(t.world, "fortnightly-2026-11-09")
  owner = await addOperatorSession(t.world, "owner")
  helper = await addOperatorSession(t.world, "helper")
})
afterAll(() => t.close())
beforeEach(async () => {
  const [row] = await t.world.db.sql<{ id: number; userId: string }>`
    update prizes p set status = 'awarded', shipping_cents = 0, address = null, tracking = null,
      claim_until = ${new Date("2026-12-04T20:00:00Z")}
    from athletes a where a.id = p.athlete_id and a.display_name = 'Ana'
    returning p.id::float8 as id, a.user_id as "userId"`
  first = row as typeof first
  t.mails.length = 0
})

const entryOf = (done: object) => ("entry" in done && typeof done.entry === "number" ? done.entry : 0)
const told = () => t.mails.splice(0).map(({ kind, to }) => `${kind} ${to}`)
const address = {
  ...{ name: "Ana Vale", line1: "1 Main St", line2: null, city: "Austin" },
  ...{ region: "TX", postalCode: "78701", country: "US" },
}
const claimed = () =>
  claim(t.world, { userId: first.userId, prizeId: first.id, address, consentText: "You may." })

test("A winner gets more time to claim a prize once, at most 90 days, and is told the new date; Undo takes it back", async () => {
  const extend = (until: string, as = owner) =>
    extendClaim(t.world, as, { prizeId: first.id, until: new Date(until) })
  expect(await extend("2026-12-10T12:00:00Z", helper)).toEqual({ ok: false, code: "not_allowed" })
  expect(await extend("2026-11-19T12:00:00Z")).toEqual({ ok: false, code: "past" })
  expect(await extend("2027-12-10T12:00:00Z")).toEqual({ ok: false, code: "too_far" })
  const done = await extend("2026-12-10T12:00:00Z")
  expect(done).toMatchObject({ ok: true })
  expect(t.mails[0]?.text).toContain("by December 10, 2026")
  expect(told()).toEqual(["competition.claim-moved ana@b4m.test"])
  expect(await extend("2026-12-10T12:00:00Z")).toEqual({ ok: false, code: "unchanged" })
  expect(await undo(t.world, owner, entryOf(done))).toMatchObject({ ok: true })
  expect(t.mails[0]?.text).toContain("by December 4, 2026")
  const [row] = await t.world.db.sql`select claim_until as until from prizes where id = ${first.id}`
  expect(row).toEqual({ until: new Date("2026-12-04T20:00:00Z") })
  await claimed()
  expect(await extend("2026-12-10T12:00:00Z")).toEqual({ ok: false, code: "not_waiting" })
  expect(await undo(t.world, owner, entryOf(done))).toEqual({ ok: false, code: "already_undone" })
})

test("An address is corrected until the prize is shipped, a tracking number afterward, and both are taken back", async () => {
  const moved = { ...address, line1: "11 Main St" }
  const correct = () => correctPrizeAddress(t.world, owner, { prizeId: first.id, address: moved })
  const track = (tracking: string) => correctPrizeTracking(t.world, owner, { prizeId: first.id, tracking })
  expect(await correct()).toEqual({ ok: false, code: "not_claimed" })
  await claimed()
  const done = await correct()
  expect(done).toMatchObject({ ok: true })
  expect(t.mails[0]?.text).toContain("11 Main St")
  expect(told()).toEqual(["competition.address ana@b4m.test"])
  expect(await correct()).toEqual({ ok: false, code: "unchanged" })
  const stored = async () => (await listPrizes(t.world)).find(({ id }) => id === first.id)
  expect((await stored())?.address).toEqual(moved)
  expect(await undo(t.world, owner, entryOf(done))).toMatchObject({ ok: true })
  expect((await stored())?.address).toEqual(address)
  expect(await track("1Z")).toEqual({ ok: false, code: "not_shipped" })
  await shipPrize(t.world, owner, { prizeId: first.id, tracking: "1X" })
  told()
  const tracked = await track("1Z")
  expect(t.mails[0]?.text).toContain("1Z")
  expect(told()).toEqual(["competition.tracking ana@b4m.test"])
  expect(await correct()).toEqual({ ok: false, code: "already_shipped" })
  await track("1Y")
  expect(await undo(t.world, owner, entryOf(tracked))).toEqual({ ok: false, code: "changed" })
})

test("A prize is passed on for a winner who wrote: they and the next athlete are told, and it cannot be undone", async () => {
  const pass = (as = owner) =>
    declinePrize(t.world, as, { prizeId: first.id, text: "You wrote that you have one." })
  expect(await pass(helper)).toEqual({ ok: false, code: "not_allowed" })
  const done = await pass()
  expect(done).toMatchObject({ ok: true, refunded: false })
  expect(t.mails.find(({ to }) => to === "ana@b4m.test")?.text).toContain("You wrote that you have one.")
  expect(told()).toContain("competition.prize-declined ana@b4m.test")
  expect((await listPrizes(t.world)).some(({ id }) => id === first.id)).toBe(false)
  expect(await undo(t.world, owner, entryOf(done))).toEqual({ ok: false, code: "not_undoable" })
  expect(await pass()).toEqual({ ok: false, code: "unknown_prize" })
})
