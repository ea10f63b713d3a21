/**
 * A member's year: it shows what counts now, regardless of the order in which recordings arrive and of what is removed.
 */
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { onActivity, onRemoved } from "#domain/competition/pipeline.ts"
import { erase } from "#domain/members/privacy.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { exportCompetition } from "../privacy.ts"
import { ownYear } from "./own-year.ts"
import { streakOf } from "./streak.ts"
import { planWeeks, weekFields } from "./weeks.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-09T20:00:00Z")
})
afterAll(() => t.close())

async function member(email: string, timeZone = "America/Los_Angeles") {
  const id = await addAthlete(t.world, { email, timeZone })
  const userId = await accountOf(t.world, id)
  return { id, userId }
}

async function yearOf(userId: string, asked?: number) {
  const read = await ownYear(t.world, userId, asked)
  if (!read.ok) throw new Error(read.code)
  return read.year
}

/** An hour's session that begins at noon in Los Angeles, on a day of November. */
const session = (day: number, more: Parameters<typeof sentRun>[0] = {}) =>
  sentRun({
    startedAt: new Date(Date.UTC(2026, 10, day, 20)),
    kind: "hiit",
    sport: "hiit",
    distanceM: 0,
    ...more,
  })

/** Adds sessions of past weeks as if they had come on their day. */
async function trained(id: number, days: readonly number[]) {
  const now = t.world.now()
  for (const day of days) {
    t.clock.set(new Date(Date.UTC(2026, 10, day, 22)).toISOString())
    await onActivity(t.world, id, session(day))
  }
  t.clock.set(now.toISOString())
}

test("days have points, kinds and attributions; weeks have marks; milestones have reasons", async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  const { id, userId } = await member("year@example.com")
  await trained(id, [9, 10, 11, 16, 17])
  await onActivity(
    t.world,
    id,
    session(18, {
      source: "polar",
      kind: "run",
      sport: "running",
      distanceM: 8000,
      name: "Hills",
      credit: "Polar",
    }),
  )
  const year = await yearOf(userId)
  expect(year).toMatchObject({
    year: 2026,
    years: [2026],
    today: "2026-11-20",
    streak: { weeks: 2, longest: 2, rests: 0, weeksToRest: 4, present: { state: "counted", activeDays: 3 } },
    nextGoal: 3,
    credits: ["Polar"],
    weeks: [{ on: "2026-11-09" }, { on: "2026-11-16", state: "counted", streak: 2 }],
  })
  expect(year.days.map(({ on, kinds }) => [on, kinds])).toEqual([
    ["2026-11-09", ["hiit"]],
    ["2026-11-10", ["hiit"]],
    ["2026-11-11", ["hiit"]],
    ["2026-11-16", ["hiit"]],
    ["2026-11-17", ["hiit"]],
    ["2026-11-18", ["run"]],
  ])
  expect(year.milestones).toContainEqual({
    kind: "first-of-kind",
    on: "2026-11-18",
    activity: { kind: "run", name: "Hills", credit: "Polar" },
  })
  expect(await yearOf(userId, 2025)).toMatchObject({ days: [], weeks: [], streak: { weeks: 2 } })
  expect(await ownYear(t.world, crypto.randomUUID())).toEqual({ ok: false, code: "not_joined" })
})

