import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { createStravaSandbox } from "#adapters/sources/strava/sandbox.ts"
import { webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { connectionsOf, invite } from "#domain/competition/intake/connections/connect.ts"
import { disconnect, revoke } from "#domain/competition/intake/connections/disconnect.ts"
import { purgeRaw } from "#domain/competition/intake/connections/purge.ts"
import { queueSweeps, sweep } from "#domain/competition/intake/connections/sweep.ts"
import { connectionOf } from "#domain/competition/intake/connections/token.ts"
import type { HeldGrant, Service } from "#ports/services.ts"
import { addAthlete } from "#test/support/competition.ts"
import { type StravaSite, startStravaSite } from "#test/support/strava-site.ts"
import type { TestWorld } from "#test/support/world.ts"

const now = "2026-11-20T20:00:00Z"
let site: StravaSite
let t: TestWorld
let strava: Service
let sandbox: ReturnType<typeof createStravaSandbox>
let siteUrl: string
beforeAll(async () => {
  site = await startStravaSite(now)
  t = site.t
  strava = site.strava
  siteUrl = site.url
})
afterAll(() => site.close())
beforeEach(async () => {
  sandbox = await site.reset()
})

const connect = (...given: Parameters<StravaSite["connect"]>) => site.connect(...given)
const subscribe = () => site.subscribe()
const runFetches = () => site.runFetches()
const userOf = (athlete: number) => site.userOf(athlete)
const activities = () => site.activities()
const points = () => site.points()
const connectedSince = async (id: number) =>
  (await connectionsOf(t.world.db, await userOf(id))).get("strava") ?? null

describe("connecting", () => {
  test("stores encrypted tokens, and fetches recent weeks and the club membership", async () => {
    const ana = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
    await sandbox.recordAs("1001")
    expect(await connect(ana)).toBe("connected")
    const [row] = await t.world.db.sql<{
      access_token: string
      account_id: string
    }>`select * from private.connections`
    expect(row?.account_id).toBe("1001")
    expect(await t.world.sources.tokens.open(row?.access_token ?? "")).toMatch(/^[0-9a-f]{40}$/)
    expect(row?.access_token).not.toContain(
      (await t.world.sources.tokens.open(row?.access_token ?? "")) ?? "",
    )
    await t.runJobs<{ athleteId: number }>("source-sweep", ({ athleteId }) =>
      sweep(t.world, strava, athleteId),
    )
    expect(await activities()).toMatchObject([
      {
        external_id: "9007199254740993",
        kind: "run",
        status: "counted",
        moving_s: 3600,
        distance_m: 10000,
        utc_offset_s: -28800,
      },
    ])
    expect((await t.world.db.sql`select club from athletes`)[0]).toMatchObject({ club: "member" })
    expect(await connectedSince(ana)).toMatchObject({ sweptAt: new Date(now) })
  })

  test("tokens that cannot be decrypted ask the athlete to reconnect once, and delete nothing", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await sandbox.recordAs("1001")
    await connect(ana)
    await sweep(t.world, strava, ana)
    const before = [await activities(), await points()]
    await t.world.db.sql`
      update private.connections set access_token = refresh_token || 'x', refresh_token = 'v1.AAAA'`
    expect(await connectionOf(t.world, strava, ana)).toEqual({ ok: false, code: "not_connected" })
    expect(await sweep(t.world, strava, ana)).toBeNull()
    t.clock.advance(86_400_000) // The access token has expired, so the refresh token is required.
    expect(await sweep(t.world, strava, ana)).toBeNull()
    const asked = t.mails.filter(({ kind }) => kind === "strava.reconnect")
    expect(asked.map(({ to }) => to)).toEqual(["ana@b4m.test"])
    expect([await activities(), await points()]).toEqual(before)

    await revoke(t.world, strava, { accountId: "1001", accessToken: "v1.AAAA", refreshToken: null })
    expect(await connect(ana)).toBe("connected")
    expect(await connectionOf(t.world, strava, ana)).toMatchObject({ ok: true })
  })

  test("is refused without the browser's own state, on reuse, without the scope, and for an account that is taken", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    const ben = await addAthlete(t.world, { email: "ben@b4m.test" })
    expect(await connect(ana, "1001", { cookie: "strava_state=another" })).toBe("unknown_state")
    expect(await connect(ana, "1001", { cookie: "" })).toBe("unknown_state")
    const declined = await fetch(`${siteUrl}/connect/strava?error=access_denied&state=x`, {
      redirect: "manual",
    })
    expect(declined.headers.get("location")).toBe("/account?strava=declined")
    expect(await connect(ana)).toBe("connected")
    expect(await connect(ben, "1001")).toBe("already_connected")
    const replayed = await fetch(`${siteUrl}/connect/strava?state=x&code=y`, {
      redirect: "manual",
      headers: { cookie: "strava_state=x" },
    })
    expect(replayed.headers.get("location")).toBe("/account?strava=unknown_state")
    t.clock.advance(1)
    const late = await invite(t.world, strava, await userOf(ben))
    t.clock.advance(601_000)
    const state = late.ok ? late.state : ""
    const expired = await fetch(`${siteUrl}/connect/strava?state=${state}&code=y`, {
      redirect: "manual",
      headers: { cookie: `strava_state=${state}` },
    })
    expect(expired.headers.get("location")).toBe("/account?strava=unknown_state")
    expect(await invite(t.world, strava, "11111111-1111-4111-8111-111111111111")).toEqual({
      ok: false,
      code: "not_joined",
    })
  })

  test("a token is refreshed once despite concurrent requests, and the new pair is stored", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    t.clock.advance(5.99 * 3_600_000)
    const asked = await Promise.all([1, 2, 3].map(() => connectionOf(t.world, strava, ana)))
    const tokens = new Set(asked.map((one) => (one.ok ? one.value.token : one.code)))
    expect(tokens.size).toBe(1)
    expect(await strava.fetch.isClubMember?.([...tokens][0] ?? "")).toEqual({ ok: true, value: true })
  })
})

