/** Which places wait for the reply to an objection when a season closes, and what the reply then changes. */
import { afterEach, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import { decideOn } from "../review/decide.ts"
import { object, reply } from "../review/objections.ts"
import { disqualify } from "./disqualify.ts"
import { openObjections } from "./open-objections.ts"

const fortnight = "fortnightly-2026-11-09"
const whenOpen = "2026-11-20T20:00:00Z"
const whenAwarded = "2026-11-26T20:00:02Z"
let t: TestWorld
beforeEach(async () => {
  t = await createCompetitionWorld(whenOpen)
})
afterEach(() => t.close())

/**
 * Athletes with the given minutes of training on one day: 60 minutes give 85 points, and every two more give one more.
 */
async function field(people: Record<string, number>, options: object = {}): Promise<void> {
  for (const [name, minutes] of Object.entries(people)) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test`, ...options })
    if (minutes > 0) await train(id, minutes)
  }
}
async function train(athlete: number, minutes: number, changes: Parameters<typeof sentRun>[0] = {}) {
  const sent = sentRun({
    kind: "hiit",
    distanceM: 0,
    movingS: minutes * 60,
    elapsedS: minutes * 60,
    ...changes,
  })
  await onActivity(t.world, athlete, sent)
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where external_id = ${sent.externalId}`
  return row?.id ?? 0
}
const athleteOf = async (name: string) => {
  const [row] = await t.world.db.sql<{ id: number; userId: string }>`
    select id::float8 as id, user_id as "userId" from athletes where display_name = ${name}`
  if (!row) throw new Error(name)
  return row
}
/** Later on the day of the others, so that it shares no minutes with theirs. */
const evening = { startedAt: new Date("2026-11-18T21:00:00Z") }
/** A declined session of some minutes, to which its athlete objects. Returns its id. */
async function objected(name: string, minutes: number, changes: Parameters<typeof sentRun>[0] = evening) {
  const { id, userId } = await athleteOf(name)
  const activityId = await train(id, minutes, changes)
  await decideOn(t.world, { id: activityId, decision: "decline" })
  expect(await object(t.world, { userId, activityId, text: "I was there." })).toMatchObject({ ok: true })
  t.mails.length = 0
  return activityId
}
const closeAll = async () => {
  t.clock.set(whenAwarded)
  await closeAndAward(t.world)
}
const prizes = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select concat_ws(' ', a.display_name, p.place) as line from prizes p join athletes a on a.id = p.athlete_id
      where p.status <> 'withdrawn' order by p.place`
  ).map(({ line }) => line)
const table = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select concat_ws(' ', r.line, r.rank, a.display_name, r.points) as line
      from season_results r join athletes a on a.id = r.athlete_id order by r.line`
  ).map(({ line }) => line)
const told = () => t.mails.map(({ to, kind }) => `${to.split("@")[0]} ${kind.split(".")[1]}`)
const open = async () =>
  (await openObjections(t.world.db, await seasonNamed(t.world.db, fortnight))).map(
    ({ activityId, places }) => [activityId, places],
  )

test("an objection that could win everything leaves every place open; if accepted, the athlete moves up and all are notified", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const id = await objected("Dan", 40)
  expect(await open()).toEqual([[id, [1, 2, 3]]])
  await closeAll()
  expect([await prizes(), told()]).toEqual([[], ["dan still-open"]])
  expect(t.mails[0]?.text).toContain("1st place")
  expect(await open()).toEqual([[id, [1, 2, 3]]])
  await closeAndAward(t.world)
  expect(await reply(t.world, { activityId: id, text: "You were.", counts: true })).toEqual({ ok: true })
  expect(await table()).toEqual(["1 1 Dan 105", "2 2 Ana 100", "3 3 Ben 95", "4 4 Cleo 90"])
  expect(await prizes()).toEqual(["Dan 1", "Ana 2", "Ben 3"])
  expect(told()).toEqual(["dan still-open", "dan replied", "dan won", "ana won", "ben won"])
  expect(await open()).toEqual([])
})

test("if rejected, the waiting places go to the athletes who held them", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const id = await objected("Dan", 40)
  await closeAll()
  const before = await table()
  await reply(t.world, { activityId: id, text: "You were not.", counts: false })
  expect(await table()).toEqual(before)
  expect(await prizes()).toEqual(["Ana 1", "Ben 2", "Cleo 3"])
})

test("undisputed places are awarded: those ahead of any that an outsider could reach", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const id = await objected("Dan", 12)
  expect(await open()).toEqual([[id, [3]]])
  await closeAll()
  expect([await prizes(), told()]).toEqual([
    ["Ana 1", "Ben 2"],
    ["dan still-open", "ana won", "ben won"],
  ])
  await reply(t.world, { activityId: id, text: "You were.", counts: true })
  expect(await prizes()).toEqual(["Ana 1", "Ben 2", "Dan 3"])
})

