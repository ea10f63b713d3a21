/** The member's year as returned to programs, and which requests are refused. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { consentText } from "#content/competition-consent.ts"
import { addDays, dayIn, mondayOf } from "#primitives/zones.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { serverFunctions } from "./registry.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function call(name: string, token: string | null, input: object = {}) {
  const claims = token ? ((await site.service.verifyToken(token)) ?? {}) : { role: "anon" }
  const userId = typeof claims.sub === "string" ? claims.sub : null
  const request = new Request(`http://b4m.test/functions/v1/${name}`, {
    method: "POST",
    body: JSON.stringify(input),
  })
  const role = userId ? "authenticated" : "anon"
  const answer = await serverFunctions[name]?.(site.test.world, request, { role, userId, claims })
  return { status: answer?.status, body: await answer?.json() }
}

test("a member reads and plans their own year, and never sees another member's", async () => {
  const { session } = await site.member("year@example.com")
  const token = session.access_token
  for (const name of ["my-year", "change-weeks"]) {
    const input = name === "my-year" ? {} : { activeDays: 2 }
    expect((await call(name, null, input)).status).toBe(401)
    expect(await call(name, token, input)).toMatchObject({ status: 409, body: { code: "not_joined" } })
  }
  const timeZone = "America/Los_Angeles"
  await call("join-competition", token, { displayName: "Ana", timeZone, consent: consentText })
  const next = addDays(mondayOf(dayIn(site.test.world.now(), timeZone)), 7)
  expect(await call("my-year", token)).toMatchObject({
    status: 200,
    body: { nextGoal: 3, days: [], milestones: [], streak: { weeks: 0 }, breaks: { ahead: [] } },
  })
  expect(await call("change-weeks", token, { activeDays: 5, breaks: [next] })).toEqual({
    status: 200,
    body: {},
  })
  expect((await call("my-year", token)).body).toMatchObject({ nextGoal: 5, breaks: { ahead: [next] } })
  expect((await call("change-weeks", token, { breaks: [addDays(next, -7)] })).body).toEqual({
    code: "begun",
    error: "A break begins with next week at the earliest.",
  })
  expect(await call("my-year", token, { year: 2025 })).toMatchObject({ status: 200, body: { year: 2025 } })
})

test.each([
  ["change-weeks", {}, ""],
  ["change-weeks", { activeDays: 1 }, "activeDays"],
  ["change-weeks", { activeDays: 6 }, "activeDays"],
  ["change-weeks", { activeDays: 2.5 }, "activeDays"],
  ["change-weeks", { breaks: ["2026-12-01"] }, "breaks.0"],
  ["change-weeks", { breaks: ["2026-12-07T00:00"] }, "breaks.0"],
  ["change-weeks", { breaks: Array(9).fill("2026-12-07") }, "breaks"],
  ["my-year", { year: 1 }, "year"],
])("%s refuses %j", async (name, input, field) => {
  const { session } = await site.member(`${crypto.randomUUID()}@example.com`)
  const { status, body } = await call(name, session.access_token, input)
  expect([status, body.fields[0].field]).toEqual([400, field])
})
