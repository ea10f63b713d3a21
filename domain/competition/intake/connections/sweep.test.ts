/** The daily comparison with the list of a service. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Fetched, ServiceAnswer } from "#ports/services.ts"
import { addAthlete } from "#test/support/competition.ts"
import {
  asked,
  beginConnections,
  connect,
  createConnectionWorld,
  dayMs,
  fetched,
  held,
  inactive,
  kinds,
  limited,
  lists,
  queued,
  run,
  start,
  stored,
  unauthorized,
  userOf,
  withheld,
} from "#test/support/connections.ts"
import { createScriptedService, grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { endAlarms, raiseAlarm, standingAlarms } from "./alarm.ts"
import { handleEvent, onEvent } from "./events.ts"
import { healthOf } from "./health.ts"
import { needReconnecting } from "./reconnect.ts"
import { queueSweeps, sweep } from "./sweep.ts"

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
    await connect(t, userId, service)
    expect(await refuses(answer)).toEqual(waits)
    expect(await held(t, athlete)).toMatchObject({
      swept_at: null,
      refused_at: refused ? new Date(start) : null,
    })
    expect(await standingAlarms(t.world.db)).toHaveLength(alarms)
    expect(kinds(t)).toEqual(refused ? ["strava.reconnect"] : alarms ? ["strava.alarm"] : [])
    expect((await healthOf(t.world.db, "strava")).refusal).toBe(answer.ok ? null : answer.code)
    // Refused once more: no second mail while the connection waits for its owner, and no later end of its grace.
    t.clock.advance(20 * 3_600_000)
    await refuses(answer)
    expect(kinds(t)).toHaveLength(refused || alarms ? 1 : 0)
    expect(await held(t, athlete)).toMatchObject({ refused_at: refused ? new Date(start) : null })
  })

  test("whose grant cannot be renewed waits for its owner, but no other comparison does", async () => {
    await connect(t, userId, service)
    await connect(t, userId, createScriptedService("polar"))
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
    await connect(t, userId, service)
    await expect(refuses({ ok: false, code: "not_found" })).rejects.toThrow("strava refused with not_found")
  })

  test("looks back 48 days, knows whether it is the first, and ends refusals and alarms, except those about capacity", async () => {
    await connect(t, userId, service)
    await raiseAlarm(t.world, { source: "strava", because: "inactive" })
    await raiseAlarm(t.world, { source: "strava", because: "capacity" })
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    lists(service, run(18))
    expect(await sweep(t.world, service, athlete)).toBeNull()
    await sweep(t.world, service, athlete)
    const after = new Date(Date.parse(start) - 48 * dayMs)
    expect(asked(service, "activities").map((one) => one.with)).toEqual([
      { after, page: 1, accountId: "a-1", first: true },
      { after, page: 1, accountId: "a-1", first: false },
    ])
    expect(await held(t, athlete)).toMatchObject({
      swept_at: new Date(start),
      refused_at: null,
      retry_at: null,
    })
    expect((await standingAlarms(t.world.db, "strava")).map(({ because }) => because)).toEqual(["capacity"])
    expect(await standingAlarms(t.world.db, "polar")).toEqual([])
    expect((await healthOf(t.world.db, "strava")).answeredAt).toEqual(new Date(start))
    await endAlarms(t.world, { source: "strava", by: "connecting" })
    expect(await standingAlarms(t.world.db)).toEqual([])
  })

  test("records whether the athlete is in the club", async () => {
    const club = async () => (await t.world.db.sql`select club from athletes where id = ${athlete}`)[0]?.club
    await connect(t, userId, service)
    await sweep(t.world, service, athlete)
    expect(await club()).toBe("member")
    service.answers.club = { ok: true, value: false }
    await sweep(t.world, service, athlete)
    expect(await club()).toBe("not-member")
    service.answers.club = limited
    t.clock.advance(1000)
    expect(await sweep(t.world, service, athlete)).toEqual(limited.until)
    expect([await club(), (await held(t, athlete))?.swept_at]).toEqual(["not-member", new Date(start)])
  })

  test("removes activities that are gone at the service, unless an entry of the list has no id or the list starts later", async () => {
    await connect(t, userId, service)
    lists(service, run(10), run(14), run(18))
    await sweep(t.world, service, athlete)
    t.clock.advance(1000)
    const nameless: Fetched = { ok: false, externalId: null, reason: "without an id" }
    service.answers.page = { ok: true, value: { activities: [nameless], more: false } }
    await sweep(t.world, service, athlete)
    expect([await stored(t), await withheld(t)]).toEqual([["day-10", "day-14", "day-18"], ["refused"]])
    const completeSince = new Date("2026-11-13T15:00:00Z")
    service.answers.page = { ok: true, value: { activities: [fetched(run(18))], more: false, completeSince } }
    await sweep(t.world, service, athlete)
    // One day of tolerance allows for time zones.
    expect([await stored(t), await withheld(t)]).toEqual([["day-10", "day-14", "day-18"], ["refused"]])
    const earlier = new Date("2026-11-13T14:59:59Z")
    service.answers.page = {
      ok: true,
      value: { activities: [fetched(run(18))], more: false, completeSince: earlier },
    }
    t.clock.advance(1000)
    await sweep(t.world, service, athlete)
    expect([await stored(t), await withheld(t)]).toEqual([["day-10", "day-18"], ["gone"]])
    lists(service, run(14), run(18))
    t.clock.advance(1000)
    await sweep(t.world, service, athlete)
    expect([await stored(t), await withheld(t)]).toEqual([["day-14", "day-18"], ["gone"]])
  })

  test("with a list that only announces versions fetches each version once", async () => {
    await connect(t, userId, service)
    const announces = (version: string, hint?: string) => {
      const one = { ok: "announced" as const, externalId: "day-18", version, ...(hint ? { hint } : {}) }
      service.answers.page = { ok: true, value: { activities: [one], more: false } }
      return sweep(t.world, service, athlete)
    }
    await announces("1", "there")
    await announces("1")
    await announces("2")
    const events = queued(t, "source-fetch").map(({ data }) => (data as { eventId: string }).eventId)
    expect(events).toEqual(["a-1 day-18 1", "a-1 day-18 2"])
    for (const id of events) await handleEvent(t.world, service, id)
    expect(asked(service, "activity").map((one) => one.with)).toEqual([
      { externalId: "day-18", accountId: "a-1", hint: "there" },
      { externalId: "day-18", accountId: "a-1" },
    ])
  })

  test("is due after twenty hours, but not while a refused grant pauses, and one at a time while the site is refused", async () => {
    const due = () => queueSweeps(t.world, "strava")
    await connect(t, userId, service)
    const other = await addAthlete(t.world, { email: "ben@b4m.test" })
    service.answers.exchange = { ok: true, value: grantOf({ accountId: "b-1" }) }
    await connect(t, await userOf(t, other), service)
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
    expect(queued(t, "source-fetch")).toEqual([])
    t.clock.advance(1)
    await queueSweeps(t.world, "strava")
    expect(queued(t, "source-fetch")).toMatchObject([{ data: { source: "strava", eventId: "e1" } }])
  })
})

test("A list removes nothing from before its start, nor data of an earlier grant that it cannot show", async () => {
  await connect(t, userId, service)
  lists(service, run(18))
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
  expect(await stored(t)).toEqual(["day-18"])
  await sql`update activities set started_at = ${new Date(Date.parse(start) - 2 * dayMs)}`
  await sql`update private.connections set connected_at = ${t.world.now()}`
  await sweep(t.world, { ...service, fetch: { ...service.fetch, sinceConnecting: true } }, athlete)
  expect(await stored(t)).toEqual(["day-18"])
  await sweep(t.world, service, athlete)
  expect(await stored(t)).toEqual([])
})
