import { wordsOfContent } from "#content/words/words.ts"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { joinByMail } from "#test/support/event-days.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { addWalkIn, attendeesOf, checkIn, setGuests } from "./attend.ts"
import { confirmSpot } from "./join.ts"
import { leave } from "./leave.ts"
import { eventBySlug, type Occurrence, occurrenceOn } from "./occurrence.ts"
import { setSpots, spotsOf } from "./run.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld({ now: "2026-11-20T12:00:00Z" })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T12:00:00Z")
  await site.world.db.sql`truncate event_occurrences cascade`
})

const run = eventBySlug(wordsOfContent, "saturday-long-run") as NonNullable<ReturnType<typeof eventBySlug>>
const day = occurrenceOn(run, "2026-11-28") as Occurrence
const nobody = "00000000-0000-4000-8000-000000000000"

const listed = async (search?: string) =>
  (await attendeesOf(site.world.db, day, search)).map(({ name, state }) => `${name} ${state}`)
const idOf = async (name: string) => (await attendeesOf(site.world.db, day, name))[0]?.id ?? nobody
const numbers = () => spotsOf(site.world.db, day)

test("The list has spots by name, then the waitlist in order, without anyone who gave up or never confirmed", async () => {
  await setSpots(site.world, day, 2)
  for (const name of ["Zoe", "adam", "Yann", "Bea"]) await joinByMail(site, day, name)
  await leave(site.world, await joinByMail(site, day, "Gone"))
  expect(await listed()).toEqual(["adam going", "Zoe going", "Yann waiting", "Bea waiting"])
  expect(await listed("  ADAM ")).toEqual(["adam going"])
  expect(await listed("yann@example")).toEqual(["Yann waiting"])
  for (const none of ["%", "_", "\\", "gone"]) expect(await listed(none)).toEqual([])
})

test("Only a person with a spot can be checked in, once, and undone once", async () => {
  await setSpots(site.world, day, 1)
  const token = await joinByMail(site, day, "Ada")
  await joinByMail(site, day, "Ben")
  const [ada, ben] = [await idOf("Ada"), await idOf("Ben")]
  const here = (id: string, is: boolean) => checkIn(site.world, { id, here: is })
  expect(await here(nobody, true)).toEqual({ ok: false, code: "not_found" })
  expect(await here(ben, true)).toEqual({ ok: false, code: "no_spot" })
  expect(await here(ada, false)).toEqual({ ok: false, code: "unchanged" })
  expect(await here(ada, true)).toEqual({ ok: true, name: "Ada" })
  expect((await attendeesOf(site.world.db, day))[0]?.checkedInAt).toEqual(site.world.now())
  expect(await here(ada, true)).toEqual({ ok: false, code: "unchanged" })
  expect(await here(ada, false)).toEqual({ ok: true, name: "Ada" })
  expect((await attendeesOf(site.world.db, day))[0]?.checkedInAt).toBeNull()
  await leave(site.world, token)
  expect(await here(ada, true)).toEqual({ ok: false, code: "no_spot" })
})

test("A walk-in grows the day only when it is full, is on the list once, and not on a canceled day", async () => {
  const walkIn = (name: string, email: string | null) => addWalkIn(site.world, day, { name, email })
  await setSpots(site.world, day, 2)
  await joinByMail(site, day, "Ada")
  expect(await walkIn("Ben", "BEN@example.com")).toMatchObject({
    ok: true,
    id: await idOf("ben@example.com"),
  })
  expect(await numbers()).toEqual({ spots: 2, taken: 2 })
  expect(await walkIn("Cleo", null)).toMatchObject({ ok: true })
  expect(await walkIn("Dan", null)).toMatchObject({ ok: true })
  expect(await numbers()).toEqual({ spots: 4, taken: 4 })
  for (const taken of ["ada@example.com", "Ben@Example.com"])
    expect(await walkIn("Twice", taken)).toEqual({ ok: false, code: "on_list" })
  expect(await addWalkIn(site.world, { ...day, calledOff: true }, { name: "Eve", email: null })).toEqual({
    ok: false,
    code: "called_off",
  })
  expect(await numbers()).toEqual({ spots: 4, taken: 4 })
  expect(
    (await attendeesOf(site.world.db, day)).filter(({ walkIn, checkedInAt }) => walkIn && checkedInAt),
  ).toHaveLength(3)
})

test("Guests fill the day to its last spot and not beyond, and leave with the person", async () => {
  await setSpots(site.world, day, 4)
  const token = await joinByMail(site, day, "Ada")
  const ada = await idOf("Ada")
  const guests = (id: string, n: number) => setGuests(site.world, { id, guests: n })
  expect(await guests(nobody, 1)).toEqual({ ok: false, code: "not_found" })
  expect(await guests(ada, 0)).toEqual({ ok: false, code: "unchanged" })
  expect(await guests(ada, 4)).toEqual({ ok: false, code: "full" })
  expect(await guests(ada, 3)).toEqual({ ok: true })
  expect(await numbers()).toEqual({ spots: 4, taken: 4 })
  await joinByMail(site, day, "Ben")
  expect(await guests(await idOf("Ben"), 1)).toEqual({ ok: false, code: "no_spot" })
  expect(await guests(ada, 2)).toEqual({ ok: true })
  expect(await numbers()).toEqual({ spots: 4, taken: 3 })
  await leave(site.world, token)
  expect([await listed(), await numbers()]).toEqual([["Ben going"], { spots: 4, taken: 1 }])
  // A spot that was given up is not given up again.
  site.clock.advance(60_000)
  await leave(site.world, token)
  expect(await numbers()).toEqual({ spots: 4, taken: 1 })
  const [given] = await site.world.db.sql<{
    at: Date
  }>`select cancelled_at as at from event_signups where id = ${ada}`
  expect(given?.at).toEqual(new Date("2026-11-20T12:00:00Z"))
  // Somebody who rejoins does so without guests.
  await confirmSpot(site.world, token)
  expect([await numbers(), (await attendeesOf(site.world.db, day, "Ada"))[0]?.guests]).toEqual([
    { spots: 4, taken: 2 },
    0,
  ])
  await leave(site.world, token)
  expect(await numbers()).toEqual({ spots: 4, taken: 1 })
})