describe("events", () => {
  test("the handshake requires the verify token; the address itself is secret", async () => {
    const path = siteUrl + webhookPath(t.world, "strava")
    expect((await fetch(`${path}?hub.mode=subscribe&hub.challenge=c&hub.verify_token=wrong`)).status).toBe(
      403,
    )
    expect((await subscribe()).status).toBe(201)
    expect(
      (await fetch(`${siteUrl}/webhooks/strava/${"0".repeat(32)}`, { method: "POST", body: "{}" })).status,
    ).toBe(404)
    expect((await fetch(path, { method: "POST", body: "no json" })).status).toBe(400)
  })

  test("create, edit and delete are each fetched once; the board follows", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await subscribe()
    const id = await sandbox.recordAs("1001")
    // Strava may send an event twice.
    await sandbox.push({ object_type: "activity", object_id: id, aspect_type: "create", owner_id: 1001 })
    expect(t.jobs.filter(({ queue }) => queue === "source-fetch")).toHaveLength(1)
    expect(await runFetches()).toBe(1)
    expect(sandbox.calls.filter((path) => path.endsWith(id))).toHaveLength(1)
    expect(await points()).toBe(135)
    t.clock.advance(60_000)
    await sandbox.recordAs("1001", { moving_time: 1800, elapsed_time: 1800, distance: 5000 }, id)
    await runFetches()
    expect(await points()).toBe(80)
    t.clock.advance(60_000)
    await sandbox.remove(id)
    await runFetches()
    expect([await points(), await activities()]).toEqual([0, []])
    const [kept] = await t.world.db.sql`select count(*)::int as n from private.receipts where payload <> '{}'`
    expect(kept).toEqual({ n: 0 })
  })

  test("a forged event has no effect unless Strava confirms it", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await subscribe()
    const id = await sandbox.recordAs("1001")
    await runFetches()
    const others = await sandbox.recordAs("1002")
    t.clock.advance(1000)
    await sandbox.push({ object_type: "activity", object_id: id, aspect_type: "delete", owner_id: 1001 })
    await sandbox.push({ object_type: "activity", object_id: others, aspect_type: "create", owner_id: 1001 })
    await sandbox.push({
      object_type: "athlete",
      object_id: 1001,
      aspect_type: "update",
      owner_id: 1001,
      updates: { authorized: "false" },
    })
    await runFetches()
    expect(await activities()).toHaveLength(1)
    expect(await connectedSince(ana)).not.toBeNull()
    // Events of another subscription are acknowledged and ignored.
    await t.world.db.sql`insert into private.settings values ('strava_subscription', '999')`
    t.clock.advance(1000)
    expect(
      await sandbox.push({ object_type: "activity", object_id: id, aspect_type: "update", owner_id: 1001 }),
    ).toBe(200)
    expect(t.jobs.filter(({ queue }) => queue === "source-fetch")).toEqual([])
  })

  test.each([
    ["manual", { manual: true }, "manual"],
    ["flagged", { flagged: true }, "flagged"],
    ["followers only", { visibility: "followers_only" }, "not-public"],
    ["private", { private: true }, "not-public"],
    ["faster than any human", { distance: 30_000 }, "too-fast"],
  ])("%s does not count, and its owner sees the reason", async (_name, fields, reason) => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await subscribe()
    await sandbox.recordAs("1001", fields)
    await runFetches()
    expect(await activities()).toMatchObject([{ status: "excluded", reason }])
  })

  test("daylight saving time comes from the two clocks, and a hidden start neither duplicates nor drops a workout", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await subscribe()
    // `timezone` says -08:00 although daylight saving time is in effect; the difference between the two clocks is
    // +01:00.
    await sandbox.recordAs("1001", {
      start_date: "2026-11-19T23:30:00Z",
      start_date_local: "2026-11-20T00:30:00Z",
    })
    const hidden = { start_date: "2026-11-18T08:00:01Z", start_date_local: "2026-11-18T00:00:01Z" }
    await sandbox.recordAs("1001", hidden)
    await sandbox.recordAs("1001", {
      ...hidden,
      sport_type: "Swim",
      distance: 1500,
      moving_time: 1900,
      elapsed_time: 2000,
    })
    await runFetches()
    expect(await activities()).toMatchObject([
      { local_on: "2026-11-20", utc_offset_s: 3600, status: "counted" },
      { local_on: "2026-11-18", status: "counted", kind: "run" },
      { local_on: "2026-11-18", status: "counted", kind: "swim" },
    ])
    const { onActivity } = await import("#domain/competition/pipeline.ts")
    const { sentRun } = await import("#test/support/competition.ts")
    // The same run as a file with its time of day is counted only once.
    await onActivity(
      t.world,
      ana,
      sentRun({ startedAt: new Date("2026-11-18T15:00:00Z"), distanceM: 10_050, movingS: 3580 }),
    )
    expect((await activities())[1]).toMatchObject({ status: "excluded", reason: "duplicate" })
  })
})

