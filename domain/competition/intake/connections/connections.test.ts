/** Every response that a service may give, and what it means for an athlete's connection. */
import { createHash } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { services } from "#content/services.ts"
import { site } from "#content/site.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import type { Fetched, ServiceAnswer } from "#ports/services.ts"
import { createSeal } from "#primitives/secrets.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { createScriptedService, grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { take } from "../take.ts"
import { endAlarms, raiseAlarm, standingAlarms } from "./alarm.ts"
import { ask } from "./ask.ts"
import { accept, connectionsOf, invite } from "./connect.ts"
import { disconnect, forget, revoke, revokeOnErase } from "./disconnect.ts"
import { handleEvent, onEvent, takeFetched } from "./events.ts"
import { endGraces } from "./grace.ts"
import { healthOf, recordEventReceived, recordRefusal, recordSuccess } from "./health.ts"
import { removeLeftBehind } from "./left-behind.ts"
import { purgeRaw } from "./purge.ts"
import { needReconnecting } from "./reconnect.ts"
import { refreshRestricted } from "./restricted.ts"
import { connectionsStatus } from "./status.ts"
import { keepSubscribed } from "./subscribe.ts"
import { queueSweeps, sweep } from "./sweep.ts"
import { connectionOf } from "./token.ts"
import { recordRefused, showAgain, withhold } from "./withheld.ts"

const start = "2026-11-20T20:00:00Z"
const dayMs = 86_400_000
let t: TestWorld
let service: ScriptedService
let athlete: number
let userId: string
let operators = 0
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  t.world.sources = { ...t.world.sources, tokens: createSeal("s".repeat(40), "source tokens") }
})
afterAll(() => t.close())
beforeEach(async () => {
  const { sql } = t.world.db
  t.clock.set(start)
  await sql`delete from athletes`
  await sql`delete from auth.users`
  await sql`truncate private.receipts, private.service_alarms, private.service_health, private.connection_invitations`
  service = createScriptedService()
  // Alarms are mailed once a day to each operator.
  t.world.settings = { ...t.world.settings, operatorEmails: [`operator-${++operators}@b4m.test`] }
  athlete = await addAthlete(t.world, { email: "ana@b4m.test" })
  userId = await userOf(athlete)
  t.mails.length = 0
  t.jobs.length = 0
  t.log.entries.length = 0
})

async function userOf(id: number): Promise<string> {
  const [row] = await t.world.db.sql<{ user_id: string }>`
    update auth.users set created_at = ${start}, updated_at = ${start}
    where id = (select user_id from athletes where id = ${id}) returning id as user_id`
  return row?.user_id ?? ""
}

async function connect(user = userId, from = service) {
  const invited = await invite(t.world, from, user, services[from.name].consent)
  if (!invited.ok) throw new Error(invited.code)
  return accept(t.world, from, { state: invited.state, code: "c", scopes: ["read"] })
}

const run = (day: number, changes: Partial<RecordedActivity> = {}): RecordedActivity => ({
  externalId: `day-${day}`,
  sports: ["running"],
  name: "Run",
  startedAt: new Date(Date.UTC(2026, 10, day, 15)),
  utcOffsetS: 0,
  elapsedS: 3600,
  movingS: 3600,
  distanceM: 10_000 + day,
  elevationM: 5,
  fiveMinutesKmh: null,
  indoor: false,
  virtual: false,
  detail: 1,
  ...changes,
})
const fetched = (activity: RecordedActivity, accountId: string | null = null): Fetched => ({
  ok: true,
  externalId: activity.externalId,
  accountId,
  activities: [activity],
})
const lists = (...activities: RecordedActivity[]) => {
  service.answers.page = {
    ok: true,
    value: { activities: activities.map((one) => fetched(one)), more: false },
  }
}
const stored = async () =>
  (await t.world.db.sql<{ id: string }>`select external_id as id from activities order by 1`).map(
    ({ id }) => id,
  )
const held = async () =>
  (
    await t.world.db.sql<
      Record<string, unknown>
    >`select * from private.connections where athlete_id = ${athlete}`
  )[0]
const withheld = async () =>
  (await t.world.db.sql<{ reason: string }>`select reason from withheld_activities order by 1`).map(
    ({ reason }) => reason,
  )
const kinds = () => t.mails.map(({ kind }) => kind)
const queued = (queue: string) => t.jobs.filter((job) => job.queue === queue)
const asked = (what: string) => service.asked.filter((one) => one.what === what)

