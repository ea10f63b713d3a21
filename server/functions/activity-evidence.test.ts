/** The evidence about a member's own activity, visible only to the owner. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { activityEvidence } from "./activity-evidence.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function member(email: string) {
  const { session } = await site.member(email)
  const claims = (await site.service.verifyToken(session.access_token)) ?? {}
  const userId = String(claims.sub)
  const [athlete] = await site.test.world.db.sql<{ id: number }>`
    insert into athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at)
    values (${userId}, ${email.replace(/\W/g, "-")}, 'Ida', 'ida', 'I agree.', now(), '2020-01-01')
    returning id::float8 as id
  `
  const ask = async (activity: number) => {
    const body = JSON.stringify({ activity })
    const request = new Request("http://b4m.test/functions/v1/activity-evidence", { method: "POST", body })
    const answer = await activityEvidence(site.test.world, request, { role: "authenticated", userId, claims })
    return { status: answer.status, body: await answer.json() }
  }
  return { athleteId: athlete?.id ?? 0, ask }
}

test("a member reads the evidence about their own activities, and about no others", async () => {
  const ida = await member("ida@example.com")
  const eve = await member("eve@example.com")
  await onActivity(site.test.world, ida.athleteId, sentRun({ recorderModel: "Polar Vantage" }))
  const [row] = await site.test.world.db.sql<{ id: number }>`select id::float8 as id from activities`
  const { status, body } = await ida.ask(row?.id ?? 0)
  expect([status, Object.keys(body)]).toEqual([200, ["says"]])
  expect(body.says).toContain("Recorded by Polar Vantage.")
  const unknown = { status: 404, body: { code: "unknown_activity" } }
  expect(await eve.ask(row?.id ?? 0)).toMatchObject(unknown)
  expect(await ida.ask(987_654)).toMatchObject(unknown)
})