describe("limits", () => {
  test("an exhausted allowance delays the work to the next quarter hour, in every process", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await subscribe()
    sandbox.limits.quarter = 20
    sandbox.limits.quarterUsed = 17
    await sandbox.recordAs("1001")
    await runFetches() // learned from the headers: 18 of 20
    t.clock.advance(1000)
    const second = await sandbox.recordAs("1001", {
      start_date: "2026-11-19T15:00:00Z",
      start_date_local: "2026-11-19T07:00:00Z",
    })
    await runFetches() // calls stop at 19 of 20
    t.clock.advance(1000)
    await sandbox.recordAs("1001", {
      start_date: "2026-11-18T15:00:00Z",
      start_date_local: "2026-11-18T07:00:00Z",
    })
    await runFetches()
    expect(await activities()).toHaveLength(2)
    expect(sandbox.calls.at(-1)).toContain(second)
    const [waiting] = t.jobs.filter(({ queue }) => queue === "source-fetch")
    expect(waiting?.startAfter).toEqual(new Date("2026-11-20T20:15:00Z"))
    t.clock.set("2026-11-20T20:15:00Z")
    sandbox.limits.quarterUsed = 0
    await runFetches()
    expect(await activities()).toHaveLength(3)
  })

  test("an unexpected 429 ends the quarter hour", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    sandbox.limits.quarterUsed = sandbox.limits.quarter
    expect(await sweep(t.world, strava, ana)).toEqual(new Date("2026-11-20T20:15:00Z"))
    const { length } = sandbox.calls
    expect(await sweep(t.world, strava, ana)).toEqual(new Date("2026-11-20T20:15:00Z"))
    expect(sandbox.calls).toHaveLength(length)
  })
})