const inactive = { ok: false, code: "application_refused", because: "inactive" } as const
const capacity = { ok: false, code: "application_refused", because: "capacity" } as const
const unauthorized = { ok: false, code: "unauthorized" } as const
const limited = { ok: false, code: "limited", until: new Date("2026-11-20T21:00:00Z") } as const

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
    expect(await connect()).toEqual({ ok: true, athleteId: athlete })
    expect(await standingAlarms(t.world.db)).toEqual([])
    const row = await held()
    expect(row).toMatchObject({ account_id: "a-1", scopes: "read", refused_at: null, access_until: null })
    expect(String(row?.access_token)).not.toContain("access")
    expect(queued("source-sweep")).toMatchObject([{ data: { source: "strava", athleteId: athlete } }])
    const [{ with: exchange } = { with: {} }] = asked("exchange")
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
    expect(await connect()).toEqual({ ok: false, code })
    expect(await standingAlarms(t.world.db)).toHaveLength(alarms)
    expect((await healthOf(t.world.db, "strava")).refusal).toBe(answer.ok ? null : answer.code)
    expect([await held(), asked("revoke")]).toEqual([undefined, []])
  })

  test.each([
    ["too little consent", grantOf({ scopes: ["profile"] }), "scope_missing", "a-1"],
    ["no account", grantOf({ accountId: null }), "already_connected", ""],
  ])("with %s the grant is given back", async (_what, value, code, accountId) => {
    service.answers.exchange = { ok: true, value }
    expect(await connect()).toEqual({ ok: false, code })
    expect(asked("revoke").map((one) => one.with)).toEqual([
      { accountId, accessToken: "access", refreshToken: "refresh" },
    ])
    expect(await held()).toBeUndefined()
  })

  test("an account at the service belongs to one athlete here; scopes missing in the response are taken from the URL", async () => {
    service.answers.exchange = { ok: true, value: grantOf({ scopes: null }) }
    expect(await connect()).toMatchObject({ ok: true })
    const other = await addAthlete(t.world, { email: "ben@b4m.test" })
    expect(await connect(await userOf(other))).toEqual({ ok: false, code: "already_connected" })
    // The service may end every grant of this account together.
    service.answers.exchange = { ok: true, value: grantOf({ scopes: ["profile"] }) }
    expect(await connect()).toEqual({ ok: false, code: "scope_missing" })
    service.answers.exchange = { ok: true, value: grantOf({ accountId: null }) }
    expect(await connect(await userOf(other))).toEqual({ ok: false, code: "already_connected" })
    expect(asked("revoke")).toEqual([])
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
    expect(await connect()).toMatchObject({ ok: true })
    expect(await held()).toMatchObject({
      ...{ account_id: "a-2", scopes: "read,more", access_until: new Date("2026-11-21") },
      ...{ consent_text: null, connected_at: t.world.now(), swept_at: null, retry_at: null },
    })
    expect(await connectionOf(t.world, service, athlete)).toMatchObject({ value: { token: "second" } })
    expect((await held())?.refused_at).toBeNull()
  })
})

describe("a token", () => {
  const until = (seconds: number) => new Date(Date.parse(start) + seconds * 1000)
  const use = () => ask(t.world, service, athlete, async ({ token }) => ({ ok: true, value: token }))

  test.each([
    [61, "refresh", "access", 0],
    [60, "refresh", "renewed", 1],
    [-60, null, "access", 0],
  ])(
    "that ends in %i s with the refresh token %j is used as %j",
    async (seconds, refreshToken, token, refreshed) => {
      service.answers.exchange = { ok: true, value: grantOf({ refreshToken, until: until(seconds) }) }
      await connect()
      expect(await use()).toEqual({ ok: true, value: token })
      expect(asked("refresh")).toHaveLength(refreshed)
    },
  )

  const list = () =>
    ask(t.world, service, athlete, ({ token, accountId }) =>
      service.fetch.activities(token, { after: new Date(start), page: 1, accountId, first: false }),
    )

  test("that the service rejects is refreshed once, and the refusal receives the former one", async () => {
    await connect()
    service.rejected.add("access")
    expect(await list()).toMatchObject({ ok: true })
    expect(asked("refresh").map((one) => one.with)).toEqual([
      { accountId: "a-1", accessToken: "access", refreshToken: "refresh" },
    ])
    // A service that sends no new refresh token keeps the old one.
    service.rejected.add("renewed")
    expect(await list()).toEqual(unauthorized)
    expect(asked("refresh")).toHaveLength(2)
    expect(asked("refresh")[1]?.with).toMatchObject({ accessToken: "renewed", refreshToken: "refresh" })
  })

  test("that cannot be refreshed is refused", async () => {
    await connect()
    service.rejected.add("access")
    service.answers.refresh = unauthorized
    expect(await list()).toEqual({ ok: false, code: "grant_refused" })
    service.answers.refresh = inactive
    expect(await list()).toEqual(inactive)
  })

  test("without a refresh token is refused at once, and a missing connection is `not_connected`", async () => {
    service.answers.exchange = { ok: true, value: grantOf({ refreshToken: null }) }
    await connect()
    service.rejected.add("access")
    expect(await list()).toEqual(unauthorized)
    expect(asked("refresh")).toEqual([])
    expect(await connectionOf(t.world, createScriptedService("polar"), athlete)).toEqual({
      ok: false,
      code: "not_connected",
    })
  })

  test("that another process has refreshed meanwhile is used", async () => {
    await connect()
    expect(await connectionOf(t.world, service, athlete, { refused: "an earlier one" })).toMatchObject({
      value: { token: "access" },
    })
    expect(asked("refresh")).toEqual([])
  })

  test.each(["access_token", "refresh_token"])(
    "whose %s was encrypted with another secret requires its owner to reconnect",
    async (column) => {
      const { db } = t.world
      service.answers.exchange = {
        ok: true,
        value: grantOf(column === "refresh_token" ? { until: until(0) } : {}),
      }
      await connect()
      await db.sql`update private.connections set ${db.sql(column)} = 'x'`
      expect(await use()).toEqual({ ok: false, code: "not_connected" })
      expect(kinds()).toEqual(["strava.reconnect"])
      expect(t.log.entries.filter(({ level }) => level === "warn")).toHaveLength(1)
    },
  )
})

