/** Failures of a service never destroy an athlete's data, and the requirements of its terms are met. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { createStravaSandbox } from "#adapters/sources/strava/sandbox.ts"
import { services } from "#content/services.ts"
import { standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { connectionsOf } from "#domain/competition/intake/connections/connect.ts"
import { disconnect, forget } from "#domain/competition/intake/connections/disconnect.ts"
import { endGraces } from "#domain/competition/intake/connections/grace.ts"
import { purgeRaw } from "#domain/competition/intake/connections/purge.ts"
import { refreshRestricted } from "#domain/competition/intake/connections/restricted.ts"
import { queueSweeps, sweep } from "#domain/competition/intake/connections/sweep.ts"
import { addAthlete } from "#test/support/competition.ts"
import { type StravaSite, startStravaSite } from "#test/support/strava-site.ts"

const now = "2026-11-20T20:00:00Z"
const dayMs = 86_400_000
let site: StravaSite
let sandbox: ReturnType<typeof createStravaSandbox>
let ana: number
beforeAll(async () => {
  site = await startStravaSite(now)
})
afterAll(() => site.close())
beforeEach(async () => {
  sandbox = await site.reset()
  ana = await addAthlete(site.t.world, { name: "Ana", email: "ana@b4m.test" })
  await site.connect(ana)
  await sandbox.recordAs("1001", {
    start_date: "2026-11-20T16:00:00Z",
    start_date_local: "2026-11-20T08:00:00Z",
  })
  await compare()
  await site.subscribe()
  site.t.mails.length = 0
  site.t.log.entries.length = 0
})

const compare = () => sweep(site.t.world, site.strava, ana)
const own = async () => (await connectionsOf(site.t.world.db, await site.userOf(ana))).get("strava") ?? null
const kept = async () => [(await site.activities()).length, await site.points()]
const everything = [1, 135]
const mails = () => site.t.mails.map(({ to, kind }) => [kind, to])
const restricted = async () =>
  (await site.t.world.db.sql<{ is: string }>`select restricted_data as is from athletes where id = ${ana}`)[0]
    ?.is
/** Ana's row of the board as a member sees it. */
const seen = async () =>
  (
    await site.t.world.db.sql`
      select name, points from private.board_page(
        (select id from boards where slug = 'last-14-days'), null, 10, as_member => true
      )
    `
  )[0]

