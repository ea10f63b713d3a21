/** Which activities of a service are recorded as withheld. */
import { createHash } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { beginConnections, connect, createConnectionWorld, lists, run } from "#test/support/connections.ts"
import type { ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { sweep } from "./sweep.ts"
import { recordRefused, withhold } from "./withheld.ts"

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

test("Withheld activities are recorded once each, with the last reason, and cleared by the matching event", async () => {
  const of = { source: "strava", athleteId: athlete } as const
  const rows = () =>
    t.world.db.sql`select reason, refusal from withheld_activities order by reason, refusal nulls first`
  const old = { externalId: "x", reason: "old" }
  await connect(t, userId, service)
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

test("Not even the id of a read or refused object is kept", async () => {
  await connect(t, userId, service)
  lists(service, run(18))
  await sweep(t.world, service, athlete)
  await recordRefused(t.world, { source: "strava", athleteId: athlete }, [{ externalId: "x", reason: "old" }])
  const hashOf = (id: string) => createHash("sha256").update(id).digest("base64url")
  const { sql } = t.world.db
  expect(await sql`select id_hash from private.object_reads`).toEqual([{ id_hash: hashOf("day-18") }])
  expect(await sql`select id_hash from withheld_activities`).toEqual([{ id_hash: hashOf("x") }])
})
