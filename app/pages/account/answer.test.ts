/** The forms of the account page: joining, the drawn figure, connecting and leaving a service. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStrava } from "#adapters/sources/strava/client.ts"
import { consentText } from "#content/competition-consent.ts"
import { ownSources } from "#domain/competition/account/sources.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { saveAccount } from "./answer.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function member(email: string) {
  const { id } = await site.member(email)
  const send = (form: string, typed: Record<string, string> = {}) =>
    saveAccount(site.test.world, id, { ...typed, form })
  const stored = async () => {
    const [row] = await site.test.world.db.sql`
      select slug, display_name, visibility, units, time_zone, declared_tie, consent_text, look from athletes
      where user_id = ${id}`
    return row
  }
  return { id, send, stored }
}

const joining = {
  displayName: " Zoë  Ångström ",
  units: "metric",
  timeZone: "Europe/Oslo",
  consent: consentText,
}

test("a member joins once, with the exact consent text stored; a mistake is named by the label of its field", async () => {
  const { send, stored } = await member("zoe@example.com")
  const mistakes: [Record<string, string>, RegExp][] = [
    [{ consent: "I agree to everything" }, /^Check the box at the end/],
    [{ displayName: "  " }, /^Name on the boards /],
    [{ displayName: "A\u202Eb" }, /^Name on the boards /],
    [{ displayName: "..." }, /^Name on the boards /],
    [{ displayName: "https://spam.example" }, /^Name on the boards must not be a web address$/],
    [{ timeZone: "Mars/Base" }, /^Time zone must be a time zone/],
    [{ visibility: "friends" }, /^Who can see me must be/],
    [{ units: "leagues" }, /^Distances in must be/],
  ]
  for (const [mistake, problem] of mistakes)
    expect(await send("join", { ...joining, ...mistake })).toMatchObject({
      status: 422,
      problem: expect.stringMatching(problem),
    })
  expect(await stored()).toBeUndefined()
  expect(await send("join", { ...joining, declaredTie: "on" })).toBeNull()
  const joined = {
    ...{ slug: "zoe-angstrom", display_name: "Zoë  Ångström", visibility: "public", units: "metric" },
    ...{ time_zone: "Europe/Oslo", declared_tie: true, consent_text: consentText, look: null },
  }
  expect(await stored()).toEqual(joined)
  // From another tab: nothing changes, and nothing is wrong.
  expect(await send("join", { ...joining, displayName: "Somebody Else" })).toBeNull()
  expect(await stored()).toEqual(joined)
})

test("a name may be in any script, with its joiners, and is stored composed", async () => {
  const { send, stored } = await member("duc@example.com")
  const name = "Đức 👩\u200d👩\u200d👧"
  expect(await send("join", { ...joining, displayName: name.normalize("NFD") })).toBeNull()
  expect(await stored()).toMatchObject({ slug: "duc", display_name: name })
})

test("the look of a figure is saved if a figure can have it, by members of the competition", async () => {
  const { send, stored } = await member("fig@example.com")
  const look = { hair: "bun", hairColor: "2", skin: "4", build: "1" }
  expect(await send("figure", look)).toMatchObject({ code: "not-joined" })
  await send("join", { ...joining, displayName: "Fig" })
  expect(await send("figure", look)).toBeNull()
  expect(await stored()).toMatchObject({ look: "bun.2.4.1" })
  for (const odd of [{ ...look, hair: "antlers" }, { ...look, skin: "9" }, { hair: "bun" }])
    expect(await send("figure", odd as typeof look)).toMatchObject({ status: 422 })
  expect(await stored()).toMatchObject({ look: "bun.2.4.1" })
})

test("connecting redirects to the service, with a cookie that ties it to this browser; a form that names no service is refused", async () => {
  const { id, send } = await member("ana@example.com")
  const { world } = site.test
  const strava = async () => (await ownSources(world, { userId: id, zone: "UTC" })).services.strava
  const off = { available: false, connectedSince: null, reconnectBy: null, hidden: false, lastReceived: null }
  expect(await strava()).toEqual(off)
  expect(await send("connect-strava")).toMatchObject({ status: 409, code: "source_off" })
  const service = createStrava({
    clientId: "12345",
    clientSecret: "secret",
    baseUrl: "http://localhost:1/api/v3",
    oauthUrl: "http://localhost:1/oauth",
    clubId: null,
    verifyToken: null,
    db: world.db,
    now: world.now,
  })
  world.sources = { ...world.sources, services: new Map([["strava", service]]) }
  expect(await send("connect-strava")).toMatchObject({ code: "not-joined" })
  await send("join", { ...joining, displayName: "Ana" })
  const done = await send("connect-strava")
  if (!done || !("goTo" in done)) throw new Error("Nothing leads to the service")
  const query = new URL(done.goTo ?? "").searchParams
  expect([query.get("scope"), query.get("redirect_uri")]).toEqual([
    "read,activity:read",
    "http://b4m.test/connect/strava",
  ])
  expect(done).toEqual({
    goTo: expect.any(String),
    cookie: `strava_state=${query.get("state")}; Path=/connect/strava; Max-Age=600; HttpOnly; SameSite=Lax`,
  })
  expect(await send("disconnect-strava")).toMatchObject({ status: 409, code: "not_connected" })
  expect(await strava()).toEqual({ ...off, available: true })
  for (const form of ["connect-myspace", "", "connect-strava-x"])
    expect(await send(form)).toMatchObject({ status: 422 })
})
