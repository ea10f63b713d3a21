/** The end of a connection: what is deleted, revoked and mailed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { services } from "#content/services.ts"
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
  lists,
  queued,
  run,
  stored,
  withheld,
} from "#test/support/connections.ts"
import { createScriptedService, grantOf, type ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { take } from "../take.ts"
import { disconnect, forget, revoke, revokeOnErase } from "./disconnect.ts"
import { onEvent, takeFetched } from "./events.ts"
import { endGraces } from "./grace.ts"
import { removeLeftBehind } from "./left-behind.ts"
import { needReconnecting } from "./reconnect.ts"
import { sweep } from "./sweep.ts"
import { recordRefused } from "./withheld.ts"

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

describe("the end of a connection", () => {
  test("at the member's request deletes the data, revokes the grant and sends one mail", async () => {
    await connect(t, userId, service)
    lists(service, run(17), run(18))
    await sweep(t.world, service, athlete)
    // The same event is not a repeat once the account is connected again.
    const event = { id: "e1", about: { kind: "activity", externalId: "day-18" } } as const
    await onEvent(t.world, service, { ...event, accountId: "a-1" })
    await onEvent(t.world, service, { ...event, id: "e2", accountId: "another" })
    expect(await disconnect(t.world, "polar", userId)).toEqual({ ok: false, code: "not_connected" })
    expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: true })
    expect([await held(t, athlete), await stored(t), kinds(t)]).toEqual([undefined, [], ["strava.forgotten"]])
    expect(t.mails[0]?.text).toContain("2 activities from Strava")
    expect(await t.world.db.sql`select event_id from private.receipts`).toEqual([{ event_id: "e2" }])
    expect((await t.world.db.sql`select club from athletes`)[0]?.club).toBe("unknown")
    expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: false, code: "not_connected" })
    await forget(t.world, { source: "strava", athleteId: athlete, because: "asked" })
    expect(t.mails).toHaveLength(1)
    const [job] = queued(t, "source-revoke")
    await revoke(t.world, service, job?.data as Parameters<typeof revoke>[2])
    expect(asked(service, "revoke").map((one) => one.with)).toEqual([
      { accountId: "a-1", accessToken: "access", refreshToken: "refresh" },
    ])
    expect(t.log.entries).toEqual([])
    service.answers.revoke = inactive
    await revoke(t.world, service, job?.data as Parameters<typeof revoke>[2])
    expect(t.log.entries).toMatchObject([{ level: "warn" }])
  })

  test("while an activity is being fetched discards the response, even if another account is connected", async () => {
    await connect(t, userId, service)
    const { account_id: accountId } = (await held(t, athlete)) as { account_id: string }
    const answer = { athleteId: athlete, fetched: [fetched(run(18))], asOf: t.world.now() }
    await takeFetched(t.world, service, { ...answer, accountId })
    expect(await stored(t)).toEqual(["day-18"])
    expect(await disconnect(t.world, "strava", userId)).toEqual({ ok: true })
    expect(await stored(t)).toEqual([])

    // The request was sent before, and its response arrives now.
    await takeFetched(t.world, service, { ...answer, accountId })
    expect(await stored(t)).toEqual([])

    await connect(t, userId, service)
    await takeFetched(t.world, service, { ...answer, accountId: "another" })
    expect(await stored(t)).toEqual([])
    await takeFetched(t.world, service, { ...answer, accountId })
    expect(await stored(t)).toEqual(["day-18"])
  })

  test("of one service leaves data of another", async () => {
    await connect(t, userId, service)
    await sweep(t.world, service, athlete)
    const polar = createScriptedService("polar")
    await connect(t, userId, polar)
    expect(await disconnect(t.world, "polar", userId)).toEqual({ ok: true })
    expect((await t.world.db.sql`select club from athletes`)[0]?.club).toBe("member")
  })

  describe("while the process that stored a response dies", () => {
    /** The resulting state of the database: the activity exists, its connection does not. */
    const dies = async () => {
      await connect(t, userId, service)
      const answer = { athleteId: athlete, source: "strava", activities: [run(18)] } as const
      await disconnect(t.world, "strava", userId)
      await take(t.world, answer)
      await recordRefused(t.world, { source: "strava", athleteId: athlete }, [
        { externalId: "x", reason: "old" },
      ])
      expect(await stored(t)).toEqual(["day-18"])
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
      expect([await stored(t), await withheld(t)]).toEqual([[], []])
      expect(await t.world.db.sql`select from athlete_days`).toEqual([])
    })

    test("keeps the data of a new connection, but not of the previous one", async () => {
      await dies()
      service.answers.exchange = { ok: true, value: grantOf({ accountId: "another" }) }
      await connect(t, userId, service)
      expect(await stored(t)).toEqual([])
      lists(service, run(17))
      await sweep(t.world, service, athlete)
      await recordRefused(t.world, { source: "strava", athleteId: athlete }, [
        { externalId: "y", reason: "old" },
      ])
      t.clock.advance(600_000)
      expect(await clean()).toBe(1)
      expect([await stored(t), await withheld(t)]).toEqual([["day-17"], ["refused"]])
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
    expect(asked(service, "revoke")).toHaveLength(revoked)
    expect(t.log.entries).toHaveLength(1 - revoked)
  })

  test("does not end a connection made again before the service was notified", async () => {
    await connect(t, userId, service)
    await disconnect(t.world, "strava", userId)
    const [{ data } = { data: {} }] = queued(t, "source-revoke")
    await connect(t, userId, service)
    const grant = data as Parameters<typeof revoke>[2]
    await revoke(t.world, service, grant)
    expect(asked(service, "revoke")).toEqual([])
    await revoke(t.world, service, { ...grant, accountId: "a-2" })
    expect(asked(service, "revoke")).toHaveLength(1)
  })

  test("by the service or after the grace period requires a refused grant; one made again meanwhile is kept", async () => {
    await connect(t, userId, service)
    lists(service, run(18))
    await sweep(t.world, service, athlete)
    for (const because of ["deauthorized", "grace_ended"] as const) {
      await forget(t.world, { source: "strava", athleteId: athlete, because })
      expect([await stored(t), await held(t, athlete)]).toMatchObject([["day-18"], { account_id: "a-1" }])
    }
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    const { db } = t.world
    // Arrives during the deletion.
    const again = {
      ...db,
      transaction: ((run) =>
        connect(t, userId, service).then(() => db.transaction(run))) as typeof db.transaction,
    }
    await forget({ ...t.world, db: again }, { source: "strava", athleteId: athlete, because: "grace_ended" })
    expect([await held(t, athlete), kinds(t)]).toMatchObject([{ refused_at: null }, ["strava.reconnect"]])
    await sweep(t.world, service, athlete)
    t.mails.length = 0
    t.jobs.length = 0
    t.clock.advance(1000)
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    t.clock.advance(services.strava.graceDays * dayMs - 1)
    expect(await endGraces(t.world)).toBe(0)
    t.clock.advance(1)
    expect(await endGraces(t.world)).toBe(1)
    expect([await stored(t), await held(t, athlete), kinds(t)]).toEqual([
      [],
      undefined,
      ["strava.reconnect", "strava.forgotten"],
    ])
    expect(t.mails.at(-1)?.text).toContain("one activity from Strava")
    expect(queued(t, "source-revoke")).toHaveLength(1)
  })

  test("does nothing if there was none, or if it has already ended", async () => {
    for (const because of ["asked", "deauthorized", "grace_ended"] as const)
      await forget(t.world, { source: "strava", athleteId: athlete, because })
    expect([t.mails, t.jobs]).toEqual([[], []])
  })

  test("of an account without an address sends no mail, and an erased account revokes all its grants", async () => {
    await connect(t, userId, service)
    await t.world.db.sql`update auth.users set email = null where id = ${userId}`
    await needReconnecting(t.world, t.world.db, { source: "strava", athleteId: athlete })
    await revokeOnErase(t.world, t.world.db, { id: userId })
    expect(queued(t, "source-revoke")).toHaveLength(1)
    await disconnect(t.world, "strava", userId)
    expect(t.mails).toEqual([])
  })
})
