/** How long data of a service is kept. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import {
  beginConnections,
  connect,
  createConnectionWorld,
  dayMs,
  lists,
  run,
  withheld,
} from "#test/support/connections.ts"
import { createScriptedService, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { invite } from "./connect.ts"
import { onEvent } from "./events.ts"
import { purgeRaw } from "./purge.ts"
import { sweep } from "./sweep.ts"
import { recordRefused, showAgain, withhold } from "./withheld.ts"

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

test("Data limited by terms is removed after its retention period, and so are receipts and invitations", async () => {
  const { sql } = t.world.db
  await connect(t, userId, service)
  lists(service, run(18))
  await sweep(t.world, service, athlete)
  await t.world.db.sql`update private.connections set swept_at = null`
  const named = async () => (await sql`select name, elevation_m from activities`)[0]
  await recordRefused(t.world, { source: "strava", athleteId: athlete }, [{ externalId: "x", reason: "old" }])
  const of = { source: "strava", athleteId: athlete } as const
  await withhold(t.world, { ...of, externalIds: ["y"], reason: "gone" })
  t.clock.advance(6 * dayMs)
  expect(await purgeRaw(t.world)).toEqual({ events: 0, activities: 0 })
  expect(await withheld(t)).toEqual(["gone", "refused"])
  await onEvent(t.world, service, { id: "e1", accountId: "a-1", about: { kind: "deauthorized" } })
  t.clock.advance(1)
  expect(await purgeRaw(t.world)).toEqual({ events: 0, activities: 1 })
  // A reason may quote received data; the fact that something is gone reveals nothing.
  expect(await withheld(t)).toEqual(["gone"])
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
  await connect(t, userId, service)
  lists(service, run(18))
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
  await connect(t, userId, createScriptedService("polar"))
  await purged(6 * dayMs, 8 * dayMs)
  await sql`update private.connections set confirmed_at = ${t.world.now()} where source = 'polar'`
  await sql`update activities set name = 'Run'`
  expect((await purgeRaw(t.world)).activities).toBe(1)
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