test("undisputed places are awarded: those behind a winner who could only move up", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const id = await objected("Ben", 12)
  expect(await open()).toEqual([[id, [1, 2]]])
  await closeAll()
  expect(await prizes()).toEqual(["Cleo 3"])
  await reply(t.world, { activityId: id, text: "You were.", counts: true })
  expect(await prizes()).toEqual(["Ben 1", "Ana 2", "Cleo 3"])
})

test("several objections together leave open every place that any of them disputes", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const [ben, dan] = [await objected("Ben", 12), await objected("Dan", 12)]
  expect(await open()).toEqual([
    [ben, [1, 2]],
    [dan, [3]],
  ])
  await closeAll()
  expect(await prizes()).toEqual([])
  await reply(t.world, { activityId: ben, text: "No.", counts: false })
  expect(await prizes()).toEqual(["Ana 1", "Ben 2"])
  await reply(t.world, { activityId: dan, text: "No.", counts: false })
  expect(await prizes()).toEqual(["Ana 1", "Ben 2", "Cleo 3"])
})

test("an athlete without points can dispute a free place; if accepted, they enter the table", async () => {
  await field({ Ana: 90, Dan: 0 })
  const id = await objected("Dan", 12)
  expect(await open()).toEqual([[id, [2]]])
  await closeAll()
  expect(await prizes()).toEqual(["Ana 1"])
  await reply(t.world, { activityId: id, text: "You were.", counts: true })
  expect([await table(), await prizes()]).toEqual([
    ["1 1 Ana 100", "2 2 Dan 12"],
    ["Ana 1", "Dan 2"],
  ])
})

test("nothing waits for an objection that could change no prize", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  await field({ Hidden: 60 }, { visibility: "hidden" })
  // Objections that change nothing: too few points, from the first, from somebody who cannot win, in another season, or
  // about an activity that the rules exclude whatever is decided.
  await objected("Dan", 6)
  await objected("Ana", 40)
  await objected("Hidden", 40)
  await objected("Cleo", 40, { startedAt: new Date("2026-11-08T15:00:00Z") })
  const { id, userId } = await athleteOf("Dan")
  const typed = await train(id, 60, { ...evening, manual: true })
  await object(t.world, { userId, activityId: typed, text: "I was there." })
  t.mails.length = 0
  expect(await open()).toEqual([])
  await closeAll()
  expect(await prizes()).toEqual(["Ana 1", "Ben 2", "Cleo 3"])
  expect(told()).toEqual(["ana won", "ben won", "cleo won"])
})

test("an objection after the prizes were awarded changes no result", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  await closeAll()
  const before = await table()
  t.clock.set("2026-11-26T20:00:03Z")
  const id = await objected("Dan", 40)
  expect(await open()).toEqual([])
  expect(await reply(t.world, { activityId: id, text: "You were.", counts: true })).toEqual({ ok: true })
  expect([await table(), await prizes()]).toEqual([before, ["Ana 1", "Ben 2", "Cleo 3"]])
})

test("an accepted objection counts activities received before the close, and nothing received later", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const id = await objected("Dan", 12)
  await closeAll()
  t.clock.set("2026-11-23T21:00:00Z")
  const dan = await athleteOf("Dan")
  await train(dan.id, 120, { startedAt: new Date("2026-11-17T15:00:00Z") })
  await reply(t.world, { activityId: id, text: "You were.", counts: true })
  expect(await table()).toEqual(["1 1 Ana 100", "2 2 Ben 95", "3 3 Dan 91", "4 4 Cleo 90"])
})

test("an accepted objection takes nothing away: activities removed since do not lower the result", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 70, Dan: 60 })
  const id = await objected("Dan", 12)
  await closeAll()
  const before = await table()
  const { id: dan } = await athleteOf("Dan")
  const [first] = await t.world.db.sql<{ externalId: string }>`
    select external_id as "externalId" from activities where athlete_id = ${dan} and id <> ${id}`
  await onRemoved(t.world, dan, [{ source: "file", externalId: first?.externalId ?? "" }])
  await reply(t.world, { activityId: id, text: "You were.", counts: true })
  expect([await table(), await prizes()]).toEqual([before, ["Ana 1", "Ben 2", "Cleo 3"]])
})

test("with a new order of winners only undisputed prizes move", async () => {
  await field({ Ana: 90, Ben: 80, Cleo: 74, Eve: 66, Dan: 60 })
  const id = await objected("Dan", 12)
  await closeAll()
  expect(await prizes()).toEqual(["Ana 1", "Ben 2", "Cleo 3"])
  const [{ slug }] = (await t.world.db.sql`select slug from athletes where display_name = 'Ana'`) as [
    { slug: string },
  ]
  await disqualify(t.world, { season: fortnight, athlete: slug, reason: "A car." })
  expect(await prizes()).toEqual(["Ben 1", "Cleo 2"])
  expect(await open()).toEqual([[id, [3]]])
  await reply(t.world, { activityId: id, text: "You were.", counts: true })
  expect(await prizes()).toEqual(["Ben 1", "Cleo 2", "Dan 3"])
})
