import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { wordsOfContent, wordsWith } from "#content/words/words.ts"
import { addSignup, joinByMail } from "#test/support/event-days.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { checkGuestIn, checkIn, setGuests } from "./attend.ts"
import { daysOfProgram } from "./days.ts"
import { eventBySlug, type Occurrence, occurrenceAt, occurrenceOn, startOn, upcoming } from "./occurrence.ts"
import { addDate, cancelDay, moveDay, setSpots } from "./run.ts"
import { comingSpots, spotsLeft } from "./spot.ts"
import { heldOn, offeredOn, upcomingDays } from "./upcoming-days.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T12:00:00Z")
  await site.world.db.sql`truncate event_occurrences, private.confirmation_mails cascade`
})

const event = (slug: string) =>
  eventBySlug(wordsOfContent, slug) as NonNullable<ReturnType<typeof eventBySlug>>
const run = event("saturday-long-run")
const saturday = (on = "2026-11-28") => occurrenceOn(run, on) as Occurrence
const daysOf = (occurrences: readonly Occurrence[] = []) => occurrences.map(({ on }) => on)

test.each([
  ["2026-11-28", "07:30", "2026-11-28T15:30:00.000Z"],
  ["2026-11-28", "23:59", "2026-11-29T07:59:00.000Z"],
  ["2026-11-28", "24:00", undefined],
  ["2026-11-28", "7:30", undefined],
  ["2026-11-28", "07:60", undefined],
  ["2026-11-28", "07:30 ", undefined],
  ["2026-02-30", "07:30", undefined],
])("a start on %s at %s", (day, time, instant) =>
  expect(startOn(run, day, time)?.toISOString()).toBe(instant),
)

test("a session ends after its duration, and the list is as long as asked for even if today's session has begun", () => {
  expect(occurrenceAt(run, "2026-11-28", new Date("2026-11-28T15:00:00Z")).endsAt.toISOString()).toBe(
    "2026-11-28T17:30:00.000Z",
  )
  expect(daysOf(upcoming(run, new Date("2026-11-28T15:00:00Z"), 3))).toEqual([
    "2026-12-05",
    "2026-12-12",
    "2026-12-19",
  ])
  expect(upcoming(run, new Date("2026-11-28T14:59:59Z"), 1)).toMatchObject([{ on: "2026-11-28" }])
  const never = { ...run, recurrence: { kind: "weekly", weekdays: [] } } as typeof run
  expect(upcoming(never, new Date(), 3)).toEqual([])
  expect(occurrenceOn(event("triathlon-brick-session"), "2025-03-22")).toBeUndefined()
})

test("The program contains the operators' changes: added, moved and canceled days, by start, until they begin", async () => {
  await addDate(site.world, occurrenceAt(run, "2026-11-24", new Date("2026-11-24T15:00:00Z")), 5)
  await moveDay(site.world, saturday(), { startsAt: new Date("2026-12-06T15:00:00Z"), text: "Flood." })
  await cancelDay(site.world, saturday("2026-12-05"), "Storm.")
  const read = async () => (await upcomingDays(site.world.db, [run], { now: site.world.now(), count: 4 }))[0]
  expect((await read())?.map(({ on, calledOff }) => [on, calledOff])).toEqual([
    ["2026-11-21", undefined],
    ["2026-11-24", undefined],
    ["2026-12-05", true],
    ["2026-11-28", undefined],
    ["2026-12-12", undefined],
  ])
  const [, sunrise] = await upcomingDays(site.world.db, [run, event("sunrise-run")], {
    now: site.world.now(),
    count: 2,
  })
  expect(daysOf(sunrise)).toEqual(["2026-11-24", "2026-11-26"])
  expect(await offeredOn(site.world, run, "2026-12-05")).toBeUndefined()
  expect(await offeredOn(site.world, run, "2026-11-24")).toMatchObject({ on: "2026-11-24" })
  expect(await heldOn(site.world.db, run, "2026-11-25")).toBeUndefined()
  expect(await heldOn(site.world.db, run, "no day")).toBeUndefined()
  site.clock.set("2026-11-24T15:00:00Z")
  expect(daysOf(await read())).not.toContain("2026-11-24")
  // Already begun, so that latecomers are told so.
  expect(await offeredOn(site.world, run, "2026-11-24")).toMatchObject({ on: "2026-11-24" })
})

