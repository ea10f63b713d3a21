/** The lists from which operators decide: their contents, order and search. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { reviewSigns } from "#content/review-signs.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { listReviews } from "#test/support/lists.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import type { SentActivity } from "../scoring/activity.ts"
import { decideOn } from "./decide.ts"
import { object } from "./objections.ts"
import {
  listSuspicions,
  neighborsOf,
  pageOfReviews,
  type Reviewed,
  type ReviewFilter,
  readReviewed,
} from "./review.ts"

const now = "2026-11-20T20:00:00Z"
let t: TestWorld
let ana: number
let ben: number
beforeAll(async () => {
  t = await createCompetitionWorld(now)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(now)
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  ana = await addAthlete(t.world, { name: "Ana_M 100%", email: "ana@b4m.test" })
  ben = await addAthlete(t.world, { name: "Ben\\n" })
})

/** Received the given number of minutes after noon; too fast to count without a review. */
async function waiting(athlete: number, name: string, minute: number, changes: Partial<SentActivity> = {}) {
  t.clock.set(new Date(Date.UTC(2026, 10, 20, 12, minute)))
  const sent = sentRun({ externalId: name, name, distanceM: 22_000, fiveMinutesKmh: 23, ...changes })
  await onActivity(t.world, athlete, sent)
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athlete} and external_id = ${name}
  `
  return row?.id ?? 0
}
const names = (rows: readonly Reviewed[]) => rows.map(({ name }) => name)
const page = async (filter: ReviewFilter, window: Partial<Parameters<typeof pageOfReviews>[2]> = {}) => {
  const { rows, total } = await pageOfReviews(t.world, filter, { limit: 10, offset: 0, ...window })
  return [names(rows), total]
}
const on = (day: number) => ({ startedAt: new Date(Date.UTC(2026, 10, day, 15)) })

test("waiting activities are sorted by weakness of evidence and waiting time, page by page", async () => {
  await waiting(ana, "late", 3, on(18))
  await waiting(ben, "early", 1, on(18))
  await waiting(ana, "between", 2, on(17))
  await waiting(ana, "plain", 0, { ...on(16), distanceM: 10_000, fiveMinutesKmh: 12 })
  expect(names(await listReviews(t.world))).toEqual(["early", "between", "late"])
  // Three past days of hers came in one upload.
  const all = ["between", "late", "early"]
  expect(await page({ view: "waiting" })).toEqual([all, 3])
  expect(await page({ view: "waiting" }, { limit: 2 })).toEqual([all.slice(0, 2), 3])
  expect(await page({ view: "waiting" }, { limit: 2, offset: 1 })).toEqual([all.slice(1), 3])
  expect(await page({ view: "waiting" }, { offset: 3 })).toEqual([[], 3])
})

test.each<["received" | "athlete" | "kind" | "distance" | "moving", string[]]>([
  ["received", ["a", "b", "c"]],
  ["athlete", ["b", "c", "a"]],
  ["kind", ["c", "b", "a"]],
  ["distance", ["a", "c", "b"]],
  ["moving", ["b", "a", "c"]],
])("the list is ordered by %s, either way", async (column, expected) => {
  await waiting(ben, "a", 1, { ...on(18), kind: "run", distanceM: 22_000, movingS: 3550 })
  await waiting(ana, "b", 2, {
    ...on(17),
    kind: "ride",
    distanceM: 30_000,
    movingS: 3500,
    fiveMinutesKmh: 63,
  })
  await waiting(ana, "c", 3, {
    ...on(16),
    kind: "other",
    distanceM: 25_000,
    movingS: 3600,
    fiveMinutesKmh: 70,
  })
  const by = (descending: boolean) => page({ view: "waiting" }, { order: { column, descending } })
  expect(await by(false)).toEqual([expected, 3])
  // Among one athlete's activities, the longest waiting still comes first.
  const backwards = column === "athlete" ? ["a", "b", "c"] : expected.toReversed()
  expect(await by(true)).toEqual([backwards, 3])
})

test("the list is searched by part of a name, literally, by kind, by reason, and by all of them", async () => {
  await waiting(ana, "run", 1, on(18))
  await waiting(ana, "long", 2, { ...on(15), kind: "ride", distanceM: 30_000, fiveMinutesKmh: 63 })
  await waiting(ben, "other", 3, { ...on(18), kind: "other", distanceM: 10_000, fiveMinutesKmh: 70 })
  const found = async (filter: Omit<ReviewFilter, "view">) => (await page({ view: "waiting", ...filter }))[0]
  const [all, two] = [
    ["run", "long", "other"],
    ["run", "long"],
  ]
  expect(await found({})).toEqual(all)
  expect(await found({ athlete: "" })).toEqual(all)
  expect(await found({ athlete: "ANA" })).toEqual(two)
  for (const part of ["_m", "100%", "a_"]) expect(await found({ athlete: part }), part).toEqual(two)
  for (const part of ["a_a", "%b", "n_m", "1%0"]) expect(await found({ athlete: part }), part).toEqual([])
  expect(await found({ athlete: "\\n" })).toEqual(["other"])
  expect(await found({ kind: "run" })).toEqual(["run"])
  expect(await found({ reason: "unusually-fast" })).toEqual(two)
  expect(await found({ reason: "untyped-fast", kind: "run" })).toEqual([])
  expect(await found({ reason: "untyped-fast", kind: "other", athlete: "ben" })).toEqual(["other"])
})

test("decided activities are listed with the latest decision first; open objections have a separate list", async () => {
  const [a, b, c] = [
    await waiting(ana, "a", 1, on(18)),
    await waiting(ana, "b", 2, on(17)),
    await waiting(ana, "c", 3, on(16)),
  ]
  for (const id of [c, a, b]) await decideOn(t.world, { id, decision: "decline" })
  expect(await page({ view: "decided" })).toEqual([["b", "a", "c"], 3])
  expect(await page({ view: "waiting" })).toEqual([[], 0])
  await decideOn(t.world, { id: a, decision: "count" })
  expect(await page({ view: "decided" })).toEqual([["a", "b", "c"], 3])
  expect(await page({ view: "decided" }, { order: { column: "received", descending: false } })).toEqual([
    ...[["a", "b", "c"], 3],
  ])
  await decideOn(t.world, { id: c, decision: null })
  expect(await page({ view: "decided" })).toEqual([["a", "b"], 2])
  // Back in the list, its wait counts from its arrival, not from the decision.
  await waiting(ana, "d", 4, on(15))
  expect(await page({ view: "waiting" })).toEqual([["c", "d"], 2])
  expect(await page({ view: "appeals" })).toEqual([[], 0])
  const userId = await accountOf(t.world, ana)
  await object(t.world, { userId, activityId: b, text: "It was me." })
  expect(await page({ view: "appeals" })).toEqual([["b"], 1])
  // The one that is due first is first.
  await decideOn(t.world, { id: c, decision: "decline" })
  await object({ ...t.world, now: () => on(1).startedAt }, { userId, activityId: c, text: "Mine." })
  expect(await page({ view: "appeals" })).toEqual([["c", "b"], 2])
  expect((await readReviewed(t.world, b))?.objection).toEqual({
    ...{ text: "It was me.", reason: "declined", waitsFor: [] },
    ...{ at: t.world.now(), dueAt: new Date(t.world.now().getTime() + 48 * 3_600_000) },
  })
})

test("a waiting activity leads to the next one; one that has left the list leads to the first", async () => {
  const [a, b, c] = [
    await waiting(ana, "a", 1, on(18)),
    await waiting(ben, "b", 2, on(17)),
    await waiting(ana, "c", 3, on(16)),
  ]
  const around = (id: number, athlete?: string) =>
    neighborsOf(t.world, { view: "waiting", ...(athlete ? { athlete } : {}) }, id)
  expect(await around(a)).toEqual({ previous: null, next: b, position: 1, total: 3 })
  expect(await around(b)).toEqual({ previous: a, next: c, position: 2, total: 3 })
  expect(await around(c)).toEqual({ previous: b, next: null, position: 3, total: 3 })
  expect(await around(c, "ana")).toEqual({ previous: a, next: null, position: 2, total: 2 })
  await decideOn(t.world, { id: a, decision: "count" })
  // She has points now, so her waiting activity can affect a prize.
  expect(await around(b)).toEqual({ previous: c, next: null, position: 2, total: 2 })
  expect(await around(a)).toEqual({ previous: null, next: c, position: null, total: 2 })
  for (const id of [b, c]) await decideOn(t.world, { id, decision: "count" })
  expect(await around(a)).toEqual({ previous: null, next: null, position: null, total: 0 })
})

test("an activity is shown as received, with the verdict of the rules", async () => {
  const id = await waiting(ana, "c9#0", 1, { ...on(18), utcOffsetS: -28_800, sport: "trail_running" })
  await t.world.db.sql`
    insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
    values (${ben}, 'c9', ${"0".repeat(64)}, 'a.fit', 1, ${t.world.now()})
  `
  const shown = {
    ...{ id, athleteId: ana, athlete: expect.stringMatching(/^ana-m-100-\d+$/), athleteName: "Ana_M 100%" },
    ...{ name: "c9#0", kind: "run", utcOffsetS: -28_800, source: "file", externalId: "c9#0" },
    ...{ sport: "trail_running", ...on(18), movingS: 3600, distanceM: 22_000, fiveMinutesKmh: 23 },
    ...{ status: "review", reason: "unusually-fast", decision: null, objection: null },
    receivedAt: new Date("2026-11-20T12:01:00Z"),
    // Somebody else has sent the file; it is not kept for her.
    ...{ signs: [expect.stringMatching(/^the same file was sent by ben/)], original: "none" },
  }
  expect(await readReviewed(t.world, id)).toEqual(shown)
  await t.world.db.sql`update recording_files set athlete_id = ${ana}`
  expect(await readReviewed(t.world, id)).toEqual({ ...shown, signs: [], original: "kept" })
  const strava = await waiting(ana, "s", 2, { ...on(17), source: "strava" })
  expect(await readReviewed(t.world, strava)).toMatchObject({ original: "forbidden" })
  const polar = await waiting(ana, "p", 3, { ...on(16), source: "polar" })
  expect(await readReviewed(t.world, polar)).toMatchObject({ original: "none", decision: null, signs: [] })
  expect(await readReviewed(t.world, 987_654_321)).toBeNull()
})

test("a suspicion is a counted, undecided activity of a leader from the last two weeks that shows a sign", async () => {
  const demo = await addAthlete(t.world, { demo: true })
  const indoors = { distanceM: 10_000, fiveMinutesKmh: 12 }
  const odd = { ...indoors, trackS: 0, trackM: 0 }
  const since = new Date(new Date(now).getTime() - reviewSigns.leaderDays * 86_400_000)
  await waiting(ana, "odd", 1, { ...on(18), ...odd })
  await waiting(ana, "without a sign", 2, { ...on(17), ...indoors })
  await waiting(ana, "in review", 3, { ...on(16), ...odd, fiveMinutesKmh: 23 })
  await waiting(ben, "the first", 4, { ...odd, startedAt: since })
  await waiting(ana, "too old", 5, { ...odd, startedAt: new Date(since.getTime() - 1000) })
  await waiting(demo, "of a sample", 6, { ...on(18), ...odd })
  const decided = await waiting(ben, "decided", 7, { ...on(18), ...odd })
  t.clock.set(now)
  expect(names(await listSuspicions(t.world))).toEqual(["odd", "the first", "decided"])
  await decideOn(t.world, { id: decided, decision: "count" })
  expect(names(await listSuspicions(t.world))).toEqual(["odd", "the first"])
  // Athletes who lead no open board are not searched for signs.
  await t.world.db.sql`update boards set closed_at = ${t.world.now()}`
  expect(await listSuspicions(t.world)).toEqual([])
  await t.world.db.sql`update boards set closed_at = null`
})
