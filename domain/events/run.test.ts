import { wordsOfContent } from "#content/words/words.ts"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { site as pages } from "#content/site.ts"
import { addSignup, joinByMail } from "#test/support/event-days.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { confirmSpot, joinAsMember } from "./join.ts"
import { leave } from "./leave.ts"
import { eventBySlug, type Occurrence, occurrenceAt, occurrenceOn } from "./occurrence.ts"
import { eraseSpots } from "./privacy.ts"
import { deleteExpiredSignups, remind } from "./remind.ts"
import { addDate, cancelDay, messageAll, moveDay, setSpots, spotsOf } from "./run.ts"
import { spotToken } from "./spot.ts"
import { heldOn } from "./upcoming-days.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T12:00:00Z")
  site.mails.length = 0
  await site.world.db.sql`truncate event_occurrences, private.confirmation_mails cascade`
})

const run = eventBySlug(wordsOfContent, "saturday-long-run") as NonNullable<ReturnType<typeof eventBySlug>>
const day = occurrenceOn(run, "2026-11-28") as Occurrence
const kinds = () => site.mails.map(({ to, kind }) => `${kind} ${to.replace("@example.com", "")}`)
const now = async () => (await heldOn(site.world.db, run, day.on)) as Occurrence

test("Spots may shrink to those taken and no further; more spots move the waitlist up as far as possible", async () => {
  expect(await spotsOf(site.world.db, day)).toEqual({ spots: 40, taken: 0 })
  expect(await setSpots(site.world, day, 40)).toEqual({ ok: false, code: "unchanged" })
  expect(await setSpots(site.world, day, 1)).toEqual({ ok: true })
  for (const name of ["ada", "ben", "cleo", "dan"]) await joinByMail(site, day, name)
  expect(await setSpots(site.world, day, 0)).toEqual({ ok: false, code: "too_few" })
  site.mails.length = 0
  expect(await setSpots(site.world, day, 3)).toEqual({ ok: true })
  expect(kinds()).toEqual(["event.moved-up ben", "event.moved-up cleo"])
  expect(await setSpots(site.world, day, 2)).toEqual({ ok: false, code: "too_few" })
  expect(await setSpots(site.world, day, 9)).toEqual({ ok: true })
  expect(await spotsOf(site.world.db, day)).toEqual({ spots: 9, taken: 4 })
  expect(await setSpots(site.world, day, 4)).toEqual({ ok: true })
})

test("A day can be canceled once, before it begins; everybody with a spot or in line is told why", async () => {
  site.clock.set(day.startsAt)
  expect(await cancelDay(site.world, day, "Storm.")).toEqual({ ok: false, code: "past" })
  site.clock.set(new Date(day.startsAt.getTime() - 1))
  await setSpots(site.world, day, 1)
  for (const name of ["ada", "ben"]) await joinByMail(site, day, name)
  const given = await joinByMail(site, day, "cleo")
  await leave(site.world, given)
  site.mails.length = 0
  expect(await cancelDay(site.world, day, "Storm.\n\n  Stay dry.  \n\n \n")).toEqual({ ok: true, told: 2 })
  expect(kinds().sort()).toEqual(["event.called-off ada", "event.called-off ben"])
  expect(site.mails[0]?.text).toContain("Storm.\n\nStay dry.\n\nWhat: ")
  expect(site.mails[0]?.headers).toEqual({ "Reply-To": pages.supportEmail })
  expect(await cancelDay(site.world, await now(), "Storm.")).toEqual({ ok: false, code: "unchanged" })
  expect(await confirmSpot(site.world, given)).toEqual({ ok: false, code: "past" })
})

