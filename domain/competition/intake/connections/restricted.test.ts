/** Whether data of a service may be shown. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete } from "#test/support/competition.ts"
import {
  beginConnections,
  connect,
  createConnectionWorld,
  dayMs,
  lists,
  run,
  userOf,
} from "#test/support/connections.ts"
import { createScriptedService, grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { disconnect } from "./disconnect.ts"
import { refreshRestricted } from "./restricted.ts"
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

test("Restricted data is confirmed for six days from each comparison, and never without a connection", async () => {
  const { sql } = t.world.db
  const ben = await addAthlete(t.world, { email: "ben@b4m.test" })
  const states = async () =>
    (await sql<{ is: string }>`select restricted_data as is from athletes order by id`).map(({ is }) => is)
  await connect(t, userId, service)
  await connect(t, userId, createScriptedService("polar"))
  service.answers.exchange = { ok: true, value: grantOf({ accountId: "b-1" }) }
  await connect(t, await userOf(t, ben), service)
  lists(service, run(18))
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
