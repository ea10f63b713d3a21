import { afterAll, beforeAll, expect, test } from "vitest"
import { raiseAlarm, standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { createMetrics } from "#server/metrics.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { stravaStatus } from "./strava-status.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

test("reports how many athletes are connected, who has to reconnect, and whether Strava refuses the site", async () => {
  expect(await stravaStatus(t.world.db, t.world.now)).toEqual({
    refused: false,
    lines: ["Strava does not refuse this site.", "connected   0", "refused     0", "events      0 waiting"],
  })
  for (const [account, refusedAt] of [
    ["1", null],
    ["2", new Date("2026-11-19T08:00:00Z")],
  ] as const)
    await t.world.db.sql`
      insert into private.connections (
        source, athlete_id, account_id, access_token, scopes, connected_at, swept_at, refused_at
      )
      values (
        'strava', ${await addAthlete(t.world)}, ${account}, '', '', ${t.world.now()}, ${t.world.now()}, ${refusedAt}
      )
    `
  await t.world.db.sql`
    insert into private.service_windows (source, name, began_at, seconds, most, used) values
      ('strava', '15 minutes', ${t.world.now()}, 900, 100, 7),
      ('strava', 'day', '2026-11-20T00:00:00Z', 86400, 1000, 80),
      ('strava', 'closed', ${t.world.now()}, 600, 0, 0),
      ('strava', 'day of reading', '2026-11-19T00:00:00Z', 86400, 1000, 80)
  `
  await raiseAlarm(t.world, { source: "strava", because: "inactive" })
  await raiseAlarm(t.world, { source: "strava", because: "inactive" })
  const { lines, refused } = await stravaStatus(t.world.db, t.world.now)
  expect(refused).toBe(true)
  expect(lines).toEqual([
    "ALARM inactive: Strava says this site’s application is inactive. Its developer subscription may have lapsed.",
    "  since 2026-11-20 20:00 UTC, last at 2026-11-20 20:00 UTC, 2 refusals",
    "connected   2",
    "refused     1, the first since 2026-11-19 08:00 UTC: they were asked to connect again",
    "compared    every one since 2026-11-20 20:00 UTC",
    "events      0 waiting",
    "requests    7 of 100 this 15 minutes",
    "requests    80 of 1000 this day",
    "closed      until 2026-11-20 20:10 UTC",
  ])
})

test("the metrics report the refusal until it is over", async () => {
  const metrics = createMetrics()
  metrics.watchAlarms(() => standingAlarms(t.world.db))
  expect(await metrics.text()).toContain('service_refuses_site{service="strava",because="inactive"} 1')
  await t.world.db.sql`delete from private.service_alarms`
  expect(await metrics.text()).not.toContain("service_refuses_site{")
})