test("A day can only move to the future, and not once begun or canceled; its people are notified and reminded again", async () => {
  const move = (occurrence: Occurrence, startsAt: Date) =>
    moveDay(site.world, occurrence, { startsAt, text: "Flood." })
  const later = new Date("2026-11-29T16:00:00Z")
  await joinByMail(site, day, "ada")
  site.clock.set("2026-11-27T15:30:00Z")
  expect(await remind(site.world)).toBe(1)
  expect(await move(day, site.world.now())).toEqual({ ok: false, code: "past" })
  expect(await move(day, day.startsAt)).toEqual({ ok: false, code: "unchanged" })
  expect(await move({ ...day, calledOff: true }, later)).toEqual({ ok: false, code: "called_off" })
  site.mails.length = 0
  expect(await move(day, later)).toEqual({ ok: true, told: 1 })
  expect(kinds()).toEqual(["event.moved ada"])
  expect((await now()).startsAt).toEqual(later)
  site.clock.set("2026-11-28T16:00:00Z")
  expect(await remind(site.world)).toBe(1)
  site.clock.set(later)
  expect(await move(await now(), new Date("2026-12-01T16:00:00Z"))).toEqual({ ok: false, code: "past" })
})

test("A message to nobody is refused; a date can be added once, and only in the future", async () => {
  expect(await messageAll(site.world, day, "Hi")).toEqual({ ok: false, code: "nobody" })
  await joinByMail(site, day, "ada")
  expect(await messageAll(site.world, day, "Bring a light.")).toEqual({ ok: true, told: 1 })
  const monday = (at: Date) => addDate(site.world, occurrenceAt(run, "2026-11-30", at), 5)
  expect(await monday(site.world.now())).toEqual({ ok: false, code: "past" })
  expect(await monday(new Date(site.world.now().getTime() + 1))).toEqual({ ok: true })
  expect(await monday(new Date("2026-11-30T15:00:00Z"))).toEqual({ ok: false, code: "exists" })
  expect(await addDate(site.world, day, 5)).toEqual({ ok: false, code: "exists" })
})

test("An event removed from the program stops neither reminders nor erasure", async () => {
  const gone = { event: "retired-run", on: "2026-11-28", startsAt: "2026-11-28T15:00:00Z" }
  const retired = occurrenceAt({ ...run, slug: "retired-run" }, gone.on, new Date(gone.startsAt))
  const account = { id: null as never, email: "zoe@example.com", fullName: "Zoe", secured: false, role: null }
  await expect(joinAsMember(site.world, retired, account)).rejects.toThrow(
    "retired-run is no longer on the schedule",
  )
  const mia = await addSignup(site, gone, { name: "Mia", state: "going" })
  await addSignup(site, gone, { name: "Noa", state: "waiting" })
  await joinByMail(site, day, "ada")
  await site.world.db.sql`update event_signups set placed_at = '2026-11-01' `
  for (const act of [leave, confirmSpot])
    expect(await act(site.world, spotToken(site.world, mia))).toEqual({ ok: false, code: "unknown" })
  site.clock.set("2026-11-27T15:30:00Z")
  site.mails.length = 0
  expect(await remind(site.world)).toBe(2)
  expect(kinds()).toEqual(["event.reminder ada"])
  const erase = (email: string) =>
    site.world.db.transaction((db) => eraseSpots(site.world, db, { id: null, email }))
  expect(await erase("MIA@example.com")).toEqual({ rows: 1 })
  expect(await erase("mia@example.com")).toEqual({ rows: 0 })
  const left = await site.world.db.sql`select id, state from event_signups where event = 'retired-run'`
  expect(left).toEqual([{ id: expect.not.stringContaining(mia), state: "going" }])
  expect(site.mails).toHaveLength(1)
})

test("A request that nobody confirmed is kept for a week, a session for 400 days", async () => {
  const on = { event: run.slug, on: "2026-11-28", startsAt: "2026-11-28T15:00:00Z" }
  await addSignup(site, on, { name: "Open", state: "unconfirmed" })
  await addSignup(site, on, { name: "Ada", state: "waiting" })
  const names = async () =>
    (await site.world.db.sql`select name from event_signups order by name`).map(({ name }) => name)
  site.clock.advance(7 * 86_400_000)
  await deleteExpiredSignups(site.world)
  expect(await names()).toEqual(["Ada", "Open"])
  site.clock.advance(1)
  await deleteExpiredSignups(site.world)
  expect(await names()).toEqual(["Ada"])
  site.clock.set("2028-01-02T00:00:00Z")
  await deleteExpiredSignups(site.world)
  expect(await names()).toEqual(["Ada"])
  site.clock.advance(1)
  await deleteExpiredSignups(site.world)
  expect(await names()).toEqual([])
})