test("a late recording repairs the streak and returns the rest week; one that is too late does not", async () => {
  // Seven weeks from September 28 on, the last of which has two days.
  t.clock.set("2026-11-17T20:00:00Z")
  const { id, userId } = await member("late@example.com")
  const weeks = Array.from({ length: 7 }, (_, n) => -33 + n * 7)
  await trained(
    id,
    weeks.flatMap((monday, n) => (n === 6 ? [monday, monday + 1] : [monday, monday + 1, monday + 2])),
  )
  const marks = async () => {
    const { weeks: read, streak } = await yearOf(userId)
    return [read.map(({ state }) => state).join(" "), streak.weeks, streak.rests]
  }
  const six = "counted counted counted counted counted counted"
  expect(await marks()).toEqual([`${six} rest open`, 6, 0])
  await onActivity(t.world, id, session(14))
  expect(await marks()).toEqual([`${six} counted open`, 7, 1])
  await onRemoved(t.world, id, [
    {
      source: "file",
      externalId: (
        await t.world.db.sql<{ externalId: string }>`
          select external_id as "externalId" from activities where athlete_id = ${id} order by started_at desc limit 1`
      )[0]?.externalId as string,
    },
  ])
  expect(await marks()).toEqual([`${six} rest open`, 6, 0])
  t.clock.set("2026-11-29T20:00:00Z")
  await onActivity(t.world, id, session(14))
  expect((await marks())[1]).toBe(0)
})

test("a member's choices apply from the next week on, in the member's time zone", async () => {
  // Monday in Auckland, Sunday in Los Angeles.
  t.clock.set("2026-11-22T20:00:00Z")
  const west = await member("west@example.com")
  const east = await member("east@example.com", "Pacific/Auckland")
  for (const { userId } of [west, east]) {
    expect(await planWeeks(t.world, userId, { activeDays: 5 })).toEqual({ ok: true })
    expect(await planWeeks(t.world, userId, { activeDays: 4 })).toEqual({ ok: true })
  }
  const goals = await t.world.db.sql<{ on: string; days: number }>`
    select from_on::text as on, active_days::integer as days from week_goals order by from_on`
  expect(goals).toEqual([
    { on: "2026-11-23", days: 4 },
    { on: "2026-11-30", days: 4 },
  ])
  expect(await yearOf(west.userId)).toMatchObject({ nextGoal: 4, streak: { present: { goal: 3 } } })
  expect(await planWeeks(t.world, east.userId, { declare: "2026-11-23" })).toEqual({
    ok: false,
    code: "begun",
  })
  expect(await planWeeks(t.world, west.userId, { declare: "2026-11-23" })).toEqual({ ok: true })
  t.clock.set("2026-11-24T20:00:00Z")
  expect(await yearOf(west.userId)).toMatchObject({
    streak: { present: { state: "break", goal: 4 } },
    breaks: { ahead: [] },
  })
  // It has begun, so it stays, and leaves three weeks of this year.
  const declare = (week: string) => planWeeks(t.world, west.userId, { declare: week })
  expect(await planWeeks(t.world, west.userId, { withdraw: "2026-11-23" })).toEqual({
    ok: false,
    code: "begun",
  })
  expect(await yearOf(west.userId)).toMatchObject({ streak: { present: { state: "break" } } })
  for (const week of ["2026-11-30", "2026-12-07", "2026-12-14", "2026-12-14"])
    expect(await declare(week)).toEqual({ ok: true })
  expect(await declare("2026-12-21")).toEqual({ ok: false, code: "too_many" })
  expect(await planWeeks(t.world, west.userId, { withdraw: "2026-11-30" })).toEqual({ ok: true })
  expect(await declare("2026-12-21")).toEqual({ ok: true })
  // The week of the new year is one of 2026, which has 53, and the next one is of 2027.
  expect(await declare("2026-12-28")).toEqual({ ok: false, code: "too_many" })
  expect(await declare("2027-01-04")).toEqual({ ok: true })
  expect((await yearOf(west.userId)).breaks).toMatchObject({
    ahead: ["2026-12-07", "2026-12-14", "2026-12-21", "2027-01-04"],
  })
  expect((await yearOf(west.userId)).breaks.choices.slice(0, 2)).toEqual(["2027-01-11", "2027-01-18"])
  expect(await declare("2027-11-29")).toEqual({ ok: false, code: "too_far" })
  expect(await planWeeks(t.world, crypto.randomUUID(), { declare: "2026-12-07" })).toEqual({
    ok: false,
    code: "not_joined",
  })
})

