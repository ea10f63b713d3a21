/** Connections that end or change between a request and its response, and how long names and secrets are stored. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { services } from "#content/services.ts"
import { asked, beginConnections, createConnectionWorld, run, start } from "#test/support/connections.ts"
import { grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { accept, connectionsOf, invite } from "./connect.ts"
import { disconnect } from "./disconnect.ts"
import { handleEvent, onEvent } from "./events.ts"
import { needReconnecting } from "./reconnect.ts"
import { refreshRestricted } from "./restricted.ts"
import { keepSubscribed } from "./subscribe.ts"
import { sweep } from "./sweep.ts"
import { connectionOf } from "./token.ts"

let t: TestWorld
let service: ScriptedService
let athlete: number
let userId: string
beforeAll(async () => {
  t = await createConnectionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  ;({ service, athlete, userId } = await beginConnections(t))
})

async function connect(grant = grantOf()) {
  service.answers.exchange = { ok: true, value: grant }
  const invited = await invite(t.world, service, userId)
  if (!invited.ok) throw new Error(invited.code)
  await accept(t.world, service, { state: invited.state, code: "c", scopes: ["read"] })
  return invited
}
test("the PKCE secret is the same when the athlete returns, and different for each invitation", async () => {
  const verifiers: (string | null)[] = []
  for (let n = 0; n < 2; n++) {
    const { url } = await connect()
    verifiers.push(new URL(url).searchParams.get("verifier"))
    expect(asked(service, "exchange")[n]?.with).toMatchObject({ verifier: verifiers[n] })
  }
  expect(new Set(verifiers).size).toBe(2)
})

test("a connection that ends before its token is refreshed counts as not connected", async () => {
  await connect(grantOf({ until: new Date(start) }))
  const { db } = t.world
  const transaction: typeof db.transaction = async (work) => {
    await db.sql`delete from private.connections`
    return db.transaction(work)
  }
  expect(await connectionOf({ ...t.world, db: { ...db, transaction } }, service, athlete)).toEqual({
    ok: false,
    code: "not_connected",
  })
  expect(asked(service, "refresh")).toEqual([])
})

test("a valid token is used without locking the connection", async () => {
  await connect()
  const transaction = () => Promise.reject(new Error("held"))
  const holding = { ...t.world, db: { ...t.world.db, transaction } }
  expect(await connectionOf(holding, service, athlete)).toMatchObject({ value: { token: "access" } })
  await expect(connectionOf(holding, service, athlete, { refused: "access" })).rejects.toThrow("held")
})

test("an access token that cannot be decrypted is renewed with a refresh token that can", async () => {
  await connect(grantOf({ until: new Date(start) }))
  await t.world.db.sql`update private.connections set access_token = 'x'`
  expect(await connectionOf(t.world, service, athlete)).toMatchObject({ value: { token: "renewed" } })
  expect(asked(service, "refresh").map((one) => one.with)).toEqual([
    { accountId: "a-1", accessToken: "", refreshToken: "refresh" },
  ])
})

test.each([
  ["counted", {}],
  ["kept without points", { flagged: true }],
])("of an activity that was %s here, its owner is told that it was deleted there", async (_what, changes) => {
  await connect()
  service.answers.activity = { ok: true, value: run(18, changes) }
  const about = { kind: "activity", externalId: "day-18" } as const
  const send = async (id: string, deleted = false) => {
    await onEvent(t.world, service, {
      id,
      accountId: "a-1",
      about: { ...about, ...(deleted ? { deleted } : {}) },
    })
    await handleEvent(t.world, service, id)
  }
  await send("e1")
  service.answers.activity = { ok: false, code: "not_found" }
  t.clock.advance(1000)
  await send("e2", true)
  const { sql } = t.world.db
  expect(await sql`select from activities`).toEqual([])
  expect(await sql`select reason from withheld_activities`).toEqual([{ reason: "gone" }])
})

test("a response without an activity does not remove one that returned after the request", async () => {
  await connect()
  const about = { kind: "activity", externalId: "day-18" } as const
  const send = async (id: string) => {
    await onEvent(t.world, service, { id, accountId: "a-1", about })
    await handleEvent(t.world, service, id)
  }
  const { activity } = service.fetch
  service.fetch.activity = async () => {
    service.fetch.activity = activity
    t.clock.advance(1000)
    service.answers.activity = { ok: true, value: run(18) }
    await send("the later one")
    return { ok: false, code: "not_found" }
  }
  await send("the earlier one")
  const { sql } = t.world.db
  expect(await sql`select external_id as id from activities`).toEqual([{ id: "day-18" }])
  expect(await sql`select from withheld_activities`).toEqual([])
})

test("a list without an activity neither removes nor reports one that was seen after the request", async () => {
  await connect()
  const about = { kind: "activity", externalId: "day-18" } as const
  const { activities } = service.fetch
  service.answers.activity = { ok: true, value: run(18) }
  service.answers.page = {
    ok: true,
    value: {
      activities: [{ ok: true, externalId: "day-18", accountId: null, activities: [run(18)] }],
      more: false,
    },
  }
  await sweep(t.world, service, athlete)
  t.clock.advance(1000)
  service.fetch.activities = async () => {
    service.fetch.activities = activities
    t.clock.advance(1000)
    await onEvent(t.world, service, { id: "seen", accountId: "a-1", about })
    await handleEvent(t.world, service, "seen")
    return { ok: true, value: { activities: [], more: false } }
  }
  await sweep(t.world, service, athlete)
  const { sql } = t.world.db
  expect(await sql`select external_id as id from activities`).toEqual([{ id: "day-18" }])
  expect(await sql`select from withheld_activities`).toEqual([])
})

test("a version that a list announces again is not stored again", async () => {
  await connect()
  const one = { ok: "announced" as const, externalId: "day-18", version: "1" }
  service.answers.page = { ok: true, value: { activities: [one], more: false } }
  const { db } = t.world
  let written = 0
  const transaction: typeof db.transaction = (work) => {
    written++
    return db.transaction(work)
  }
  for (const expected of [1, 1]) {
    await sweep({ ...t.world, db: { ...db, transaction } }, service, athlete)
    expect(written).toBe(expected)
  }
})

test("an event id has at most 200 characters, regardless of the length of the version's name", async () => {
  await connect()
  const one = { ok: "announced" as const, externalId: "day-18", version: "v".repeat(300) }
  service.answers.page = { ok: true, value: { activities: [one], more: false } }
  for (let n = 0; n < 2; n++) await sweep(t.world, service, athlete)
  const ids = t.jobs
    .filter(({ queue }) => queue === "source-fetch")
    .map(({ data }) => (data as { eventId: string }).eventId)
  expect(ids).toEqual([`a-1 day-18 ${"v".repeat(189)}`])
})

test("the revocation of a grant is queued once, under a key made from its token", async () => {
  await connect()
  const [row] = await t.world.db.sql<{ token: string }>`select access_token as token from private.connections`
  await disconnect(t.world, "strava", userId)
  const keys = t.jobs.filter(({ queue }) => queue === "source-revoke").map(({ key }) => key)
  expect(keys).toEqual([row?.token.slice(-80)])
  expect(keys[0]).toHaveLength(80)
})

test("a banned member gets no mail when a connection stops working or ends", async () => {
  await connect()
  t.mails.length = 0
  await t.world.db.sql`update auth.users set banned_until = ${"2027-01-01"}`
  await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
  expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: true })
  expect([t.mails, await t.world.db.sql`select from private.connections`]).toEqual([[], []])
})

test("a service without events is not asked for them, and a refusal is logged with its reason", async () => {
  t.log.entries.length = 0
  const { subscribe: _none, ...quiet } = service
  await keepSubscribed(t.world, quiet, "http://b4m.test/webhooks")
  expect(t.log.entries).toEqual([])
  service.answers.subscribe = { ok: false, code: "limited", until: new Date(start) }
  await keepSubscribed(t.world, service, "http://b4m.test/webhooks")
  expect(t.log.entries).toMatchObject([{ level: "warn", fields: { source: "strava", code: "limited" } }])
})

test("if terms set no limit, data that was confirmed once stays confirmed", async () => {
  const terms = services.strava as { keepRawDays: number | null }
  const { keepRawDays } = terms
  await connect()
  await refreshRestricted(t.world)
  const state = async () =>
    (await t.world.db.sql`select restricted_data as state from athletes where id = ${athlete}`)[0]?.state
  t.clock.advance(400 * 86_400_000)
  terms.keepRawDays = null
  try {
    await refreshRestricted(t.world)
    expect([await state(), (await connectionsOf(t.world.db, userId)).get("strava")?.hidden]).toEqual([
      "confirmed",
      false,
    ])
  } finally {
    terms.keepRawDays = keepRawDays
  }
  await refreshRestricted(t.world)
  expect([await state(), (await connectionsOf(t.world.db, userId)).get("strava")?.hidden]).toEqual([
    "unconfirmed",
    true,
  ])
})
