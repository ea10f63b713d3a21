/** How long a token is used, and when it is refreshed or refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import {
  asked,
  beginConnections,
  connect,
  createConnectionWorld,
  inactive,
  kinds,
  start,
  unauthorized,
} from "#test/support/connections.ts"
import { createScriptedService, grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { ask } from "./ask.ts"
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
      await connect(t, userId, service)
      expect(await use()).toEqual({ ok: true, value: token })
      expect(asked(service, "refresh")).toHaveLength(refreshed)
    },
  )

  const list = () =>
    ask(t.world, service, athlete, ({ token, accountId }) =>
      service.fetch.activities(token, { after: new Date(start), page: 1, accountId, first: false }),
    )

  test("that the service rejects is refreshed once, and the refusal gets the rejected token", async () => {
    await connect(t, userId, service)
    service.rejected.add("access")
    expect(await list()).toMatchObject({ ok: true })
    expect(asked(service, "refresh").map((one) => one.with)).toEqual([
      { accountId: "a-1", accessToken: "access", refreshToken: "refresh" },
    ])
    // A service that sends no new refresh token keeps the old one.
    service.rejected.add("renewed")
    expect(await list()).toEqual(unauthorized)
    expect(asked(service, "refresh")).toHaveLength(2)
    expect(asked(service, "refresh")[1]?.with).toMatchObject({
      accessToken: "renewed",
      refreshToken: "refresh",
    })
  })

  test("that cannot be refreshed is refused", async () => {
    await connect(t, userId, service)
    service.rejected.add("access")
    service.answers.refresh = unauthorized
    expect(await list()).toEqual({ ok: false, code: "grant_refused" })
    service.answers.refresh = inactive
    expect(await list()).toEqual(inactive)
  })

  test("without a refresh token is refused immediately, and a missing connection is `not_connected`", async () => {
    service.answers.exchange = { ok: true, value: grantOf({ refreshToken: null }) }
    await connect(t, userId, service)
    service.rejected.add("access")
    expect(await list()).toEqual(unauthorized)
    expect(asked(service, "refresh")).toEqual([])
    expect(await connectionOf(t.world, createScriptedService("polar"), athlete)).toEqual({
      ok: false,
      code: "not_connected",
    })
  })

  test("that another process has refreshed meanwhile is used", async () => {
    await connect(t, userId, service)
    expect(await connectionOf(t.world, service, athlete, { refused: "an earlier one" })).toMatchObject({
      value: { token: "access" },
    })
    expect(asked(service, "refresh")).toEqual([])
  })

  test.each(["access_token", "refresh_token"])(
    "whose %s was encrypted with another secret requires its owner to reconnect",
    async (column) => {
      const { db } = t.world
      service.answers.exchange = {
        ok: true,
        value: grantOf(column === "refresh_token" ? { until: until(0) } : {}),
      }
      await connect(t, userId, service)
      await db.sql`update private.connections set ${db.sql(column)} = 'x'`
      expect(await use()).toEqual({ ok: false, code: "not_connected" })
      expect(kinds(t)).toEqual(["strava.reconnect"])
      expect(t.log.entries.filter(({ level }) => level === "warn")).toHaveLength(1)
    },
  )
})
