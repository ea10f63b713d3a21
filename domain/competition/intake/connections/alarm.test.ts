/** What operators are told when a service refuses the site. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { site } from "#content/site.ts"
import {
  asked,
  beginConnections,
  createConnectionWorld,
  inactive,
  kinds,
  limited,
} from "#test/support/connections.ts"
import type { ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { endAlarms, raiseAlarm, standingAlarms } from "./alarm.ts"
import { keepSubscribed } from "./subscribe.ts"

let t: TestWorld
let service: ScriptedService
beforeAll(async () => {
  t = await createConnectionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  ;({ service } = await beginConnections(t))
})

test("A refusal of the site sends one mail to each operator, or to the support address if there is none", async () => {
  const raise = (world = t.world) => raiseAlarm(world, { source: "strava", because: "capacity" })
  await raise()
  await raise()
  expect(t.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [t.world.settings.operatorEmails[0], "Strava refuses new athletes"],
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

test("A service is asked for events; operators are told of a refusal, and a failure is logged", async () => {
  const address = "http://b4m.test/webhooks/strava/x"
  const keep = () => keepSubscribed(t.world, service, address)
  await keep()
  expect([asked(service, "subscribe").map((one) => one.with), t.log.entries]).toEqual([[address], []])
  service.answers.subscribe = limited
  await keep()
  expect([t.log.entries.map(({ level }) => level), kinds(t)]).toEqual([["warn"], []])
  service.answers.subscribe = inactive
  await keep()
  expect(kinds(t)).toEqual(["strava.alarm"])
  service.subscribe = async () => {
    throw new Error("down")
  }
  await keep()
  expect(t.log.entries.at(-1)).toMatchObject({ level: "warn" })
  const { subscribe: _none, ...quiet } = service
  await keepSubscribed(t.world, quiet, address)
})