describe("a comparison", () => {
  const refuses = async (answer: ServiceAnswer<never>) => {
    service.answers.page = answer
    return sweep(t.world, service, athlete)
  }

  test.each<[string, ServiceAnswer<never>, waits: Date | null, refused: boolean, alarms: number]>([
    ["is busy", limited, limited.until, false, 0],
    ["refuses the site", inactive, null, false, 1],
    ["wants consent", { ok: false, code: "consent_missing" }, null, true, 0],
    ["refuses the token, also a new one", unauthorized, null, true, 0],
  ])("that the service refuses because it %s", async (_what, answer, waits, refused, alarms) => {
    await connect()
    expect(await refuses(answer)).toEqual(waits)
    expect(await held()).toMatchObject({ swept_at: null, refused_at: refused ? new Date(start) : null })
    expect(await standingAlarms(t.world.db)).toHaveLength(alarms)
    expect(kinds()).toEqual(refused ? ["strava.reconnect"] : alarms ? ["strava.alarm"] : [])
    expect((await healthOf(t.world.db, "strava")).refusal).toBe(answer.ok ? null : answer.code)
    // Refused once more: no second mail while the connection waits for its owner, and no later end of its grace.
    t.clock.advance(20 * 3_600_000)
    await refuses(answer)
    expect(kinds()).toHaveLength(refused || alarms ? 1 : 0)
    expect(await held()).toMatchObject({ refused_at: refused ? new Date(start) : null })
  })

  test("whose grant cannot be renewed waits for its owner, but no other comparison does", async () => {
    await connect()
    await connect(userId, createScriptedService("polar"))
    service.rejected.add("access")
    service.answers.refresh = unauthorized
    expect(await sweep(t.world, service, athlete)).toBeNull()
    expect(await t.world.db.sql`select source, refused_at from private.connections order by 1`).toEqual([
      { source: "polar", refused_at: null },
      { source: "strava", refused_at: new Date(start) },
    ])
    expect((await healthOf(t.world.db, "strava")).refusal).toBe("grant_refused")
  })

  test("throws on an impossible response, and does nothing without a connection", async () => {
    expect(await sweep(t.world, service, athlete)).toBeNull()
    expect((await healthOf(t.world.db, "strava")).refusal).toBeNull()
    await connect()
    await expect(refuses({ ok: false, code: "not_found" })).rejects.toThrow("strava refused with not_found")
  })

  test("looks back 48 days, knows whether it is the first, and ends refusals and alarms, except those about capacity", async () => {
    await connect()
    await raiseAlarm(t.world, { source: "strava", because: "inactive" })
    await raiseAlarm(t.world, { source: "strava", because: "capacity" })
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    lists(run(18))
    expect(await sweep(t.world, service, athlete)).toBeNull()
    await sweep(t.world, service, athlete)
    const after = new Date(Date.parse(start) - 48 * dayMs)
    expect(asked("activities").map((one) => one.with)).toEqual([
      { after, page: 1, accountId: "a-1", first: true },
      { after, page: 1, accountId: "a-1", first: false },
    ])
    expect(await held()).toMatchObject({ swept_at: new Date(start), refused_at: null, retry_at: null })
    expect((await standingAlarms(t.world.db, "strava")).map(({ because }) => because)).toEqual(["capacity"])
    expect(await standingAlarms(t.world.db, "polar")).toEqual([])
    expect((await healthOf(t.world.db, "strava")).answeredAt).toEqual(new Date(start))
    await endAlarms(t.world, { source: "strava", by: "connecting" })
    expect(await standingAlarms(t.world.db)).toEqual([])
  })

  test("records whether the athlete is in the club", async () => {
    const club = async () => (await t.world.db.sql`select club from athletes where id = ${athlete}`)[0]?.club
    await connect()
    await sweep(t.world, service, athlete)
    expect(await club()).toBe("member")
    service.answers.club = { ok: true, value: false }
    await sweep(t.world, service, athlete)
    expect(await club()).toBe("not-member")
    service.answers.club = limited
    t.clock.advance(1000)
    expect(await sweep(t.world, service, athlete)).toEqual(limited.until)
    expect([await club(), (await held())?.swept_at]).toEqual(["not-member", new Date(start)])
  })

  test("removes activities that are gone at the service, unless an entry of the list has no id or the list starts later", async () => {
    await connect()
    lists(run(10), run(14), run(18))
    await sweep(t.world, service, athlete)
    t.clock.advance(1000)
    const nameless: Fetched = { ok: false, externalId: null, reason: "without an id" }
    service.answers.page = { ok: true, value: { activities: [nameless], more: false } }
    await sweep(t.world, service, athlete)
    expect([await stored(), await withheld()]).toEqual([["day-10", "day-14", "day-18"], ["refused"]])
    const completeSince = new Date("2026-11-13T15:00:00Z")
    service.answers.page = { ok: true, value: { activities: [fetched(run(18))], more: false, completeSince } }
    await sweep(t.world, service, athlete)
    // One day of tolerance allows for time zones.
    expect([await stored(), await withheld()]).toEqual([["day-10", "day-14", "day-18"], ["refused"]])
    const earlier = new Date("2026-11-13T14:59:59Z")
    service.answers.page = {
      ok: true,
      value: { activities: [fetched(run(18))], more: false, completeSince: earlier },
    }
    t.clock.advance(1000)
    await sweep(t.world, service, athlete)
    expect([await stored(), await withheld()]).toEqual([["day-10", "day-18"], ["gone"]])
    lists(run(14), run(18))
    t.clock.advance(1000)
    await sweep(t.world, service, athlete)
    expect([await stored(), await withheld()]).toEqual([["day-14", "day-18"], ["gone"]])
  })

  test("with a list that only announces versions fetches each version once", async () => {
    await connect()
    const announces = (version: string, hint?: string) => {
      const one = { ok: "announced" as const, externalId: "day-18", version, ...(hint ? { hint } : {}) }
      service.answers.page = { ok: true, value: { activities: [one], more: false } }
      return sweep(t.world, service, athlete)
    }
    await announces("1", "there")
    await announces("1")
    await announces("2")
    const events = queued("source-fetch").map(({ data }) => (data as { eventId: string }).eventId)
    expect(events).toEqual(["a-1 day-18 1", "a-1 day-18 2"])
    for (const id of events) await handleEvent(t.world, service, id)
    expect(asked("activity").map((one) => one.with)).toEqual([
      { externalId: "day-18", accountId: "a-1", hint: "there" },
      { externalId: "day-18", accountId: "a-1" },
    ])
  })

  test("is due after twenty hours, but not while a refused grant pauses, and one at a time while the site is refused", async () => {
    const due = () => queueSweeps(t.world, "strava")
    await connect()
    const other = await addAthlete(t.world, { email: "ben@b4m.test" })
    service.answers.exchange = { ok: true, value: grantOf({ accountId: "b-1" }) }
    await connect(await userOf(other))
    expect(await due()).toBe(2)
    for (const id of [athlete, other]) await sweep(t.world, service, id)
    t.clock.advance(20 * 3_600_000)
    expect(await due()).toBe(0)
    t.clock.advance(1)
    expect(await due()).toBe(2)
    await raiseAlarm(t.world, { source: "strava", because: "capacity" })
    expect(await due()).toBe(2)
    await raiseAlarm(t.world, { source: "strava", because: "credentials" })
    expect(await due()).toBe(1)
    await endAlarms(t.world, { source: "strava", by: "connecting" })
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    expect(await due()).toBe(1)
    t.clock.advance(20 * 3_600_000 - 1)
    expect(await due()).toBe(1)
    t.clock.advance(1)
    expect(await due()).toBe(2)
  })

  test("requeues events whose job was lost, after half an hour", async () => {
    await onEvent(t.world, service, { id: "e1", accountId: "a-1", about: { kind: "deauthorized" } })
    t.jobs.length = 0
    t.clock.advance(1_800_000)
    await queueSweeps(t.world, "strava")
    expect(queued("source-fetch")).toEqual([])
    t.clock.advance(1)
    await queueSweeps(t.world, "strava")
    expect(queued("source-fetch")).toMatchObject([{ data: { source: "strava", eventId: "e1" } }])
  })
})