test.each([
  [{ activeDays: "1" }, false],
  [{ activeDays: "2" }, true],
  [{ activeDays: "5" }, true],
  [{ activeDays: "6" }, false],
  [{ activeDays: "2.5" }, false],
  [{ week: "2026-12-07" }, true],
  [{ week: "2026-12-01" }, false],
  [{ week: "2026-12-07T00:00" }, false],
])("the choice %j is accepted: %s", (sent, can) => {
  expect(z.object(weekFields).partial().safeParse(sent).success).toBe(can)
})

test("breaks declared at the same moment do not exceed the year's limit together", async () => {
  t.clock.set("2026-11-24T20:00:00Z")
  const { userId } = await member("twice@example.com")
  const weeks = ["2027-02-01", "2027-02-08", "2027-02-15", "2027-03-01", "2027-03-08", "2027-03-15"]
  const declared = await Promise.all(weeks.map((week) => planWeeks(t.world, userId, { declare: week })))
  expect(declared.filter(({ ok }) => ok)).toHaveLength(4)
  expect((await yearOf(userId)).breaks.ahead).toEqual(weeks.filter((_, n) => declared[n]?.ok))
})

test("the export contains a member's choices, and erasing the account deletes them", async () => {
  t.clock.set("2026-11-24T20:00:00Z")
  const email = "gone@example.com"
  const { id, userId } = await member(email)
  await planWeeks(t.world, userId, { activeDays: 2 })
  await planWeeks(t.world, userId, { declare: "2026-12-07" })
  expect(await exportCompetition(t.world.db, { id: userId, email } as never)).toMatchObject({
    active_days_a_week: [{ from_on: "2026-11-30", active_days: 2 }],
    weeks_of_break: [{ week_on: "2026-12-07" }],
  })
  await erase(t.world, { userId, confirmation: email, provenAt: t.world.now() }, [])
  expect(
    await t.world.db.sql`
    select athlete_id from week_goals where athlete_id = ${id}
    union all select athlete_id from break_weeks where athlete_id = ${id}
  `,
  ).toEqual([])
})

test("for any history, the order of uploads and removals does not affect the year", async () => {
  t.clock.set("2026-11-22T23:00:00Z")
  let n = 0
  const workout = fc.record({
    day: fc.integer({ min: 9, max: 22 }),
    hour: fc.integer({ min: 0, max: 10 }),
    minutes: fc.constantFrom(5, 15, 25, 70),
    kept: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(workout, { maxLength: 14 }), fc.nat(), async (workouts, turn) => {
      const told = workouts.map(({ day, hour, minutes, kept }) => ({
        kept,
        sent: session(day, {
          startedAt: new Date(Date.UTC(2026, 10, day, 10 + hour)),
          movingS: minutes * 60,
          elapsedS: minutes * 60,
        }),
      }))
      const at = told.length === 0 ? 0 : turn % told.length
      const orders = [told, told.toReversed(), [...told.slice(at), ...told.slice(0, at)]]
      const years = []
      for (const order of orders) {
        const { id, userId } = await member(`life-${n++}@example.com`)
        for (const { sent } of order) await onActivity(t.world, id, sent)
        const gone = order.filter(({ kept }) => !kept).map(({ sent }) => sent)
        if (gone.length > 0) await onRemoved(t.world, id, gone)
        years.push(await yearOf(userId))
        const plain = await t.world.db.sql<{ on: string }>`
          select local_on::text as on from activities where athlete_id = ${id} and status = 'counted'
          group by local_on having sum(coalesce(counted_s, moving_s)) >= 1200`
        const { history, ...streak } = streakOf({
          days: plain.map(({ on }) => on),
          goals: [],
          breaks: [],
          today: "2026-11-22",
        })
        expect(years.at(-1)).toMatchObject({ streak, weeks: history })
      }
      expect(years[1]).toEqual(years[0])
      expect(years[2]).toEqual(years[0])
    }),
    { numRuns: 40, seed: 20261126 },
  )
}, 120_000)