describe("a refused grant", () => {
  test("after a 401 by mistake, the token is refreshed once, and nothing else changes", async () => {
    site.t.clock.advance(5.5 * 3_600_000) // Less than an hour remains, so a refresh returns a new pair.
    const { sql } = site.t.world.db
    // Strava no longer accepts the current token, as after a refresh whose response was lost.
    const forged = await site.t.world.sources.tokens.seal("lost")
    await sql`update private.connections set access_token = ${forged}`
    const { length } = sandbox.calls
    expect(await compare()).toBeNull()
    expect(sandbox.calls.slice(length).filter((path) => path.endsWith("/athlete/activities"))).toHaveLength(2)
    expect([await kept(), mails(), (await own())?.reconnectBy]).toEqual([everything, [], null])
  })

  test.each([
    ["tokens", { refusesTokens: true }],
    ["tokens and refresh tokens", { refusesTokens: true, refusesRefreshes: true }],
  ])(
    "refused %s lose no data: the owner gets one mail, and the connection waits for a reconnect",
    async (_name, faults) => {
      Object.assign(sandbox.faults, faults)
      expect(await compare()).toBeNull()
      expect(await compare()).toBeNull()
      site.t.clock.advance(1000)
      await sandbox.recordAs("1001", { moving_time: 1800 })
      await site.runFetches()
      expect(await kept()).toEqual(everything)
      expect(mails()).toEqual([["strava.reconnect", "ana@b4m.test"]])
      expect(site.t.mails[0]?.text).toContain("December 18, 2026")
      expect(await own()).toMatchObject({ reconnectBy: new Date("2026-12-18T20:00:00Z"), hidden: false })

      // The site checks once a day whether the grant works again, and not more often.
      site.t.jobs.length = 0
      site.t.clock.advance(30 * 3_600_000)
      expect(await queueSweeps(site.t.world, "strava")).toBe(1)
      await compare()
      site.t.clock.advance(20 * 3_600_000 - 1)
      expect(await queueSweeps(site.t.world, "strava")).toBe(0)
      site.t.clock.advance(1)
      expect(await queueSweeps(site.t.world, "strava")).toBe(1)
      Object.assign(sandbox.faults, { refusesTokens: false, refusesRefreshes: false })
      await compare()
      expect((await own())?.reconnectBy).toBeNull()
    },
  )

  test("imported data stays visible to others as long as the terms allow, and again after a reconnect", async () => {
    Object.assign(sandbox.faults, { refusesTokens: true, refusesRefreshes: true })
    const shown = { name: "Ana", points: 135 }
    site.t.clock.advance(services.strava.keepRawDays * dayMs)
    await compare()
    expect(await refreshRestricted(site.t.world)).toBe(0)
    expect(await seen()).toEqual(shown)
    site.t.clock.advance(1000)
    expect(await refreshRestricted(site.t.world)).toBe(1)
    expect(await seen()).toEqual({ name: null, points: null })
    expect([await kept(), (await own())?.hidden]).toEqual([everything, true])
    // Its owner still sees it.
    expect(
      await site.t.world.db.sql`
        select name, points from private.board_page(
          (select id from boards where slug = 'last-14-days'), ${await site.userOf(ana)}, 10
        )
      `,
    ).toEqual([shown])

    Object.assign(sandbox.faults, { refusesTokens: false, refusesRefreshes: false })
    expect(await site.connect(ana)).toBe("connected")
    expect((await own())?.reconnectBy).toBeNull()
    await compare()
    expect([await seen(), await kept(), await restricted()]).toEqual([shown, everything, "confirmed"])
  })

  test("imported data is deleted when the grace period ends, and not earlier", async () => {
    Object.assign(sandbox.faults, { refusesTokens: true, refusesRefreshes: true })
    await compare()
    site.t.clock.advance(services.strava.graceDays * dayMs - 1000)
    expect([await endGraces(site.t.world), await kept()]).toEqual([0, everything])
    site.t.clock.advance(1000)
    expect([await endGraces(site.t.world), await kept()]).toEqual([1, [0, 0]])
    expect([await own(), await restricted()]).toEqual([null, "none"])
    expect(mails()).toEqual([
      ["strava.reconnect", "ana@b4m.test"],
      ["strava.forgotten", "ana@b4m.test"],
    ])
    expect(site.t.mails[1]?.text).toContain("did not reconnect it")
    expect(site.t.jobs.filter(({ queue }) => queue === "source-revoke")).toHaveLength(1)
  })

  test("a reconnect within the grace period keeps everything permanently", async () => {
    Object.assign(sandbox.faults, { refusesTokens: true, refusesRefreshes: true })
    await compare()
    site.t.clock.advance(20 * dayMs)
    Object.assign(sandbox.faults, { refusesTokens: false, refusesRefreshes: false })
    expect(await site.connect(ana)).toBe("connected")
    site.t.clock.advance(20 * dayMs)
    expect([await endGraces(site.t.world), await kept()]).toEqual([0, everything])
  })

  test("only the member can end a working connection", async () => {
    for (const because of ["grace_ended", "deauthorized"] as const)
      await forget(site.t.world, { source: "strava", athleteId: ana, because })
    expect([await kept(), mails(), (await own())?.reconnectBy]).toEqual([everything, [], null])
  })

  test("a disconnect by the member deletes the data immediately, even if the grant is refused", async () => {
    Object.assign(sandbox.faults, { refusesTokens: true, refusesRefreshes: true })
    await compare()
    expect(await disconnect(site.t.world, "strava", await site.userOf(ana))).toEqual({ ok: true })
    expect([await kept(), await own(), await restricted()]).toEqual([[0, 0], null, "none"])
  })
})

describe("an event that says the athlete has ended the grant", () => {
  test.each([
    ["and is false", {}, null],
    ["while tokens are refused but refreshing works", { refusesTokens: true }, "waits"],
    ["while this site is refused", { refusesApplication: "credentials" }, null],
  ] as const)("%s deletes nothing", async (_name, faults, outcome) => {
    Object.assign(sandbox.faults, faults)
    await sandbox.claimDeauthorized("1001")
    await site.runFetches()
    expect(await kept()).toEqual(everything)
    expect((await own())?.reconnectBy ? "waits" : null).toBe(outcome)
  })

  test("takes effect if Strava refuses to refresh the grant, even after it refused this site", async () => {
    sandbox.faults.refusesApplication = "credentials"
    await sandbox.deauthorize("1001")
    await site.runFetches()
    expect(await kept()).toEqual(everything)
    sandbox.faults.refusesApplication = null
    site.t.clock.advance(2_000_000)
    await queueSweeps(site.t.world, "strava")
    expect(await site.runFetches()).toBe(1)
    expect([await kept(), await own()]).toEqual([[0, 0], null])
    expect(mails().at(-1)).toEqual(["strava.forgotten", "ana@b4m.test"])
  })

  test("is required: a refused refresh alone deletes nothing", async () => {
    Object.assign(sandbox.faults, { refusesTokens: true, refusesRefreshes: true })
    await sandbox.recordAs("1001")
    await site.runFetches()
    expect(await kept()).toEqual(everything)
  })
})