describe("an event", () => {
  const open = async () =>
    (
      await t.world.db.sql<{ id: string }>`select event_id as id from private.receipts where done_at is null`
    ).map(({ id }) => id)
  let events = 0
  async function send(about: Parameters<typeof onEvent>[2]["about"], accountId: string | null = "a-1") {
    const id = `e${events++}`
    await onEvent(t.world, service, { id, accountId, about })
    return handleEvent(t.world, service, id)
  }
  const about = { kind: "activity", externalId: "day-18" } as const

  test("is handled for the athlete with the account, or with the activity if it names no account", async () => {
    await connect()
    service.answers.activity = { ok: true, value: run(18) }
    expect(await send(about, "somebody else")).toBeNull()
    expect(await send(about, null)).toBeNull()
    expect([await stored(), await open()]).toEqual([[], []])
    await send(about)
    expect(await stored()).toEqual(["day-18"])
    service.answers.activity = { ok: false, code: "not_found" }
    await send({ ...about, deleted: true }, null)
    expect([await stored(), await withheld()]).toEqual([[], ["gone"]])
    expect(await handleEvent(t.world, service, "never sent")).toBeNull()
  })

  test("about an activity that the service does not show is recorded as private, unless it was never stored and is reported as deleted", async () => {
    await connect()
    await send({ ...about, deleted: true })
    expect(await withheld()).toEqual([])
    await send(about)
    expect(await withheld()).toEqual(["private"])
    service.answers.activity = { ok: true, value: run(18) }
    await send(about)
    expect([await stored(), await withheld()]).toEqual([["day-18"], []])
  })

  test("waits for the service's rate limit, and stays open while the service refuses the site", async () => {
    await connect()
    service.answers.activity = limited
    expect(await send(about)).toEqual(limited.until)
    service.answers.activity = inactive
    expect(await send(about)).toBeNull()
    expect(await open()).toHaveLength(2)
    // A refused activity means a refused grant if the list is refused as well.
    service.answers.activity = { ok: false, code: "consent_missing" }
    expect(await send(about)).toBeNull()
    expect([kinds(), await withheld()]).toEqual([["strava.alarm"], ["refused"]])
    service.answers.page = { ok: false, code: "consent_missing" }
    expect(await send(about)).toBeNull()
    expect([await open(), kinds()]).toEqual([
      expect.objectContaining({ length: 2 }),
      ["strava.alarm", "strava.reconnect"],
    ])
  })

  test("that reports a revoked grant is accepted only if the service refuses to renew the grant", async () => {
    await connect()
    lists(run(18))
    await sweep(t.world, service, athlete)
    expect(await send({ kind: "deauthorized" })).toBeNull()
    expect(asked("activities").at(-1)?.with).toEqual({
      after: new Date(start),
      page: 1,
      accountId: "a-1",
      first: false,
    })
    expect(await held()).toMatchObject({ refused_at: null })
    service.answers.page = limited
    expect(await send({ kind: "deauthorized" })).toEqual(limited.until)
    expect(await stored()).toEqual(["day-18"])
    service.rejected.add("access")
    service.answers.refresh = unauthorized
    expect(await send({ kind: "deauthorized" })).toBeNull()
    expect([await held(), await stored(), kinds()]).toEqual([undefined, [], ["strava.forgotten"]])
    // The grant is already gone at the service.
    expect(queued("source-revoke")).toEqual([])
  })

  test("stores only activities of its account; those that cannot be stored are recorded once, with the reason", async () => {
    await connect()
    await takeFetched(t.world, service, {
      athleteId: athlete,
      accountId: "a-1",
      asOf: t.world.now(),
      fetched: [
        fetched(run(16), "a-1"),
        fetched(run(17), "another"),
        fetched(run(18, { movingS: -1 })),
        { ok: false, externalId: "x", reason: "without a start" },
      ],
    })
    expect(await stored()).toEqual(["day-16"])
    expect(await withheld()).toEqual(["refused", "refused"])
    expect(t.log.entries.filter(({ level }) => level === "warn")).toHaveLength(2)
    await takeFetched(t.world, service, {
      athleteId: athlete,
      accountId: "a-1",
      fetched: [],
      asOf: t.world.now(),
    })
    expect(await withheld()).toHaveLength(2)
  })
})

