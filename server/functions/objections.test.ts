/** Objections and comparisons, as called by the account page. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { serverFunctions } from "./registry.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function member(email: string) {
  const { session } = await site.member(email)
  const claims = (await site.service.verifyToken(session.access_token)) ?? {}
  const userId = String(claims.sub)
  const { world } = site.test
  const [athlete] = await world.db.sql<{ id: number }>`
    insert into athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at)
    values (${userId}, ${email.replace(/\W/g, "-")}, 'Ida', 'ida', 'I agree.', now(), '2020-01-01')
    returning id::float8 as id
  `
  const call = async (name: string, body: unknown) => {
    const request = new Request(`http://b4m.test/functions/v1/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
    })
    const answer = await serverFunctions[name]?.(world, request, { role: "authenticated", userId, claims })
    return [answer?.status, await answer?.json()]
  }
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
  return { call, bring }
}

test("the owner, and nobody else, sees both recordings as lines to draw, and can object once", async () => {
  const [owner, other] = [await member("owner@example.com"), await member("other@example.com")]
  const print = fingerprint(anySamples(1))
  await owner.bring("kept", { fingerprint: print, detail: 300 })
  const activityId = await owner.bring("lost", { fingerprint: print })
  const [status, shown] = await owner.call("compare-recordings", { activityId })
  expect([status, shown]).toMatchObject([
    200,
    { own: { id: activityId, name: "lost" }, other: { name: "kept", source: "file" } },
  ])
  const { series } = shown.own
  expect([series.at.length, series.kmh[0], series.heart[0], series.path[0].length]).toEqual([
    ...[120, expect.any(Number), expect.any(Number), 2],
  ])
  expect(JSON.stringify(shown)).not.toContain("samples")
  const unknown = [404, { code: "unknown_activity", error: "You have no such activity." }]
  expect(await other.call("compare-recordings", { activityId })).toEqual(unknown)
  const text = "It was me."
  expect(await other.call("object-to-review", { activityId, text })).toEqual(unknown)
  expect(await owner.call("object-to-review", { activityId, text: "x".repeat(1001) })).toMatchObject([
    ...[400, { code: "too_long", error: "Use at most 1,000 characters." }],
  ])
  expect(await owner.call("object-to-review", { activityId, text })).toEqual([
    ...[200, { dueAt: new Date(site.test.world.now().getTime() + 48 * 3_600_000).toISOString() }],
  ])
  expect(await owner.call("object-to-review", { activityId, text })).toMatchObject([
    ...[409, { code: "already_sent" }],
  ])
})

test("of another account's recording, only its existence is revealed", async () => {
  const [first, second] = [await member("first@example.com"), await member("second@example.com")]
  const print = fingerprint(anySamples(3))
  await first.bring("theirs", { fingerprint: print })
  const activityId = await second.bring("mine", { fingerprint: print })
  const [, shown] = await second.call("compare-recordings", { activityId })
  expect(shown).toMatchObject({ own: { name: "mine" }, other: "another account's" })
  const [, alone] = await second.call("compare-recordings", {
    activityId: await second.bring("typed", { manual: true }),
  })
  expect(alone).toMatchObject({ own: { name: "typed", series: null }, other: null })
})
