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
  expect(await appeal(t.world, { userId, activityId: id, text: "Why?" })).toEqual({
    ok: false,
    code: "not_declined",
  })
  await decideOn(t.world, { id, decision: "decline", reason: "The track follows a highway.", seen })
  expect(await decideOn(t.world, { id, decision: "count", seen })).toEqual({ ok: false, code: "changed" })
  expect(t.mails.at(-1)).toMatchObject({ to: email, kind: "competition.declined" })
  expect(t.mails.at(-1)?.text).toContain("The track follows a highway.")

  expect(await appeal(t.world, { userId: crypto.randomUUID(), activityId: id, text: "Mine" })).toEqual({
    ok: false,
    code: "unknown_activity",
  })
  expect(await appeal(t.world, { userId, activityId: id, text: "It was a closed road." })).toEqual({
    ok: true,
  })
  expect(await appeal(t.world, { userId, activityId: id, text: "Again" })).toEqual({
    ok: false,
    code: "already_sent",
  })
  const appeals = await pageOfReviews(t.world, { view: "appeals" }, { limit: 10, offset: 0 })
  expect(appeals.rows.map((one) => one.id)).toEqual([id])

  expect(await answerAppeal(t.world, { activityId: id, answer: "You are right.", counts: true })).toEqual({
    ok: true,
  })
  expect(await answerAppeal(t.world, { activityId: id, answer: "Twice", counts: false })).toEqual({
    ok: false,
    code: "no_appeal",
  })
  expect(t.mails.at(-1)).toMatchObject({ to: email, kind: "competition.answered" })
  expect(await readReviewed(t.world, id)).toMatchObject({ status: "counted" })
})

test("an objection is answered whatever is decided; no activity has two, and none has a mail to nobody", async () => {
  const { sql } = t.world.db
  const athlete = await addAthlete(t.world, { name: "Dora", email: "dora@example.com" })
  const nobody = await addAthlete(t.world, { name: "Nora" })
  const [account] = await sql<{ user_id: string }>`select user_id::text from athletes where id = ${athlete}`
  const userId = account?.user_id ?? ""
  await onActivity(
    t.world,
    athlete,
    sentRun({ externalId: "d", name: "Tempo", source: "garmin", credit: "Garmin" }),
  )
  await onActivity(t.world, nobody, sentRun({ externalId: "n" }))
  const idOf = async (name: string) =>
    (await sql<{ id: number }>`select id::float8 as id from activities where external_id = ${name}`)[0]?.id ??
    0
  const [id, other] = [await idOf("d"), await idOf("n")]
  const mails = () => t.mails.splice(0).map(({ subject }) => subject)
  mails()

  await decideOn(t.world, { id: other, decision: "decline" })
  expect(mails()).toEqual([])
  await decideOn(t.world, { id, decision: "decline", reason: "" })
  const [declined] = t.mails.splice(0)
  expect(declined?.subject).toBe("Not counted: Tempo, November 18, 2026")
  expect(declined?.text).toContain("It does not follow the competition’s rules.")
  expect(declined?.text).toContain("Data: Garmin")
  await appeal(t.world, { userId, activityId: id, text: "It was me." })
  expect(await answerAppeal(t.world, { activityId: id, answer: "It was not.", counts: false })).toEqual({
    ok: true,
  })
  expect(mails()).toEqual(["About your objection: Tempo, November 18, 2026"])
  expect(await readReviewed(t.world, id)).toMatchObject({ decision: "decline" })

  // Declined once more after it counted, it has had its one objection.
  await decideOn(t.world, { id, decision: "count", reason: "Seen again." })
  expect(mails()).toEqual([])
  await decideOn(t.world, { id, decision: null, reason: "" })
  await decideOn(t.world, { id, decision: "decline" })
  expect(await appeal(t.world, { userId, activityId: id, text: "Once more" })).toEqual({
    ok: false,
    code: "already_sent",
  })
  const byDefault = "It does not follow the competition’s rules."
  const kept = await sql<{ decision: string | null; reason: string | null }>`
    select decision, reason from activity_reviews where activity_id = ${id} order by id
  `
  expect(kept.map(({ decision, reason }) => [decision, reason])).toEqual([
    ["decline", byDefault],
    ["count", "Seen again."],
    [null, null],
    ["decline", byDefault],
  ])
  expect(await versionOf(t.world.db, 987_654_321)).toBeNull()
})

test("an objection to what counts again by now is answered all the same", async () => {
  const { sql } = t.world.db
  const athlete = await addAthlete(t.world, { name: "Emil", email: "emil@example.com" })
  const [account] = await sql<{ user_id: string }>`select user_id::text from athletes where id = ${athlete}`
  await onActivity(t.world, athlete, sentRun({ externalId: "e" }))
  const [row] = await sql<{ id: number }>`select id::float8 as id from activities where external_id = 'e'`
  const id = row?.id ?? 0
  await decideOn(t.world, { id, decision: "decline" })
  await appeal(t.world, { userId: account?.user_id ?? "", activityId: id, text: "It was me." })
  await decideOn(t.world, { id, decision: "count" })
  t.mails.length = 0
  expect(await answerAppeal(t.world, { activityId: id, answer: "It counts.", counts: true })).toEqual({
    ok: true,
  })
  expect(t.mails.map(({ subject }) => subject)).toEqual(["It counts after all: running, November 18, 2026"])
})