describe("the end of a connection", () => {
  test("at the member's request deletes the data, revokes the grant and sends one mail", async () => {
    await connect()
    lists(run(17), run(18))
    await sweep(t.world, service, athlete)
    // The same event is not a repeat once the account is connected again.
    const event = { id: "e1", about: { kind: "activity", externalId: "day-18" } } as const
    await onEvent(t.world, service, { ...event, accountId: "a-1" })
    await onEvent(t.world, service, { ...event, id: "e2", accountId: "another" })
    expect(await disconnect(t.world, "polar", userId)).toEqual({ ok: false, code: "not_connected" })
    expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: true })
    expect([await held(), await stored(), kinds()]).toEqual([undefined, [], ["strava.forgotten"]])
    expect(t.mails[0]?.text).toContain("2 activities from Strava")
    expect(await t.world.db.sql`select event_id from private.receipts`).toEqual([{ event_id: "e2" }])
    expect((await t.world.db.sql`select club from athletes`)[0]?.club).toBe("unknown")
    expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: false, code: "not_connected" })
    await forget(t.world, { source: "strava", athleteId: athlete, because: "asked" })
    expect(t.mails).toHaveLength(1)
    const [job] = queued("source-revoke")
    await revoke(t.world, service, job?.data as Parameters<typeof revoke>[2])
    expect(asked("revoke").map((one) => one.with)).toEqual([
      { accountId: "a-1", accessToken: "access", refreshToken: "refresh" },
    ])
    expect(t.log.entries).toEqual([])
    service.answers.revoke = inactive
    await revoke(t.world, service, job?.data as Parameters<typeof revoke>[2])
    expect(t.log.entries).toMatchObject([{ level: "warn" }])
  })

  test("while an activity is being fetched discards the response, even if another account is connected", async () => {
    await connect()
    const { account_id: accountId } = (await held()) as { account_id: string }
    const answer = { athleteId: athlete, fetched: [fetched(run(18))], asOf: t.world.now() }
    await takeFetched(t.world, service, { ...answer, accountId })
    expect(await stored()).toEqual(["day-18"])
    expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: true })
    expect(await stored()).toEqual([])

    // The request was sent before, and its response arrives now.
    await takeFetched(t.world, service, { ...answer, accountId })
    expect(await stored()).toEqual([])

    await connect()
    await takeFetched(t.world, service, { ...answer, accountId: "another" })
    expect(await stored()).toEqual([])
    await takeFetched(t.world, service, { ...answer, accountId })
    expect(await stored()).toEqual(["day-18"])
  })

  test("of one service leaves data of another", async () => {
    await connect()
    await sweep(t.world, service, athlete)
    const polar = createScriptedService("polar")
    await connect(userId, polar)
    expect(await disconnect(t.world, "polar", userId)).toEqual({ ok: true })
    expect((await t.world.db.sql`select club from athletes`)[0]?.club).toBe("member")
  })

  describe("while the process that stored a response dies", () => {
    /** The resulting state of the database: the activity exists, its connection does not. */
    const dies = async () => {
      await connect()
      const answer = { athleteId: athlete, source: "strava", activities: [run(18)] } as const
      await disconnect(t.world, "strava", userId)
      await take(t.world, answer)
      await recordRefused(t.world, { source: "strava", athleteId: athlete }, [
        { externalId: "x", reason: "old" },
      ])
      expect(await stored()).toEqual(["day-18"])
    }
    const clean = () =>
      t.runJobs<Parameters<typeof removeLeftBehind>[1]>("source-left-behind", (data) =>
        removeLeftBehind(t.world, data),
      )

    test("leaves such data no longer than a job may run", async () => {
      await dies()
      t.clock.advance(599_999)
      expect(await clean()).toBe(0)
      t.clock.advance(1)
      expect(await clean()).toBe(1)
      expect([await stored(), await withheld()]).toEqual([[], []])
      expect(await t.world.db.sql`select from athlete_days`).toEqual([])
    })

    test("keeps data of a new connection, but not of the former one", async () => {
      await dies()
      service.answers.exchange = { ok: true, value: grantOf({ accountId: "another" }) }
      await connect()
      expect(await stored()).toEqual([])
      lists(run(17))
      await sweep(t.world, service, athlete)
      await recordRefused(t.world, { source: "strava", athleteId: athlete }, [
        { externalId: "y", reason: "old" },
      ])
      t.clock.advance(600_000)
      expect(await clean()).toBe(1)
      expect([await stored(), await withheld()]).toEqual([["day-17"], ["refused"]])
      expect((await t.world.db.sql`select club from athletes`)[0]?.club).toBe("member")
    })
  })

  test.each([
    [{ accessToken: "x", refreshToken: null }, 0],
    [{ refreshToken: "x" }, 0],
    [{ refreshToken: null }, 1],
  ])("a grant with %j is revoked as far as its tokens open", async (changes, revoked) => {
    const { tokens } = t.world.sources
    const grant = {
      accountId: "a-1",
      accessToken: await tokens.seal("a"),
      refreshToken: await tokens.seal("r"),
    }
    await revoke(t.world, service, { ...grant, ...changes })
    expect(asked("revoke")).toHaveLength(revoked)
    expect(t.log.entries).toHaveLength(1 - revoked)
  })

  test("does not end a connection made again before the service was notified", async () => {
    await connect()
    await disconnect(t.world, "strava", userId)
    const [{ data } = { data: {} }] = queued("source-revoke")
    await connect()
    const grant = data as Parameters<typeof revoke>[2]
    await revoke(t.world, service, grant)
    expect(asked("revoke")).toEqual([])
    await revoke(t.world, service, { ...grant, accountId: "a-2" })
    expect(asked("revoke")).toHaveLength(1)
  })

  test("by the service or after the grace period requires a refused grant; one made again meanwhile is kept", async () => {
    await connect()
    lists(run(18))
    await sweep(t.world, service, athlete)
    for (const because of ["deauthorized", "grace_ended"] as const) {
      await forget(t.world, { source: "strava", athleteId: athlete, because })
      expect([await stored(), await held()]).toMatchObject([["day-18"], { account_id: "a-1" }])
    }
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    const { db } = t.world
    // Arrives during the deletion.
    const again = {
      ...db,
      transaction: ((run) => connect().then(() => db.transaction(run))) as typeof db.transaction,
    }
    await forget({ ...t.world, db: again }, { source: "strava", athleteId: athlete, because: "grace_ended" })
    expect([await held(), kinds()]).toMatchObject([{ refused_at: null }, ["strava.reconnect"]])
    await sweep(t.world, service, athlete)
    t.mails.length = 0
    t.jobs.length = 0
    t.clock.advance(1000)
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    t.clock.advance(services.strava.graceDays * dayMs - 1)
    expect(await endGraces(t.world)).toBe(0)
    t.clock.advance(1)
    expect(await endGraces(t.world)).toBe(1)
    expect([await stored(), await held(), kinds()]).toEqual([
      [],
      undefined,
      ["strava.reconnect", "strava.forgotten"],
    ])
    expect(t.mails.at(-1)?.text).toContain("one activity from Strava")
    expect(queued("source-revoke")).toHaveLength(1)
  })

  test("does nothing if there was none, or if it has already ended", async () => {
    for (const because of ["asked", "deauthorized", "grace_ended"] as const)
      await forget(t.world, { source: "strava", athleteId: athlete, because })
    expect([t.mails, t.jobs]).toEqual([[], []])
  })

  test("of an account without an address sends no mail, and an erased account revokes all its grants", async () => {
    await connect()
    await t.world.db.sql`update auth.users set email = null where id = ${userId}`
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    await revokeOnErase(t.world, t.world.db, { id: userId })
    expect(queued("source-revoke")).toHaveLength(1)
    await disconnect(t.world, "strava", userId)
    expect(t.mails).toEqual([])
  })
})

