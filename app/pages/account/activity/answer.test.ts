/** What the page of an activity shows its owner, and their objection. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { ownActivity } from "#domain/competition/account/activities.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { saveObjection } from "./answer.ts"
import { comparisonOf } from "./comparison.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function member(email: string) {
  const { id: userId } = await site.member(email)
  const { world } = site.test
  const [athlete] = await world.db.sql<{ id: number }>`
    insert into athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at)
    values (${userId}, ${email.replace(/\W/g, "-")}, 'Ida', 'ida', 'I agree.', now(), '2020-01-01')
    returning id::float8 as id
  `
  const compare = (activityId: number) => comparisonOf(world, { userId, activityId })
  const object = (activityId: number, text: string) => saveObjection(world, { userId, activityId }, { text })
  const row = (activityId: number) => ownActivity(world, userId, activityId)
  const bring = async (externalId: string, changes: Parameters<typeof sentRun>[0] = {}) => {
    const startedAt = new Date(world.now().getTime() - 6 * 3_600_000)
    await onActivity(
      world,
      athlete?.id ?? 0,
      sentRun({ externalId, name: externalId, startedAt, ...changes }),
    )
    const [row] = await world.db.sql<{ id: number }>`
      select id::float8 as id from activities where external_id = ${externalId}`
    return row?.id ?? 0
  }
  return { compare, object, row, bring }
}

test("the owner, and nobody else, gets both recordings as curves to draw, and can object once", async () => {
  const [owner, other] = [await member("owner@example.com"), await member("other@example.com")]
  const print = fingerprint(anySamples(1))
  const keptId = await owner.bring("kept", { fingerprint: print, detail: 300 })
  const activityId = await owner.bring("lost", { fingerprint: print })
  const shown = await owner.compare(activityId)
  expect(shown).toMatchObject({ own: { id: activityId }, other: { id: keptId, from: "A file" } })
  const series = shown?.own.series
  expect([series?.at.length, series?.kmh[0], series?.heart[0], series?.path[0]?.length]).toEqual([
    ...[120, expect.any(Number), expect.any(Number), 2],
  ])
  expect(JSON.stringify(shown)).not.toContain("samples")
  expect(await other.compare(activityId)).toBeNull()
  expect(await other.row(activityId)).toBeNull()
  const text = "It was me."
  expect(await other.object(activityId, text)).toEqual({
    ...{ status: 404, code: "unknown_activity", problem: "You have no such activity." },
  })
  expect(await owner.object(activityId, "x".repeat(1001))).toMatchObject({
    ...{ status: 422, code: "too_long", problem: "Use at most 1,000 characters." },
  })
  expect(await owner.object(activityId, " \n")).toMatchObject({ status: 422, code: "no_text" })
  expect(await owner.row(activityId)).toMatchObject({ mayObject: true, objections: [] })
  expect(await owner.object(activityId, text)).toBeNull()
  // Sent again, because the response was lost: the objection exists once, and there is no error.
  expect(await owner.object(activityId, text)).toBeNull()
  expect(await owner.row(activityId)).toMatchObject({
    mayObject: false,
    objections: [{ text, reply: null, isLate: false, holdsPlace: false }],
  })
})

test("of another account's recording, only its existence is revealed", async () => {
  const [first, second] = [await member("first@example.com"), await member("second@example.com")]
  const print = fingerprint(anySamples(3))
  await first.bring("theirs", { fingerprint: print })
  const activityId = await second.bring("mine", { fingerprint: print })
  expect(await second.compare(activityId)).toMatchObject({
    own: { id: activityId },
    other: "another account's",
  })
  expect(await second.compare(await second.bring("typed", { manual: true }))).toMatchObject({
    own: { series: null },
    other: null,
  })
})
