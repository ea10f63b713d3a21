/**
 * Activities that a service's list omits are requested one by one; only a few are removed at a time, and their owner is
 * notified.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { RecordedActivity } from "#ports/recorded.ts"
import type { Announced, Fetched, ServiceAnswer } from "#ports/services.ts"
import { beginConnections, connect, createConnectionWorld, run, stored } from "#test/support/connections.ts"
import type { ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { handleEvent, onEvent } from "./events.ts"
import { releaseMissing } from "./held-list.ts"
import { sweep } from "./sweep.ts"

let t: TestWorld
let service: ScriptedService
let athlete: number
let userId: string
/** The activities of the service, those on its list, and its response for one that it does not have. */
let there: Map<string, RecordedActivity>
let listed: string[]
let summaries: boolean
let absent: () => Promise<ServiceAnswer<Fetched>>
beforeAll(async () => {
  t = await createConnectionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  ;({ service, athlete, userId } = await beginConnections(t))
  there = new Map([10, 11, 12, 13, 14, 15, 16, 17].map((day) => [`day-${day}`, run(day)]))
  listed = [...there.keys()]
  summaries = false
  absent = async () => ({ ok: false, code: "not_found" })
  const found = (externalId: string): Fetched => ({
    ...{ ok: true, externalId, accountId: null },
    activities: [there.get(externalId) as RecordedActivity],
  })
  const announced = (externalId: string): Announced => ({ ok: "announced", externalId, version: "1" })
  service.fetch.activity = async (_token, externalId) => {
    service.asked.push({ what: "activity", with: externalId })
    return there.has(externalId) ? { ok: true, value: found(externalId) } : absent()
  }
  service.fetch.activities = async () => ({
    ok: true,
    value: { activities: listed.map((id) => (summaries ? announced(id) : found(id))), more: false },
  })
  expect(await connect(t, userId, service)).toMatchObject({ ok: true })
})

const lose = (...days: number[]) => {
  for (const day of days) there.delete(`day-${day}`)
  listed = [...there.keys()]
}
/** A day's comparison, with the fetches that it queues. */
async function compare() {
  t.clock.advance(21 * 3_600_000)
  const until = await sweep(t.world, service, athlete)
  for (const { data } of t.jobs.filter(({ queue }) => queue === "source-fetch").splice(0))
    await handleEvent(t.world, service, (data as { eventId: string }).eventId)
  t.jobs.length = 0
  return until
}
const points = async () =>
  (await t.world.db.sql<{ sum: number }>`select coalesce(sum(points), 0)::int as sum from athlete_days`)[0]
    ?.sum
const held = async () =>
  (
    await t.world.db.sql`
      select held_missing as missing, held_known as known, held_since as since from private.connections`
  )[0]
const askedFor = () => service.asked.filter(({ what }) => what === "activity").map((one) => one.with)
const mails = () => t.mails.filter(({ kind }) => kind === "strava.left")

test.each([false, true])(
  "an empty list changes nothing and is reported to operators (only announced: %s)",
  async (s) => {
    summaries = s
    await compare()
    const before = [await stored(t), await points()]
    listed = []
    service.asked.length = 0
    await compare()
    expect([await stored(t), await points()]).toEqual(before)
    expect([before[0], askedFor(), t.mails]).toMatchObject([{ length: 8 }, [], []])
    const since = t.world.now()
    expect(await held()).toEqual({ missing: 8, known: 8, since })
    await compare()
    expect(await held()).toEqual({ missing: 8, known: 8, since })
    // Operators need not act on an error that resolves itself.
    listed = [...there.keys()]
    await compare()
    expect(await held()).toEqual({ missing: null, known: null, since: null })
    expect([await stored(t), await points()]).toEqual(before)
  },
)

test("even the only activity of an athlete stays when a list is empty", async () => {
  lose(11, 12, 13, 14, 15, 16, 17)
  await compare()
  lose(10)
  await compare()
  expect(await stored(t)).toEqual(["day-10"])
})

test("a list that omits more than half of the stored activities changes nothing", async () => {
  await compare()
  lose(10, 11, 12, 13, 14)
  await compare()
  expect([(await stored(t)).length, await held()]).toMatchObject([8, { missing: 5, known: 8 }])
})

test("an activity that a list omits is requested, and stays if the service still shows it", async () => {
  await compare()
  service.asked.length = 0
  listed = listed.filter((id) => id !== "day-12" && id !== "day-13")
  await compare()
  expect([(await stored(t)).length, askedFor(), mails()]).toEqual([8, ["day-12", "day-13"], []])
  expect(await held()).toMatchObject({ missing: null })
})

test("up to three missing activities are removed, their owner is told which and why, and no more are", async () => {
  await compare()
  lose(10, 11, 12)
  await compare()
  expect(await stored(t)).toEqual(["day-13", "day-14", "day-15", "day-16", "day-17"])
  expect(mails()).toHaveLength(1)
  const text = JSON.stringify(mails()[0])
  for (const day of ["November 10", "November 11", "November 12"]) expect(text).toContain(day)
  expect(text).toMatch(/3 activities/)
  expect(text).toMatch(/reply to this email/i)
  expect(mails()[0]?.headers).toMatchObject({ "Reply-To": expect.stringContaining("@") })
  const left = await t.world.db.sql`select reason from withheld_activities`
  expect(left).toEqual(Array(3).fill({ reason: "gone" }))
})