test("A refusal of the site sends one mail to each operator, or to the support address if there is none", async () => {
  const raise = (world = t.world) => raiseAlarm(world, { source: "strava", because: "capacity" })
  await raise()
  await raise()
  expect(t.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [`operator-${operators}@b4m.test`, "Strava refuses new athletes"],
  ])
  expect(await standingAlarms(t.world.db)).toMatchObject([{ refusals: 2, because: "capacity" }])
  expect(t.log.entries.map(({ level }) => level)).toEqual(["error"])
  await endAlarms(t.world, { source: "strava", by: "connecting" })
  expect(t.log.entries.map(({ level }) => level)).toEqual(["error", "warn"])
  // The refusal is intermittent: one mail a day.
  t.clock.advance(3_600_000)
  await raise()
  expect(t.mails).toHaveLength(1)
  const nobody = { ...t.world, settings: { ...t.world.settings, operatorEmails: [] } }
  await raiseAlarm(nobody, { source: "strava", because: "inactive" })
  expect(t.mails.at(-1)).toMatchObject({ to: site.supportEmail, subject: "Strava refuses this site" })
})

test("Withheld activities are recorded once each, with the last reason, and cleared by the matching event", async () => {
  const of = { source: "strava", athleteId: athlete } as const
  const rows = () =>
    t.world.db.sql`select reason, refusal from withheld_activities order by reason, refusal nulls first`
  const old = { externalId: "x", reason: "old" }
  await connect()
  const nameless = ["a", "a", "b"].map((reason) => ({ externalId: null, reason }))
  await recordRefused(t.world, of, [old, ...nameless])
  await withhold(t.world, { ...of, externalIds: ["x", "y"], reason: "gone" })
  const gone = { reason: "gone", refusal: null }
  const refused = ["a", "b"].map((refusal) => ({ reason: "refused", refusal }))
  expect(await rows()).toEqual([gone, gone, ...refused])
  t.clock.advance(1)
  await sweep(t.world, service, athlete)
  expect(await rows()).toEqual([gone, gone])
})

