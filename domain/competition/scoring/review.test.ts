import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { answerAppeal, appeal } from "./appeal.ts"
import { decideOn, versionOf } from "./decide.ts"
import { listReviews, pageOfReviews, readReviewed } from "./review.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

async function pointsOf(athlete: number): Promise<number> {
  const [row] = await t.world.db.sql<{ points: number }>`
    select coalesce(sum(points), 0)::integer as points from athlete_days where athlete_id = ${athlete}
  `
  return row?.points ?? 0
}

test("What looks unusual waits; counted it has points, declined it has none, and the rules can speak again", async () => {
  const athlete = await addAthlete(t.world, { name: "Ana" })
  const plain = await addAthlete(t.world, { name: "Ben" })
  await onActivity(t.world, plain, sentRun())
  // 22 km in an hour: a fast runner, or a slow car.
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const [waiting, ...others] = await listReviews(t.world)
  expect(others).toEqual([])
  expect(waiting).toMatchObject({
    athlete: expect.stringMatching(/^ana/),
    status: "review",
    reason: "unusually-fast",
  })
  const id = waiting?.id ?? 0
  expect(await pointsOf(athlete)).toBe(0)

  expect(await decideOn(t.world, { id, decision: "count" })).toEqual({ ok: true })
  expect(await readReviewed(t.world, id)).toMatchObject({ status: "counted", reason: "cleared" })
  expect(await pointsOf(athlete)).toBeGreaterThan(100)
  expect(await listReviews(t.world)).toEqual([])

  expect(await decideOn(t.world, { id, decision: "decline" })).toEqual({ ok: true })
  expect(await readReviewed(t.world, id)).toMatchObject({ status: "excluded", reason: "declined" })
  expect(await pointsOf(athlete)).toBe(0)

  expect(await decideOn(t.world, { id, decision: null })).toEqual({ ok: true })
  expect(await decideOn(t.world, { id, decision: null })).toEqual({ ok: false, code: "unchanged" })
  expect(await listReviews(t.world)).toHaveLength(1)
  expect(await decideOn(t.world, { id: 987_654_321, decision: "count" })).toEqual({
    ok: false,
    code: "unknown_activity",
  })
})

test("A decline is mailed with its reason; the athlete objects once and gets the answer", async () => {
  const email = "cleo@example.com"
  const athlete = await addAthlete(t.world, { name: "Cleo", email })
  const [account] = await t.world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`
  const userId = account?.id ?? ""
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const { rows } = await pageOfReviews(t.world, { view: "waiting", athlete: "cle" }, { limit: 10, offset: 0 })
  const id = rows[0]?.id ?? 0
  const seen = await versionOf(t.world.db, id)
  expect(await appeal(t.world, { userId, activityId: id, text: "Why?" })).toMatchObject({
    code: "not_declined",
  })
  await decideOn(t.world, { id, decision: "decline", reason: "The track follows a highway.", seen })
  expect(await decideOn(t.world, { id, decision: "count", seen })).toEqual({ ok: false, code: "changed" })
  expect(t.mails.at(-1)).toMatchObject({ to: email, kind: "competition.declined" })
  expect(t.mails.at(-1)?.text).toContain("The track follows a highway.")

  expect(await appeal(t.world, { userId: crypto.randomUUID(), activityId: id, text: "Mine" })).toMatchObject({
    code: "unknown_activity",
  })
  expect(await appeal(t.world, { userId, activityId: id, text: "It was a closed road." })).toEqual({
    ok: true,
  })
  expect(await appeal(t.world, { userId, activityId: id, text: "Again" })).toMatchObject({
    code: "already_sent",
  })
  const appeals = await pageOfReviews(t.world, { view: "appeals" }, { limit: 10, offset: 0 })
  expect(appeals.rows.map((one) => one.id)).toEqual([id])

  expect(await answerAppeal(t.world, { activityId: id, answer: "You are right.", counts: true })).toEqual({
    ok: true,
  })
  expect(await answerAppeal(t.world, { activityId: id, answer: "Twice", counts: false })).toMatchObject({
    code: "no_appeal",
  })
  expect(t.mails.at(-1)).toMatchObject({ to: email, kind: "competition.answered" })
  expect(await readReviewed(t.world, id)).toMatchObject({ status: "counted" })
})