test("four missing activities wait for an operator's approval; each is requested again first", async () => {
  for (let day = 1; day < 10; day++) there.set(`day-0${day}`, { ...run(day), externalId: `day-0${day}` })
  listed = [...there.keys()]
  await compare()
  lose(10, 11, 12, 13)
  await compare()
  expect([(await stored(t)).length, await held()]).toMatchObject([17, { missing: 4, known: 17 }])
  // One of them still exists.
  there.set("day-13", run(13))
  expect(await releaseMissing(t.world, { source: "strava", athleteId: athlete })).toEqual({ ok: true })
  expect(t.jobs).toMatchObject([{ queue: "source-sweep" }])
  service.asked.length = 0
  await compare()
  expect(askedFor()).toEqual(["day-10", "day-11", "day-12", "day-13"])
  expect((await stored(t)).filter((id) => /day-1[0-3]/.test(id))).toEqual(["day-13"])
  expect([await held(), mails()]).toMatchObject([{ missing: null }, { length: 1 }])
  // The approval applied once: the next list is held like the first.
  lose(1, 2, 3, 4, 14, 15, 16, 17)
  there.clear()
  listed = []
  await compare()
  expect([(await stored(t)).length, await held()]).toMatchObject([14, { missing: 14 }])
  expect(await releaseMissing(t.world, { source: "polar", athleteId: athlete })).toEqual({
    ok: false,
    code: "not_held",
  })
})

test("an approval covers no more activities than were missing then", async () => {
  for (let day = 1; day < 10; day++) there.set(`day-0${day}`, { ...run(day), externalId: `day-0${day}` })
  listed = [...there.keys()]
  await compare()
  lose(10, 11, 12, 13)
  await compare()
  await releaseMissing(t.world, { source: "strava", athleteId: athlete })
  lose(14)
  await compare()
  expect([(await stored(t)).length, await held(), mails()]).toMatchObject([17, { missing: 5 }, []])
  // The earlier approval no longer applies.
  there.set("day-14", run(14))
  listed = [...there.keys()]
  await compare()
  expect([(await stored(t)).length, await held()]).toMatchObject([17, { missing: 4 }])
})

test("only an accepted list confirms data", async () => {
  const confirmed = async () =>
    (await t.world.db.sql<{ at: Date }>`select confirmed_at as at from private.connections`)[0]?.at
  await compare()
  const before = t.world.now()
  expect(await confirmed()).toEqual(before)
  listed = []
  await compare()
  expect(await confirmed()).toEqual(before)
})

test("an activity that cannot be requested stays, and the others are processed", async () => {
  await compare()
  lose(10, 11)
  absent = async () => {
    absent = async () => ({ ok: false, code: "not_found" })
    throw new Error("Strava answered 500")
  }
  await compare()
  expect((await stored(t)).length).toBe(7)
  expect(t.log.entries).toContainEqual(
    expect.objectContaining({ message: "An activity missing from a list could not be requested" }),
  )
})

test("an object without activities counts as gone, like a missing one", async () => {
  await compare()
  const before = (await stored(t)).length
  lose(10, 11, 12, 13)
  absent = async () => ({
    ok: true,
    value: { ok: true, externalId: "x", accountId: null, activities: [] },
  })
  await compare()
  expect([(await stored(t)).length, await held()]).toMatchObject([before, { missing: 4 }])
})

test("if a service fails in the middle, the remaining activities are processed once it responds again", async () => {
  await compare()
  lose(10, 11)
  const until = new Date(t.world.now().getTime() + 90_000_000)
  absent = async () => ({ ok: false, code: "limited", until })
  expect(await compare()).toEqual(until)
  expect((await stored(t)).length).toBe(8)
})

test.each([false, true])(
  "a removed activity returns when a list names it again, even unchanged (only announced: %s)",
  async (s) => {
    summaries = s
    await compare()
    const before = [await stored(t), await points()]
    const kept = new Map(there)
    lose(10, 11)
    await compare()
    expect((await stored(t)).length).toBe(6)
    there = kept
    listed = [...there.keys()]
    await compare()
    expect([await stored(t), await points()]).toEqual(before)
    expect(await t.world.db.sql`select from withheld_activities`).toEqual([])
  },
)

test("an activity removed by an event returns when a list names it again, even unchanged", async () => {
  summaries = true
  await compare()
  const kept = new Map(there)
  lose(10)
  const about = { kind: "activity", externalId: "day-10", deleted: true } as const
  await onEvent(t.world, service, { id: "e1", accountId: "a-1", about })
  await handleEvent(t.world, service, "e1")
  expect([(await stored(t)).length, mails()]).toEqual([7, []])
  there = kept
  listed = [...there.keys()]
  await compare()
  expect((await stored(t)).length).toBe(8)
})

test("reconnecting restores activities that a list names and that are missing here", async () => {
  summaries = true
  await compare()
  await t.world.db.sql`delete from activities where external_id < 'day-13'`
  await compare()
  expect((await stored(t)).length).toBe(5)
  await connect(t, userId, service)
  await compare()
  expect((await stored(t)).length).toBe(8)
})

test("an activity that a list announces but the service does not show stays, and is requested again the next day", async () => {
  summaries = true
  await compare()
  const kept = there
  there = new Map()
  const { activities } = service.fetch
  service.fetch.activities = async (token, options) => {
    const answer = await activities(token, options)
    if (!answer.ok) return answer
    const changed = answer.value.activities.map((one) => ({ ...one, version: "2" }) as Announced)
    return { ok: true, value: { ...answer.value, activities: changed } }
  }
  await compare()
  expect((await stored(t)).length).toBe(8)
  there = new Map([...kept].map(([id, one]) => [id, { ...one, distanceM: 5000 }]))
  await compare()
  const meters = await t.world.db.sql<{ m: number }>`select distinct distance_m as m from activities`
  expect(meters).toEqual([{ m: 5000 }])
})