describe("a refused application", () => {
  test.each([
    ["credentials", "client id and secret"],
    ["inactive", "subscription may have lapsed"],
  ] as const)(
    "%s: operators are notified once, athletes are not affected, and the site recovers by itself",
    async (because, words) => {
      const { t } = site
      t.clock.advance(dayMs) // At most one mail a day, and another test has caused today's.
      sandbox.faults.refusesApplication = because
      expect([await compare(), await compare()]).toEqual([null, null])
      t.clock.advance(6 * 3_600_000) // The access token has expired, so the refresh is refused, too.
      await compare()
      expect([await kept(), (await own())?.reconnectBy]).toEqual([everything, null])
      expect(mails()).toEqual([["strava.alarm", "operator@b4m.test"]])
      expect(t.mails[0]?.text).toContain(words)
      expect(t.log.entries.filter(({ level }) => level === "error")).toHaveLength(1)
      expect(await standingAlarms(t.world.db)).toMatchObject([{ source: "strava", because, refusals: 3 }])

      // One athlete's connection is enough to find out when the refusal ends.
      await t.world.db.sql`
      insert into private.connections (source, athlete_id, account_id, access_token, scopes, connected_at)
      values ('strava', ${await addAthlete(t.world)}, '1002', '', '', ${new Date(now)})
    `
      t.clock.advance(21 * 3_600_000)
      expect(await queueSweeps(t.world, "strava")).toBe(1)
      sandbox.faults.refusesApplication = null
      await compare()
      expect(await standingAlarms(t.world.db)).toEqual([])
      expect(await queueSweeps(t.world, "strava")).toBe(1)
    },
  )

  test("too many athletes: a new one is told so, operators are notified, and existing connections stay", async () => {
    const ben = await addAthlete(site.t.world, { email: "ben@b4m.test" })
    sandbox.faults.refusesApplication = "capacity"
    expect(await site.connect(ben, "1002")).toBe("full")
    expect(mails()).toEqual([["strava.alarm", "operator@b4m.test"]])
    sandbox.faults.refusesApplication = null
    await compare()
    expect(await standingAlarms(site.t.world.db)).toHaveLength(1)
    expect(await site.connect(ben, "1002")).toBe("connected")
    expect([await standingAlarms(site.t.world.db), await kept()]).toEqual([[], everything])
  })
})

describe("limits", () => {
  test.each([
    ["Retry-After in seconds", "120", "2026-11-20T20:02:00Z"],
    ["Retry-After as a date", "Fri, 20 Nov 2026 20:40:00 GMT", "2026-11-20T20:40:00Z"],
    ["a Retry-After of a year", String(365 * 86_400), "2026-11-21T20:00:00Z"],
    ["an invalid Retry-After", "soon", "2026-11-20T20:15:00Z"],
    ["no Retry-After", null, "2026-11-20T20:15:00Z"],
  ])("after a 429 with %s, all requests wait", async (_name, retryAfter, until) => {
    sandbox.faults.tooMany = { retryAfter }
    sandbox.limits.headers = "none"
    expect(await compare()).toEqual(new Date(until))
    const { length } = sandbox.calls
    expect(await compare()).toEqual(new Date(until))
    expect(sandbox.calls).toHaveLength(length)
    sandbox.faults.tooMany = null
    site.t.clock.set(until)
    expect(await compare()).toBeNull()
    expect(await kept()).toEqual(everything)
  })

  test("limits of zero, received or stored, do not stop the site forever", async () => {
    sandbox.limits.headers = "zero"
    expect([await compare(), await compare()]).toEqual([null, null])
    const { sql } = site.t.world.db
    const limits = (most: number) => sql`update private.service_windows set most = ${most}, used = 0`
    await limits(0)
    expect(await compare()).toBeNull()
    await limits(1)
    expect(await compare()).toEqual(new Date("2026-11-21T00:00:00Z"))
    site.t.clock.set("2026-11-21T00:00:00Z")
    sandbox.limits.headers = "true"
    sandbox.limits.dayUsed = 0
    sandbox.limits.quarterUsed = 0
    // The one call that is allowed each day learns the true limits.
    expect(await compare()).toBeNull()
  })
})

