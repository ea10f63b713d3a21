/** Events that a service sends, and what they change. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import {
  asked,
  beginConnections,
  connect,
  createConnectionWorld,
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
  withheld,
} from "#test/support/connections.ts"
import type { ScriptedService } from "#test/support/scripted-service.ts"
import type { TestWorld } from "#test/support/world.ts"
import { handleEvent, onEvent, takeFetched } from "./events.ts"
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
    await connect(t, userId, service)
    service.answers.activity = { ok: true, value: run(18) }
    expect(await send(about, "somebody else")).toBeNull()
    expect(await send(about, null)).toBeNull()
    expect([await stored(t), await open()]).toEqual([[], []])
    await send(about)
    expect(await stored(t)).toEqual(["day-18"])
    service.answers.activity = { ok: false, code: "not_found" }
    await send({ ...about, deleted: true }, null)
    expect([await stored(t), await withheld(t)]).toEqual([[], ["gone"]])
    expect(await handleEvent(t.world, service, "never sent")).toBeNull()
  })

  test("about an activity that the service does not show is recorded as private, unless it was never stored and is reported as deleted", async () => {
    await connect(t, userId, service)
    await send({ ...about, deleted: true })
    expect(await withheld(t)).toEqual([])
    await send(about)
    expect(await withheld(t)).toEqual(["private"])
    service.answers.activity = { ok: true, value: run(18) }
    await send(about)
    expect([await stored(t), await withheld(t)]).toEqual([["day-18"], []])
  })

  test("waits for the service's rate limit, and stays open while the service refuses the site", async () => {
    await connect(t, userId, service)
    service.answers.activity = limited
    expect(await send(about)).toEqual(limited.until)
    service.answers.activity = inactive
    expect(await send(about)).toBeNull()
    expect(await open()).toHaveLength(2)
    // A refused activity means a refused grant if the list is refused as well.
    service.answers.activity = { ok: false, code: "consent_missing" }
    expect(await send(about)).toBeNull()
    expect([kinds(t), await withheld(t)]).toEqual([["strava.alarm"], ["refused"]])
    service.answers.page = { ok: false, code: "consent_missing" }
    expect(await send(about)).toBeNull()
    expect([await open(), kinds(t)]).toEqual([
      expect.objectContaining({ length: 2 }),
      ["strava.alarm", "strava.reconnect"],
    ])
  })

  test("that reports a revoked grant is accepted only if the service refuses to renew the grant", async () => {
    await connect(t, userId, service)
    lists(service, run(18))
    await sweep(t.world, service, athlete)
    expect(await send({ kind: "deauthorized" })).toBeNull()
    expect(asked(service, "activities").at(-1)?.with).toEqual({
      after: new Date(start),
      page: 1,
      accountId: "a-1",
      first: false,
    })
    expect(await held(t, athlete)).toMatchObject({ refused_at: null })
    service.answers.page = limited
    expect(await send({ kind: "deauthorized" })).toEqual(limited.until)
    expect(await stored(t)).toEqual(["day-18"])
    service.rejected.add("access")
    service.answers.refresh = unauthorized
    expect(await send({ kind: "deauthorized" })).toBeNull()
    expect([await held(t, athlete), await stored(t), kinds(t)]).toEqual([undefined, [], ["strava.forgotten"]])
    // The grant is already gone at the service.
    expect(queued(t, "source-revoke")).toEqual([])
  })

  test("stores only activities of its account; those that cannot be stored are recorded once, with the reason", async () => {
    await connect(t, userId, service)
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
    expect(await stored(t)).toEqual(["day-16"])
    expect(await withheld(t)).toEqual(["refused", "refused"])
    expect(t.log.entries.filter(({ level }) => level === "warn")).toHaveLength(2)
    await takeFetched(t.world, service, {
      athleteId: athlete,
      accountId: "a-1",
      fetched: [],
      asOf: t.world.now(),
    })
    expect(await withheld(t)).toHaveLength(2)
  })
})
