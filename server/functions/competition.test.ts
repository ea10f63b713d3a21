/** Functions for members of the competition: joining, visibility, connecting services. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStrava } from "#adapters/sources/strava/client.ts"
import { consentText } from "#content/competition-consent.ts"
import { serviceNames } from "#content/services.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { serverFunctions } from "./registry.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function call(name: string, token: string | null, input: object = {}) {
  const claims: Claims = token ? ((await site.service.verifyToken(token)) ?? {}) : { role: "anon" }
  const userId = typeof claims.sub === "string" ? claims.sub : null
  const request = new Request(`http://b4m.test/functions/v1/${name}`, {
    method: "POST",
    body: JSON.stringify(input),
  })
  const answer = await serverFunctions[name]?.(site.test.world, request, {
    role: userId ? "authenticated" : "anon",
    userId,
    claims,
  })
  if (!answer) throw new Error(`There is no function ${name}`)
  return { status: answer.status, body: await answer.json(), cookie: answer.headers.get("set-cookie") }
}

const joining = { displayName: " Zoë  Ångström ", timeZone: "Europe/Oslo", consent: consentText }

test("a member joins once, with the exact consent text stored, and changes how their name is shown", async () => {
  const { session } = await site.member("zoe@example.com")
  const token = session.access_token
  expect((await call("join-competition", null, joining)).status).toBe(401)
  const refusals = [
    [{ ...joining, consent: "I agree to everything" }, "consent"],
    [{ ...joining, displayName: "  " }, "displayName"],
    [{ ...joining, displayName: "A\u202Eb" }, "displayName"],
    [{ ...joining, displayName: "..." }, "displayName"],
    [{ ...joining, displayName: "https://spam.example" }, "displayName"],
    [{ ...joining, timeZone: "Mars/Base" }, "timeZone"],
    [{ ...joining, visibility: "friends" }, "visibility"],
  ] as const
  for (const [input, field] of refusals) {
    const { status, body } = await call("join-competition", token, input)
    expect([status, body.fields[0].field]).toEqual([400, field])
  }
  const joined = await call("join-competition", token, joining)
  expect(joined).toMatchObject({ status: 200, body: { slug: "zoe-angstrom" } })
  expect((await call("join-competition", token, joining)).body.code).toBe("already_joined")
  const [row] = await site.test.world.db
    .sql`select display_name, visibility, units, time_zone, consent_text from athletes`
  expect(row).toEqual({
    display_name: "Zoë  Ångström",
    visibility: "public",
    units: "metric",
    time_zone: "Europe/Oslo",
    consent_text: consentText,
  })
  expect(
    (await call("change-membership", token, { visibility: "members", units: "imperial" })).body,
  ).toMatchObject({
    visibility: "members",
    units: "imperial",
    displayName: "Zoë  Ångström",
  })
  expect((await call("change-membership", token, {})).status).toBe(400)
})

test("a name may be in any script, with its joiners, and is stored composed", async () => {
  const { session } = await site.member("duc@example.com")
  const token = session.access_token
  const decomposed = "Đức 👩\u200d👩\u200d👧".normalize("NFD")
  expect((await call("join-competition", token, { ...joining, displayName: decomposed })).body).toEqual({
    slug: "duc",
  })
  const named = await call("change-membership", token, { displayName: "രാജന്\u200d" })
  // The URL stays the same when the name changes.
  expect(named).toMatchObject({ status: 200, body: { slug: "duc", displayName: "രാജന്\u200d" } })
})

test("Strava is reported as not configured; then connecting leads there with this browser's state", async () => {
  const { session } = await site.member("ana@example.com")
  const token = session.access_token
  const off = {
    ...{ available: false, connectedSince: null, comparedAt: null, reconnectBy: null },
    ...{ hidden: false, lastReceived: null },
  }
  expect((await call("competition-sources", token)).body).toEqual({
    files: { available: true, usedUp: false, lastReceived: null },
    ...Object.fromEntries(serviceNames.map((name) => [name, off])),
  })
  expect(await call("connect-source", token, { source: "strava" })).toMatchObject({
    status: 409,
    body: { code: "source_off" },
  })
  const strava = createStrava({
    clientId: "12345",
    clientSecret: "secret",
    baseUrl: "http://localhost:1/api/v3",
    oauthUrl: "http://localhost:1/oauth",
    clubId: null,
    verifyToken: null,
    db: site.test.world.db,
    now: site.test.world.now,
  })
  site.test.world.sources = { ...site.test.world.sources, services: new Map([["strava", strava]]) }
  expect((await call("connect-source", token, { source: "strava" })).body.code).toBe("not_joined")
  await call("join-competition", token, { ...joining, displayName: "Ana" })
  const { body, cookie } = await call("connect-source", token, { source: "strava" })
  const query = new URL(body.url).searchParams
  expect([query.get("scope"), query.get("redirect_uri")]).toEqual([
    "read,activity:read",
    "http://b4m.test/connect/strava",
  ])
  expect(cookie).toBe(
    `strava_state=${query.get("state")}; Path=/connect/strava; Max-Age=600; HttpOnly; SameSite=Lax`,
  )
  expect(Object.keys(body)).toEqual(["url"])
  expect((await call("disconnect-source", token, { source: "strava" })).body.code).toBe("not_connected")
  expect((await call("competition-sources", token)).body.strava.available).toBe(true)
})