test("A changed rule leaves the days that somebody has a spot on, and a hidden event its operators", async () => {
  await joinByMail(site, saturday(), "Ada")
  const [ada] = await site.world.db.sql<{ taken: number }>`
    update event_occurrences set taken = 1 where event = 'saturday-long-run' returning taken`
  expect(ada?.taken).toBe(1)
  const recurrence = { kind: "weekly" as const, weekdays: [7] }
  const sundays = { ...run, recurrence, startsAt: "09:00" } as typeof run
  const [days = []] = await upcomingDays(site.world.db, [sundays], { now: site.world.now(), count: 2 })
  expect(days.map(({ on, startsAt }) => [on, startsAt.toISOString()])).toEqual([
    ["2026-11-22", "2026-11-22T17:00:00.000Z"],
    ["2026-11-28", "2026-11-28T15:00:00.000Z"],
    ["2026-11-29", "2026-11-29T17:00:00.000Z"],
  ])
  const row = { kind: "events", slug: run.slug, data: { ...run }, position: null, state: "hidden" as const }
  const published = { ...site.world.published, words: wordsWith([row]) }
  const { coming } = await daysOfProgram({ ...site.world, published })
  expect(coming.filter(({ event }) => event.slug === run.slug)).toMatchObject([
    { on: "2026-11-28", taken: 1 },
  ])
})

test("Operators see the coming days of all events and those of the last four weeks, with their numbers", async () => {
  await setSpots(site.world, saturday(), 3)
  await joinByMail(site, saturday(), "Ada")
  const [ada] = await site.world.db.sql<{ id: string }>`select id from event_signups`
  await setGuests(site.world, { id: ada?.id ?? "", guests: 2 })
  await checkGuestIn(site.world, { id: ada?.id ?? "", guest: 2, here: true })
  await joinByMail(site, saturday(), "Ben")
  await checkIn(site.world, { id: ada?.id ?? "", here: true })
  await cancelDay(site.world, saturday("2026-12-05"), "Storm.")
  const old = (on: string, slug = run.slug) =>
    addSignup(
      site,
      { event: slug, on, startsAt: `${on}T15:00:00Z`, spots: 7 },
      { name: `On${on}`, state: "going" },
    )
  await old("2026-10-22")
  await old("2026-11-14")
  await old("2026-11-17", "retired-run")
  const { coming, past } = await daysOfProgram(site.world)
  expect(coming.filter(({ event }) => event === run)).toHaveLength(8)
  expect(new Set(coming.map(({ event }) => event.slug)).size).toBe(3)
  expect(coming.map(({ startsAt }) => startsAt.getTime())).toEqual(
    coming.map(({ startsAt }) => startsAt.getTime()).sort((a, b) => a - b),
  )
  const seen = coming.filter(({ event }) => event === run).slice(0, 3)
  expect(
    seen.map(({ on, spots, taken, waiting, checkedIn, calledOff }) => [
      on,
      spots,
      taken,
      waiting,
      checkedIn,
      calledOff,
    ]),
  ).toEqual([
    ["2026-11-21", 40, 0, 0, 0, undefined],
    ["2026-11-28", 3, 3, 1, 2, undefined],
    ["2026-12-05", 40, 0, 0, 0, true],
  ])
  expect(past).toMatchObject([{ on: "2026-11-14", spots: 7, taken: 1 }])
  expect(past[0]).not.toHaveProperty("calledOff")
  site.clock.set("2026-12-05T15:00:00Z")
  const later = (await daysOfProgram(site.world)).past
  expect(later.map(({ on, calledOff }) => [on, calledOff])).toEqual([
    ["2026-12-05", true],
    ["2026-11-28", undefined],
    ["2026-11-14", undefined],
  ])
  site.clock.set("2026-12-12T15:00:00Z")
  expect(daysOf((await daysOfProgram(site.world)).past)).toEqual(["2026-12-05", "2026-11-28"])
})

test("A member's upcoming sessions have their state and position, without those begun or canceled", async () => {
  const [user] = await site.world.db.sql<{ id: string }>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'mia@example.com') returning id`
  const on = (day: string) => ({ event: run.slug, on: day, startsAt: `${day}T15:00:00Z` })
  for (const [day, name, state] of [
    ["2026-12-05", "Ada", "waiting"],
    ["2026-12-05", "Mia", "waiting"],
    ["2026-11-28", "Mia", "going"],
    ["2026-12-12", "Mia", "cancelled"],
    ["2026-12-19", "Mia", "going"],
    ["2026-11-14", "Mia", "going"],
  ] as const)
    await addSignup(site, on(day), { name, state })
  await site.world.db.sql`update event_occurrences set called_off_at = now() where held_on = '2026-12-19'`
  await site.world.db.sql`update event_signups set user_id = ${user?.id ?? null} where name = 'Mia'`
  expect(await comingSpots(site.world, user?.id ?? "")).toEqual([
    { event: run.slug, on: "2026-11-28", state: "going", place: null },
    { event: run.slug, on: "2026-12-05", state: "waiting", place: 2 },
  ])
})

test("Without days there are no spots to count", async () => {
  expect(await spotsLeft(site.world.db, [])).toEqual(new Map())
})