describe("sweeping and disconnecting", () => {
  test("the sweep finds missed and deleted activities", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    const [one, two] = [
      await sandbox.recordAs("1001"),
      await sandbox.recordAs("1001", {
        start_date: "2026-11-19T15:00:00Z",
        start_date_local: "2026-11-19T07:00:00Z",
      }),
    ]
    await sweep(t.world, strava, ana)
    expect((await activities()).map((a) => a.external_id)).toEqual([one, two])
    sandbox.held.delete(one)
    t.clock.advance(21 * 3_600_000)
    t.jobs.length = 0
    expect(await queueSweeps(t.world, "strava")).toBe(1)
    await t.runJobs<{ athleteId: number }>("source-sweep", ({ athleteId }) =>
      sweep(t.world, strava, athleteId),
    )
    expect((await activities()).map((a) => a.external_id)).toEqual([two])
  })

  test("a malformed or out-of-range activity is refused on its own, and nothing is retried for it", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    const at = (day: number) => ({
      start_date: `2026-11-${day}T15:00:00Z`,
      start_date_local: `2026-11-${day}T07:00:00Z`,
    })
    const good = await sandbox.recordAs("1001", at(18))
    await sandbox.recordAs("1001", { ...at(17), moving_time: "an hour" })
    await sandbox.recordAs("1001", { ...at(16), total_elevation_gain: 150_000 })
    const last = await sandbox.recordAs("1001", { ...at(15), distance: 9000 })
    expect(await sweep(t.world, strava, ana)).toBeNull()
    expect((await activities()).map((a) => a.external_id)).toEqual([good, last])
    expect((await connectedSince(ana))?.sweptAt).toEqual(new Date(now))
    const reasons = t.log.entries.flatMap(({ fields }) => ("reason" in fields ? [fields.reason] : []))
    expect(reasons).toEqual([
      "is malformed in Strava's answer (moving_time)",
      "has more than 100 km of climb",
    ])

    // A stored activity that is malformed now stays unchanged, even if an event reports it.
    await subscribe()
    t.clock.advance(1000)
    await sandbox.recordAs("1001", { moving_time: null }, good)
    expect(await runFetches()).toBe(1)
    await sweep(t.world, strava, ana)
    expect((await activities()).map((a) => a.external_id)).toEqual([good, last])
    const [waiting] = await t.world.db.sql`
      select count(*)::int as n from private.receipts where done_at is null
    `
    expect(waiting).toEqual({ n: 0 })
  })

  test("disconnecting removes all of their data, notifies Strava, and is confirmed by mail", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await sandbox.recordAs("1001")
    await sweep(t.world, strava, ana)
    const before = await connectionOf(t.world, strava, ana)
    expect(await points()).toBe(135)
    expect(await disconnect(t.world, "strava", await userOf(ana))).toEqual({ ok: true })
    expect([await activities(), await points(), await connectedSince(ana)]).toEqual([[], 0, null])
    expect(t.mails).toMatchObject([
      { to: "ana@b4m.test", kind: "strava.forgotten", subject: "We deleted your Strava data" },
    ])
    expect(t.mails[0]?.text).toContain("one activity from Strava")
    await t.runJobs<HeldGrant>("source-revoke", (grant) => revoke(t.world, strava, grant))
    expect(await strava.fetch.isClubMember?.(before.ok ? before.value.token : "")).toEqual({
      ok: false,
      code: "unauthorized",
    })
    expect(await disconnect(t.world, "strava", await userOf(ana))).toEqual({
      ok: false,
      code: "not_connected",
    })
  })

  test("a grant revoked at Strava does the same, once both its event and a refused refresh say so", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await sandbox.recordAs("1001")
    await sweep(t.world, strava, ana)
    await subscribe()
    await sandbox.deauthorize("1001")
    await runFetches()
    expect([await activities(), await connectedSince(ana)]).toEqual([[], null])
    expect(t.mails.map(({ kind }) => kind)).toEqual(["strava.forgotten"])
    expect(t.mails[0]?.text).toContain("You ended the connection on Strava")
  })

  test("raw data is deleted within seven days, unless Strava has shown it again", async () => {
    const ana = await addAthlete(t.world, { email: "ana@b4m.test" })
    await connect(ana)
    await subscribe()
    await sandbox.recordAs("1001", {
      start_date: "2026-11-20T16:00:00Z",
      start_date_local: "2026-11-20T08:00:00Z",
    })
    await runFetches()
    t.clock.advance(6.5 * 86_400_000)
    await sweep(t.world, strava, ana)
    expect(await purgeRaw(t.world)).toEqual({ events: 1, activities: 0 })
    t.clock.advance(6.5 * 86_400_000)
    expect(await purgeRaw(t.world)).toEqual({ events: 0, activities: 1 })
    expect(await activities()).toMatchObject([{ name: null, moving_s: 3600 }])
    expect(await points()).toBe(135)
  })
})