describe("activities that a service does not show", () => {
  const listed = () =>
    site.t.world.db.sql`select reason, noticed_at from withheld_activities where athlete_id = ${ana}`

  test("an activity that becomes private is removed with a reason, and returns when public again", async () => {
    const [id = ""] = [...sandbox.held.keys()]
    site.t.clock.advance(1000)
    await sandbox.recordAs("1001", { visibility: "only_me" }, id)
    await site.runFetches()
    expect(await kept()).toEqual([0, 0])
    expect(await listed()).toEqual([{ reason: "private", noticed_at: site.t.world.now() }])
    site.t.clock.advance(1000)
    await sandbox.recordAs("1001", { visibility: "everyone" }, id)
    await site.runFetches()
    expect([await kept(), await listed()]).toEqual([everything, []])
  })

  test("an activity that was always private is listed; a deleted one only if it was stored here", async () => {
    await sandbox.recordAs("1001", { visibility: "only_me" })
    await site.runFetches()
    expect(await listed()).toMatchObject([{ reason: "private" }])
    site.t.clock.advance(1000)
    await sandbox.push({ object_type: "activity", object_id: "777", aspect_type: "delete", owner_id: 1001 })
    await site.runFetches()
    expect(await listed()).toHaveLength(1)
    const [first = ""] = [...sandbox.held.keys()]
    await sandbox.remove(first)
    await site.runFetches()
    expect((await listed()).map(({ reason }) => reason).sort()).toEqual(["gone", "private"])
    site.t.clock.advance(31 * dayMs)
    await purgeRaw(site.t.world)
    expect(await listed()).toEqual([])
  })

  test("a refused activity is listed with its reason, until the service returns it or deletes it", async () => {
    const refused = () =>
      site.t.world.db
        .sql`select reason, refusal from withheld_activities where athlete_id = ${ana} order by refusal`
    const late = { start_date: "2026-11-19T16:00:00Z", start_date_local: "2026-11-19T08:00:00Z" }
    await sandbox.recordAs("1001", { ...late, elapsed_time: 400 * 86_400, moving_time: 1800 })
    await sandbox.recordAs("1001", { ...late, moving_time: "soon" as unknown as number })
    const [, endless = "", malformed = ""] = [...sandbox.held.keys()]
    await site.runFetches()
    await compare()
    expect(await refused()).toEqual([
      { reason: "refused", refusal: "is longer than a year" },
      { reason: "refused", refusal: "is malformed in Strava's answer (moving_time)" },
    ])
    site.t.clock.advance(1000)
    await sandbox.recordAs("1001", { ...late, elapsed_time: 1800, moving_time: 1800 }, malformed)
    await site.runFetches()
    expect(await refused()).toHaveLength(1)
    sandbox.held.delete(endless)
    site.t.clock.advance(1000)
    await compare()
    expect(await refused()).toEqual([])
  })

  test("the reason for a refusal is kept no longer than the terms allow", async () => {
    await sandbox.recordAs("1001", { elapsed_time: 400 * 86_400 })
    await site.runFetches()
    site.t.clock.advance(services.strava.keepRawDays * dayMs)
    await purgeRaw(site.t.world)
    expect(await listed()).toHaveLength(1)
    site.t.clock.advance(1000)
    await purgeRaw(site.t.world)
    expect(await listed()).toEqual([])
  })

  test("an activity missing in a comparison is listed, and the whole list is deleted with the connection", async () => {
    const [former = ""] = sandbox.held.keys()
    // An empty list is ignored.
    await sandbox.recordAs("1001", {
      start_date: "2026-11-17T15:00:00Z",
      start_date_local: "2026-11-17T15:00:00Z",
    })
    await site.runFetches()
    sandbox.held.delete(former)
    site.t.clock.advance(1000)
    await compare()
    expect([await kept(), await listed()]).toMatchObject([[1, expect.any(Number)], [{ reason: "gone" }]])
    await disconnect(site.t.world, "strava", await site.userOf(ana))
    expect(await listed()).toEqual([])
  })
})