test("A list removes nothing from before its start, nor data of an earlier grant that it cannot show", async () => {
  await connect()
  lists(run(18))
  await sweep(t.world, service, athlete)
  const { sql } = t.world.db
  const page = (completeSince: Date) => {
    const other = { ok: "announced", externalId: "other", version: "1" } as const
    service.answers.page = { ok: true, value: { activities: [other], more: false, completeSince } }
  }
  await sql`update activities set started_at = ${new Date(Date.parse(start) - 60 * dayMs)}`
  t.clock.advance(1000)
  page(new Date(Date.parse(start) - 90 * dayMs))
  await sweep(t.world, service, athlete)
  expect(await stored()).toEqual(["day-18"])
  await sql`update activities set started_at = ${new Date(Date.parse(start) - 2 * dayMs)}`
  await sql`update private.connections set connected_at = ${t.world.now()}`
  await sweep(t.world, { ...service, fetch: { ...service.fetch, sinceConnecting: true } }, athlete)
  expect(await stored()).toEqual(["day-18"])
  await sweep(t.world, service, athlete)
  expect(await stored()).toEqual([])
})

test("The state of a service is recorded at most once a minute", async () => {
  const eventAt = async () => (await healthOf(t.world.db, "strava")).eventAt?.getTime()
  expect(await eventAt()).toBeUndefined()
  for (const ms of [0, 59_999, 1]) {
    t.clock.advance(ms)
    await recordEventReceived(t.world, "strava")
    expect(await eventAt()).toBe(Date.parse(start) + (ms === 1 ? 60_000 : 0))
  }
  // The first event received from the service, and its latest refusal.
  const at = new Date(t.world.now())
  await recordSuccess(t.world, "strava")
  await recordRefusal(t.world, "strava", "limited")
  t.clock.advance(1)
  await recordRefusal(t.world, "strava", "unauthorized")
  expect(await healthOf(t.world.db, "strava")).toEqual({
    eventAt: at,
    answeredAt: at,
    refusedAt: t.world.now(),
    refusal: "unauthorized",
  })
})

test("A service is asked for events; operators are told of a refusal, and a failure is logged", async () => {
  const address = "http://b4m.test/webhooks/strava/x"
  const keep = () => keepSubscribed(t.world, service, address)
  await keep()
  expect([asked("subscribe").map((one) => one.with), t.log.entries]).toEqual([[address], []])
  service.answers.subscribe = limited
  await keep()
  expect([t.log.entries.map(({ level }) => level), kinds()]).toEqual([["warn"], []])
  service.answers.subscribe = inactive
  await keep()
  expect(kinds()).toEqual(["strava.alarm"])
  service.subscribe = async () => {
    throw new Error("down")
  }
  await keep()
  expect(t.log.entries.at(-1)).toMatchObject({ level: "warn" })
  const { subscribe: _none, ...quiet } = service
  await keepSubscribed(t.world, quiet, address)
})

test("Data limited by terms is removed after its retention period, and so are receipts and invitations", async () => {
  const { sql } = t.world.db
  await connect()
  lists(run(18))
  await sweep(t.world, service, athlete)
  await t.world.db.sql`update private.connections set swept_at = null`
  const named = async () => (await sql`select name, elevation_m from activities`)[0]
  await recordRefused(t.world, { source: "strava", athleteId: athlete }, [{ externalId: "x", reason: "old" }])
  const of = { source: "strava", athleteId: athlete } as const
  await withhold(t.world, { ...of, externalIds: ["y"], reason: "gone" })
  t.clock.advance(6 * dayMs)
  expect(await purgeRaw(t.world)).toEqual({ events: 0, activities: 0 })
  expect(await withheld()).toEqual(["gone", "refused"])
  await onEvent(t.world, service, { id: "e1", accountId: "a-1", about: { kind: "deauthorized" } })
  t.clock.advance(1)
  expect(await purgeRaw(t.world)).toEqual({ events: 0, activities: 1 })
  // A reason may quote received data; the fact that something is gone reveals nothing.
  expect(await withheld()).toEqual(["gone"])
  await showAgain(t.world, { ...of, externalIds: ["y", "none of ours"] })
  expect(await named()).toEqual({ name: null, elevation_m: null })
  t.clock.advance(6 * dayMs)
  expect(await purgeRaw(t.world)).toEqual({ events: 1, activities: 0 })

  await sql`insert into private.receipts (source, event_id, payload, received_at, done_at)
    values ('polar', 'p', '{}', ${t.world.now()}, ${t.world.now()})`
  await sql`insert into withheld_activities (athlete_id, source, id_hash, reason, noticed_at)
    values (${athlete}, 'polar', 'x', 'gone', ${t.world.now()})`
  await invite(t.world, service, userId)
  const left = async () => {
    await purgeRaw(t.world)
    const [row] = await sql`select (select count(*)::int from private.receipts) as receipts,
      (select count(*)::int from withheld_activities) as withheld,
      (select count(*)::int from private.connection_invitations) as invitations`
    return row
  }
  t.clock.advance(600_000)
  expect(await left()).toEqual({ receipts: 1, withheld: 1, invitations: 1 })
  t.clock.advance(1)
  expect(await left()).toEqual({ receipts: 1, withheld: 1, invitations: 0 })
  t.clock.advance(30 * dayMs - 600_001)
  expect(await left()).toEqual({ receipts: 1, withheld: 1, invitations: 0 })
  t.clock.advance(1)
  expect(await left()).toEqual({ receipts: 1, withheld: 0, invitations: 0 })
  t.clock.advance(30 * dayMs - 1)
  expect(await left()).toEqual({ receipts: 1, withheld: 0, invitations: 0 })
  t.clock.advance(1)
  expect(await left()).toEqual({ receipts: 0, withheld: 0, invitations: 0 })
})

