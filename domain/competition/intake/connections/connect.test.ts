/** Who can connect a service, and what a response of the service means for the attempt. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { services } from "#content/services.ts"
import type { ServiceAnswer } from "#ports/services.ts"
import { addAthlete } from "#test/support/competition.ts"
import {
  asked,
  beginConnections,
  connect,
  createConnectionWorld,
  dayMs,
  held,
  inactive,
  limited,
  queued,
  start,
  unauthorized,
  userOf,
} from "#test/support/connections.ts"
import { createScriptedService, grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { raiseAlarm, standingAlarms } from "./alarm.ts"
import { accept, connectionsOf, invite } from "./connect.ts"
import { healthOf } from "./health.ts"
import { needReconnecting } from "./reconnect.ts"
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

const capacity = { ok: false, code: "application_refused", because: "capacity" } as const

describe("connecting", () => {
  test("an invitation needs an athlete and the consent that the service asks for, word for word", async () => {
    expect(await invite(t.world, service, userId, "I agree.")).toEqual({
      ok: false,
      code: "consent_required",
    })
    const polar = createScriptedService("polar")
    expect(await invite(t.world, polar, userId)).toEqual({ ok: false, code: "consent_required" })
    expect(await invite(t.world, polar, userId, services.polar.consent)).toMatchObject({ ok: true })
    expect(await invite(t.world, service, "00000000-0000-4000-8000-000000000000")).toEqual({
      ok: false,
      code: "not_joined",
    })
  })

  test("an invitation is valid once, for its service, for ten minutes", async () => {
    const comesBack = async (from = service, afterMs = 0) => {
      const invited = await invite(t.world, service, userId)
      const state = invited.ok ? invited.state : ""
      t.clock.advance(afterMs)
      const answers = []
      for (let n = 0; n < 2; n++) answers.push(await accept(t.world, from, { state, code: "c", scopes: [] }))
      t.clock.set(start)
      return answers.map((answer) => (answer.ok ? "ok" : answer.code))
    }
    expect(await comesBack(service, 599_999)).toEqual(["ok", "unknown_state"])
    expect(await comesBack(service, 600_000)).toEqual(["unknown_state", "unknown_state"])
    expect(await comesBack(createScriptedService("polar"))).toEqual(["unknown_state", "unknown_state"])
  })

  test("a connection is stored encrypted, and its first comparison is queued", async () => {
    await raiseAlarm(t.world, { source: "strava", because: "capacity" })
    expect(await connect(t, userId, service)).toEqual({ ok: true, athleteId: athlete })
    expect(await standingAlarms(t.world.db)).toEqual([])
    const row = await held(t, athlete)
    expect(row).toMatchObject({ account_id: "a-1", scopes: "read", refused_at: null, access_until: null })
    expect(String(row?.access_token)).not.toContain("access")
    expect(queued(t, "source-sweep")).toMatchObject([{ data: { source: "strava", athleteId: athlete } }])
    const [{ with: exchange } = { with: {} }] = asked(service, "exchange")
    expect(exchange).toMatchObject({ code: "c", redirectUri: expect.stringMatching(/^http:\/\/b4m\.test\//) })
    expect((exchange as { member: string }).member).toMatch(/^\w{32}$/)
    expect([...(await connectionsOf(t.world.db, userId))]).toEqual([
      ["strava", { since: new Date(start), sweptAt: null, reconnectBy: null, hidden: false }],
    ])
  })

  test.each<[string, ServiceAnswer<ReturnType<typeof grantOf>>, string, alarms: number]>([
    ["consent at the service is missing", { ok: false, code: "consent_missing" }, "scope_missing", 0],
    ["the service takes no more athletes", capacity, "full", 1],
    ["the service refuses the site", inactive, "refused", 1],
    ["the code is no good", unauthorized, "refused", 0],
    ["the service is busy", limited, "refused", 0],
  ])("%s", async (_what, answer, code, alarms) => {
    service.answers.exchange = answer
    expect(await connect(t, userId, service)).toEqual({ ok: false, code })
    expect(await standingAlarms(t.world.db)).toHaveLength(alarms)
    expect((await healthOf(t.world.db, "strava")).refusal).toBe(answer.ok ? null : answer.code)
    expect([await held(t, athlete), asked(service, "revoke")]).toEqual([undefined, []])
  })

  test.each([
    ["too little consent", grantOf({ scopes: ["profile"] }), "scope_missing", "a-1"],
    ["no account", grantOf({ accountId: null }), "already_connected", ""],
  ])("with %s the grant is given back", async (_what, value, code, accountId) => {
    service.answers.exchange = { ok: true, value }
    expect(await connect(t, userId, service)).toEqual({ ok: false, code })
    expect(asked(service, "revoke").map((one) => one.with)).toEqual([
      { accountId, accessToken: "access", refreshToken: "refresh" },
    ])
    expect(await held(t, athlete)).toBeUndefined()
  })

  test("an account at the service belongs to one athlete here; scopes missing in the response are taken from the URL", async () => {
    service.answers.exchange = { ok: true, value: grantOf({ scopes: null }) }
    expect(await connect(t, userId, service)).toMatchObject({ ok: true })
    const other = await addAthlete(t.world, { email: "ben@b4m.test" })
    expect(await connect(t, await userOf(t, other), service)).toEqual({
      ok: false,
      code: "already_connected",
    })
    // The service may end every grant of this account together.
    service.answers.exchange = { ok: true, value: grantOf({ scopes: ["profile"] }) }
    expect(await connect(t, userId, service)).toEqual({ ok: false, code: "scope_missing" })
    service.answers.exchange = { ok: true, value: grantOf({ accountId: null }) }
    expect(await connect(t, await userOf(t, other), service)).toEqual({
      ok: false,
      code: "already_connected",
    })
    expect(asked(service, "revoke")).toEqual([])
    // Connecting again replaces the tokens, and cancels the grace period that the refused grant started.
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    expect((await connectionsOf(t.world.db, userId)).get("strava")?.reconnectBy).toEqual(
      new Date(Date.parse(start) + services.strava.graceDays * dayMs),
    )
    await t.world.db.sql`
      update private.connections set swept_at = ${t.world.now()}, consent_text = 'what was agreed before' where athlete_id = ${athlete}
    `
    t.clock.advance(1000)
    service.answers.exchange = {
      ok: true,
      value: grantOf({
        accessToken: "second",
        accountId: "a-2",
        scopes: ["read", "more"],
        until: new Date("2026-11-21"),
      }),
    }
    expect(await connect(t, userId, service)).toMatchObject({ ok: true })
    expect(await held(t, athlete)).toMatchObject({
      ...{ account_id: "a-2", scopes: "read,more", access_until: new Date("2026-11-21") },
      ...{ consent_text: null, connected_at: t.world.now(), swept_at: null, retry_at: null },
    })
    expect(await connectionOf(t.world, service, athlete)).toMatchObject({ value: { token: "second" } })
    expect((await held(t, athlete))?.refused_at).toBeNull()
  })
})
