/** What operators see about a service. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { beginConnections, connect, createConnectionWorld, start } from "#test/support/connections.ts"
import type { ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onEvent } from "./events.ts"
import { healthOf, recordEventReceived, recordRefusal, recordSuccess } from "./health.ts"
import { needReconnecting } from "./reconnect.ts"
import { connectionsStatus } from "./status.ts"
import { sweep } from "./sweep.ts"

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

test("Operators see how many are connected, refused and waiting", async () => {
  await connect(t, userId, service)
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
