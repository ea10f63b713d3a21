/** Who replies to an objection: an operator other than the one who made the decision, if there is one. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { object } from "#domain/competition/scoring/objections.ts"
import { type Operator, shellOperator } from "#domain/operator/roles.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { setTie } from "../people/tie.ts"
import { decideReview } from "./decide.ts"
import { replyToObjection } from "./reply.ts"

let t: TestWorld
let owner: Operator
let userId: string
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  owner = await addOperatorSession(t.world, "owner")
})

/**
 * Returns an activity with an objection: declined by `by`, or still waiting for a review if that is null. `athleteIs`:
 * the operator whose own activity it is.
 */
async function objected(by: Operator | null, athleteIs?: Operator): Promise<number> {
  const athlete = await addAthlete(t.world, athleteIs ? {} : { email: "ana@b4m.test" })
  if (athleteIs?.id) await t.world.db.sql`update athletes set user_id = ${athleteIs.id} where id = ${athlete}`
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const [row] = await t.world.db.sql<{ id: number; user_id: string }>`
    select x.id::float8 as id, a.user_id from activities x join athletes a on a.id = x.athlete_id`
  const id = row?.id ?? 0
  userId = row?.user_id ?? ""
  if (by) await decideReview(t.world, by, { id, decision: "decline" })
  expect(await object(t.world, { userId, activityId: id, text: "I ran it." })).toMatchObject({ ok: true })
  return id
}
const replyBy = (operator: Operator, id: number) =>
  replyToObjection(t.world, operator, { id, text: "You did.", counts: true })
const ownDecision = { ok: false, code: "own_decision" }

test("the only operator may reply about their own decision", async () => {
  const id = await objected(owner)
  expect(await replyBy(owner, id)).toMatchObject({ ok: true })
})

test("if there is another operator, that one replies, whatever the role", async () => {
  const helper = await addOperatorSession(t.world, "helper")
  const id = await objected(owner)
  expect(await replyBy(owner, id)).toEqual(ownDecision)
  const [left] = await t.world.db.sql`select from activity_objections where replied_at is null`
  expect(left).toBeDefined()
  expect(await replyBy(helper, id)).toMatchObject({ ok: true })
})

test("revoking a decision counts as deciding; a decision after the objection does not matter", async () => {
  const helper = await addOperatorSession(t.world, "helper")
  const id = await objected(owner)
  t.clock.set("2026-11-20T21:00:00Z")
  await decideReview(t.world, helper, { id, decision: null })
  expect(await replyBy(owner, id)).toEqual(ownDecision)
  expect(await replyBy(helper, id)).toMatchObject({ ok: true })
})

test("any operator replies about a verdict of the rules, and a former operator does not count as another one", async () => {
  const helper = await addOperatorSession(t.world, "helper")
  const id = await objected(null)
  expect(await replyBy(owner, id)).toMatchObject({ ok: true })
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users where email = 'ana@b4m.test'`
  const again = await objected(owner)
  await t.world.db.sql`update auth.users set banned_until = '2030-01-01' where id = ${helper.id}`
  expect(await replyBy(owner, again)).toMatchObject({ ok: true })
})

test("nobody replies about their own activity, even if nobody else can", async () => {
  const id = await objected(null, owner)
  expect(await replyBy(owner, id)).toEqual({ ok: false, code: "nobody_else" })
  const helper = await addOperatorSession(t.world, "helper")
  expect(await replyBy(owner, id)).toEqual({ ok: false, code: "recused" })
  expect(await replyBy(helper, id)).toMatchObject({ ok: true })
})

test("the one who decided replies if the only other operator may not, because it concerns their household", async () => {
  const helper = await addOperatorSession(t.world, "helper")
  const id = await objected(owner)
  const tie = { kind: "household", householdOf: helper.id } as const
  expect(await setTie(t.world, owner, { userId, tie })).toMatchObject({ ok: true })
  expect(await replyBy(helper, id)).toEqual({ ok: false, code: "recused" })
  expect(await replyBy(owner, id)).toMatchObject({ ok: true })
})

test("if the other operator is the athlete, the one who decided replies", async () => {
  const helper = await addOperatorSession(t.world, "helper")
  const id = await objected(helper, owner)
  expect(await replyBy(owner, id)).toEqual({ ok: false, code: "recused" })
  expect(await replyBy(helper, id)).toMatchObject({ ok: true })
})

test("a shell belongs to no account, so it may reply to everything", async () => {
  await addOperatorSession(t.world, "helper")
  const id = await objected(owner)
  expect(await replyBy(shellOperator("ops", t.world.now()), id)).toMatchObject({ ok: true })
})