test("An activity that the service has shown again within the limit keeps its name, as far back as a comparison looks", async () => {
  const { sql } = t.world.db
  await connect()
  lists(run(18))
  await sweep(t.world, service, athlete)
  t.clock.advance(7 * dayMs)
  const now = t.world.now().getTime()
  const purged = async (sweptMs: number, startedMs: number) => {
    await sql`update private.connections set confirmed_at = ${new Date(now - sweptMs)}`
    await sql`update activities set name = 'Run', started_at = ${new Date(now - startedMs)}`
    return (await purgeRaw(t.world)).activities
  }
  expect(await purged(0, 8 * dayMs)).toBe(0)
  expect(await purged(6 * dayMs - 1, 8 * dayMs)).toBe(0)
  expect(await purged(6 * dayMs, 8 * dayMs)).toBe(1)
  expect(await purged(0, 47 * dayMs - 1)).toBe(0)
  expect(await purged(0, 47 * dayMs)).toBe(1)
  // A comparison with another service confirms no data of this one.
  await connect(userId, createScriptedService("polar"))
  await purged(6 * dayMs, 8 * dayMs)
  await sql`update private.connections set confirmed_at = ${t.world.now()} where source = 'polar'`
  await sql`update activities set name = 'Run'`
  expect((await purgeRaw(t.world)).activities).toBe(1)
})

test("Not even the id of a read or refused object is kept", async () => {
  await connect()
  lists(run(18))
  await sweep(t.world, service, athlete)
  await recordRefused(t.world, { source: "strava", athleteId: athlete }, [{ externalId: "x", reason: "old" }])
  const hashOf = (id: string) => createHash("sha256").update(id).digest("base64url")
  const { sql } = t.world.db
  expect(await sql`select id_hash from private.object_reads`).toEqual([{ id_hash: hashOf("day-18") }])
  expect(await sql`select id_hash from withheld_activities`).toEqual([{ id_hash: hashOf("x") }])
})

test("The time of reading an object is kept for a day, longer than any request takes", async () => {
  const { sql } = t.world.db
  await sql`
    insert into private.object_reads (athlete_id, source, id_hash, read_at) values (${athlete}, 'strava', 'x', ${t.world.now()})
  `
  const known = async () => {
    await purgeRaw(t.world)
    return (await sql`select from private.object_reads`).length
  }
  t.clock.advance(dayMs)
  expect(await known()).toBe(1)
  t.clock.advance(1)
  expect(await known()).toBe(0)
})

test("Operators see how many are connected, refused and waiting", async () => {
  await connect()
  expect(await connectionsStatus(t.world, "strava")).toEqual({
    connected: 1,
    refused: 0,
    refusedSince: null,
    comparedAt: null,
    waiting: 0,
    closedUntil: null,
    windows: [],
  })
  await sweep(t.world, service, athlete)
  await onEvent(t.world, service, { id: "e1", accountId: "a-1", about: { kind: "deauthorized" } })
  await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
  expect(await connectionsStatus(t.world, "strava")).toMatchObject({
    refused: 1,
    refusedSince: new Date(start),
    comparedAt: new Date(start),
    waiting: 1,
  })
})

test("Operators see the current use of rate limits, and until when a service accepts no requests", async () => {
  const { sql } = t.world.db
  const window = (name: string, beganAt: string, seconds: number, most: number) => sql`
    insert into private.service_windows (source, name, began_at, seconds, most, used)
    values ('strava', ${name}, ${new Date(beganAt)}, ${seconds}, ${most}, 7)
  `
  await window("day", "2026-11-20T00:00:00Z", 86_400, 1000)
  await window("15 minutes", start, 900, 100)
  await window("an hour that is over", "2026-11-20T19:00:00Z", 3600, 100)
  await window("closed", start, 60, 0)
  const shown = async () => {
    const { windows, closedUntil } = await connectionsStatus(t.world, "strava")
    return [windows.map(({ name, used, most }) => `${name}: ${used} of ${most}`), closedUntil]
  }
  const open = ["15 minutes: 7 of 100", "day: 7 of 1000"]
  expect(await shown()).toEqual([open, new Date("2026-11-20T20:01:00Z")])
  t.clock.advance(60_000)
  expect(await shown()).toEqual([open, null])
  await sql`delete from private.service_windows`
})

test("Restricted data is confirmed for six days from each comparison, and never without a connection", async () => {
  const { sql } = t.world.db
  const ben = await addAthlete(t.world, { email: "ben@b4m.test" })
  const states = async () =>
    (await sql<{ is: string }>`select restricted_data as is from athletes order by id`).map(({ is }) => is)
  await connect()
  await connect(userId, createScriptedService("polar"))
  service.answers.exchange = { ok: true, value: grantOf({ accountId: "b-1" }) }
  await connect(await userOf(ben))
  lists(run(18))
  await sweep(t.world, service, athlete)
  await sweep(t.world, service, ben)
  expect(await states()).toEqual(["confirmed", "confirmed"])
  t.clock.advance(6 * dayMs)
  expect(await refreshRestricted(t.world)).toBe(0)
  t.clock.advance(1)
  expect(await refreshRestricted(t.world, athlete)).toBe(1)
  expect(await states()).toEqual(["unconfirmed", "confirmed"])
  expect([await refreshRestricted(t.world), await refreshRestricted(t.world)]).toEqual([1, 0])
  await sweep(t.world, service, ben)
  expect(await states()).toEqual(["unconfirmed", "confirmed"])
  await disconnect(t.world, "strava", userId)
  expect(await states()).toEqual(["none", "confirmed"])
  // The state after a process dies between ending a connection and removing the last of its activities.
  await sql`delete from private.connections where athlete_id = ${ben}`
  expect(await refreshRestricted(t.world)).toBe(1)
  expect(await states()).toEqual(["none", "unconfirmed"])
})
