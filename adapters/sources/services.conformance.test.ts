/**
 * The requirements for every service, tested against its stand-in over HTTP, through the same endpoints and jobs as on
 * the running site. Behavior of a single service is in traps.test.ts.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type ServiceName, serviceNames, services } from "#content/services.ts"
import { webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { connectionsOf } from "#domain/competition/intake/connections/connect.ts"
import { disconnect } from "#domain/competition/intake/connections/disconnect.ts"
import { healthOf } from "#domain/competition/intake/connections/health.ts"
import { heldLists } from "#domain/competition/intake/connections/held-list.ts"
import { queueSweeps } from "#domain/competition/intake/connections/sweep.ts"
import { connectionOf } from "#domain/competition/intake/connections/token.ts"
import { addAthlete } from "#test/support/competition.ts"
import { type ServiceSite, startServiceSite } from "#test/support/service-site.ts"
import type { StandIn } from "./stand-in/stand-in.ts"

const dayMs = 86_400_000
let site: ServiceSite
beforeAll(async () => {
  site = await startServiceSite("2026-11-20T20:00:00Z")
})
afterAll(() => site.close())

/** How an edit or deletion at the service becomes known: by an event, by the daily comparison, or not at all. */
const differences: Record<ServiceName, { edit: "event" | "sweep"; deletion: "event" | "sweep" | "never" }> = {
  strava: { edit: "event", deletion: "event" },
  polar: { edit: "event", deletion: "sweep" },
  wahoo: { edit: "event", deletion: "sweep" },
  intervals: { edit: "event", deletion: "sweep" },
  concept2: { edit: "event", deletion: "event" },
  suunto: { edit: "event", deletion: "event" },
  coros: { edit: "event", deletion: "sweep" },
  garmin: { edit: "event", deletion: "never" },
}
/** Services that refresh tokens; the others ask the athlete to reconnect when a token is refused. */
const renewing: readonly ServiceName[] = ["strava", "wahoo", "concept2", "suunto", "coros", "garmin"]
/**
 * Services whose events identify their sender. For Concept2, only the secrecy of the address protects against
 * forgeries.
 */
const signing: readonly ServiceName[] = serviceNames.filter((name) => name !== "concept2")

describe.each(serviceNames)("%s", (name) => {
  let ana: number
  let at: StandIn
  let first: string
  beforeEach(async () => {
    await site.reset()
    at = site.standIn(name)
    first = [...at.athletes.keys()][0] ?? ""
    ana = await addAthlete(site.t.world, { name: "Ana", email: "ana@b4m.test" })
  })
  const connected = async () => (await connectionsOf(site.t.world.db, await site.userOf(ana))).get(name)
  const later = (ms: number) => site.t.clock.advance(ms)
  /** Runs the daily comparison. */
  const compare = async () => {
    later(21 * 3_600_000)
    await queueSweeps(site.t.world, name)
    await site.work()
  }

  test("connects with consent, stores tokens encrypted, and imports the last weeks", async () => {
    await at.record(first, {}, { silent: true })
    await at.record(
      first,
      { startedAt: new Date("2026-11-18T15:00:00Z"), seconds: 1800, meters: 5000 },
      { silent: true },
    )
    expect(await site.connect(name, ana)).toBe("connected")
    await site.work()
    expect(await site.activities()).toMatchObject([
      {
        source: name,
        status: "counted",
        utc_offset_s: -28_800,
        moving_s: 1800,
        started_at: new Date("2026-11-18T15:00:00Z"),
      },
      {
        source: name,
        status: "counted",
        utc_offset_s: -28_800,
        moving_s: 3600,
        started_at: new Date("2026-11-20T18:00:00Z"),
      },
    ])
    for (const { distance_m } of await site.activities()) expect(distance_m % 5000).toBeLessThan(10)
    const [row] = await site.t.world.db.sql<{ access_token: string; consent_text: string | null }>`
      select access_token, consent_text from private.connections
    `
    const token = await site.t.world.sources.tokens.open(row?.access_token ?? "")
    expect(token).toBeTruthy()
    expect(row?.access_token).not.toContain(token)
    expect(row?.consent_text ?? null).toBe(services[name].consent)
    expect((await connected())?.sweptAt).toEqual(new Date("2026-11-20T20:00:00Z"))
    expect(await healthOf(site.t.world.db, name)).toMatchObject({
      answeredAt: new Date("2026-11-20T20:00:00Z"),
    })
    expect(JSON.stringify(site.t.log.entries)).not.toContain(token)
  })

  test("a workout arrives by event, an edit updates it, and its deletion removes it", async () => {
    await site.connect(name, ana)
    await site.work()
    const id = await at.record(first)
    await site.work()
    const points = await site.points()
    expect(points).toBeGreaterThan(0)
    later(60_000)
    await at.record(first, { seconds: 1800, meters: 5000 }, { id })
    if (differences[name].edit === "sweep") await compare()
    await site.work()
    expect(await site.activities()).toMatchObject([{ external_id: id, moving_s: 1800 }])
    expect(await site.points()).toBeLessThan(points)
    // An empty list is not treated as a deletion of everything.
    const other = { startedAt: new Date("2026-11-17T15:00:00Z"), seconds: 900, meters: 2000 }
    const stays = await at.record(first, other)
    await site.work()
    later(60_000)
    await at.remove(id)
    await site.work()
    if (differences[name].deletion === "sweep") await compare()
    const left = (await site.activities()).map(({ external_id }) => external_id)
    expect(left).toEqual(differences[name].deletion === "never" ? [stays, id] : [stays])
    const [open] = await site.t.world.db.sql`select from private.receipts where done_at is null`
    expect(open).toBeUndefined()
  })

  test("events that are duplicated, late or out of order lead to the service's final state", async () => {
    await site.connect(name, ana)
    await site.work()
    at.faults.doubled = true
    const id = await at.record(first)
    expect(site.t.jobs.filter(({ queue }) => queue === "source-fetch")).toHaveLength(1)
    expect(await at.repeat()).toBe(200)
    expect(await site.work()).toBe(1)
    at.faults.doubled = false
    at.faults.late = true
    later(60_000)
    await at.record(first, { seconds: 2400 }, { id })
    later(60_000)
    await at.record(first, { seconds: 1800 }, { id })
    expect(await at.sendLate()).toEqual([200, 200])
    await site.work()
    expect(await site.activities()).toMatchObject([{ external_id: id, moving_s: 1800 }])
  })

  test("a forged event and an event of unknown meaning change nothing", async () => {
    await site.connect(name, ana)
    await site.work()
    at.faults.forged = signing.includes(name)
    await at.record(first)
    if (at.faults.forged) {
      expect([200, 403]).toContain(await at.repeat())
      expect(await site.work()).toBe(0)
      expect(await site.activities()).toEqual([])
    }
    const path = site.url + webhookPath(site.t.world, name)
    expect((await fetch(path, { method: "POST", body: "no json" })).status).toBeGreaterThanOrEqual(400)
    expect((await healthOf(site.t.world.db, name)).refusal).toMatch(/wrong_secret|invalid_event/)
    expect((await fetch(`${site.url}/webhooks/${name}/${"0".repeat(32)}`, { method: "POST" })).status).toBe(
      404,
    )
    // An event about an athlete who is not connected here.
    const [, second = ""] = at.athletes.keys()
    at.faults.forged = false
    await at.record(second)
    await site.work()
    expect(
      (await site.activities()).every(({ external_id }) => at.held.get(external_id)?.athlete === first),
    ).toBe(true)
  })

  test("an empty list deletes no activities, and a full list or a reconnect finds them all again", async () => {
    for (let day = 10; day < 18; day++)
      await at.record(first, { startedAt: new Date(`2026-11-${day}T15:00:00Z`) }, { silent: true })
    await site.connect(name, ana)
    await site.work()
    const before = [(await site.activities()).length, await site.points()]
    expect(before).toEqual([8, expect.any(Number)])
    at.faults.listsNothing = true
    await compare()
    await compare()
    expect([(await site.activities()).length, await site.points()]).toEqual(before)
    expect(site.t.mails).toEqual([])
    expect(await heldLists(site.t.world.db, name)).toMatchObject(
      differences[name].deletion === "never" ? [] : [{ name: "Ana", missing: 8, known: 8 }],
    )
    at.faults.listsNothing = false
    await compare()
    expect(await site.connect(name, ana)).toBe("connected")
    await site.work()
    expect([(await site.activities()).length, await site.points()]).toEqual(before)
    expect(await heldLists(site.t.world.db, name)).toEqual([])
  })

  test("missed events are found by the daily comparison", async () => {
    await site.connect(name, ana)
    await site.work()
    if (name === "garmin") return expect(differences.garmin.deletion).toBe("never")
    await at.record(first, {}, { silent: true })
    await compare()
    expect(await site.activities()).toHaveLength(1)
    // Unchanged activities are not fetched again.
    const fetches = await site.t.world.db.sql`select from private.receipts where source = ${name}`
    await compare()
    expect(await site.t.world.db.sql`select from private.receipts where source = ${name}`).toEqual(fetches)
  })

  test("after the rate limit is reached, all requests wait", async () => {
    await site.connect(name, ana)
    await site.work()
    at.faults.tooMany = { retryAfter: "600" }
    await at.record(first)
    await site.work()
    const [waiting] = site.t.jobs.filter(({ queue }) => queue === "source-fetch")
    // Garmin's file URLs and Suunto's files are fetched by other requests, which report the limit in the same way.
    expect(waiting?.startAfter).toEqual(new Date("2026-11-20T20:10:00Z"))
    at.faults.tooMany = null
    site.t.clock.set("2026-11-20T20:10:00Z")
    await site.work()
    expect(await site.activities()).toHaveLength(1)
  })

  test("a refused file download is not treated as a refusal of the athlete or of this site", async () => {
    await site.connect(name, ana)
    await site.work()
    for (const status of [401, 403] as const) {
      at.faults.filesRefusedWith = status
      const startedAt = new Date(`2026-11-${status - 384}T15:00:00Z`)
      await at.record(first, { startedAt })
      await site.work()
    }
    expect([(await connected())?.reconnectBy, await standingAlarms(site.t.world.db), site.t.mails]).toEqual([
      null,
      [],
      [],
    ])
    // If there is a summary, it counts; otherwise the owner is notified.
    const hasNone = ["suunto", "coros", "garmin"].includes(name)
    expect(await site.activities()).toHaveLength(hasNone ? 0 : 2)
    expect(await site.t.world.db.sql`select reason from withheld_activities`).toHaveLength(hasNone ? 2 : 0)
  })

  test("an outage causes a retry and does not affect athletes", async () => {
    await site.connect(name, ana)
    await site.work()
    at.faults.down = true
    await at.record(first)
    await expect(site.work()).rejects.toThrow(/answered 503/)
    expect((await connected())?.reconnectBy).toBeNull()
    at.faults.down = false
    later(1_900_000)
    await queueSweeps(site.t.world, name)
    await site.work()
    expect(await site.activities()).toHaveLength(1)
  })

  test("an expired token is refreshed once for all; a refused grant asks its owner to reconnect", async () => {
    await site.connect(name, ana)
    await site.work()
    await at.record(first)
    await site.work()
    if (renewing.includes(name)) {
      later(31 * dayMs)
      const asked = await Promise.all(
        [1, 2, 3].map(() => connectionOf(site.t.world, site.service(name), ana)),
      )
      expect(new Set(asked.map((one) => (one.ok ? one.value.token : one.code))).size).toBe(1)
      expect(asked[0]).toMatchObject({ ok: true })
    }
    at.faults.refusesTokens = true
    at.faults.refusesRefreshes = true
    later(31 * dayMs)
    const before = await site.activities()
    await queueSweeps(site.t.world, name)
    await site.work()
    expect((await connected())?.reconnectBy).not.toBeNull()
    expect(site.t.mails.map(({ kind }) => kind)).toEqual([`${name}.reconnect`])
    expect(await site.activities()).toEqual(before)
    at.faults.refusesTokens = false
    at.faults.refusesRefreshes = false
    expect(await site.connect(name, ana)).toBe("connected")
    await site.work()
    expect((await connected())?.reconnectBy).toBeNull()
    // Activities that the service no longer lists because of their age are kept.
    expect(await site.activities()).toHaveLength(1)
  })

  test("disconnecting revokes the grant and deletes all data; reconnecting imports it again", async () => {
    await at.record(first, {}, { silent: true })
    await site.connect(name, ana)
    await site.work()
    const held = await connectionOf(site.t.world, site.service(name), ana)
    expect(await site.activities()).toHaveLength(1)
    expect(await disconnect(site.t.world, name, await site.userOf(ana))).toEqual({ ok: true })
    await site.work()
    expect([await site.activities(), await site.points(), await connected()]).toEqual([[], 0, undefined])
    expect(site.t.mails.map(({ kind }) => kind)).toEqual([`${name}.forgotten`])
    // Concept2 cannot revoke tokens: they are deleted here and expire by themselves.
    if (name !== "concept2") {
      const token = held.ok ? held.value.token : ""
      const options = { after: new Date(), page: 1, accountId: first, first: false }
      expect(await site.service(name).fetch.activities(token, options)).toMatchObject({
        code: "unauthorized",
      })
    }
    expect(await site.connect(name, ana)).toBe("connected")
    await site.work()
    expect(await site.activities()).toHaveLength(1)
  })

  test("an account belongs to one athlete, and a code works once, in the browser that requested it", async () => {
    const ben = await addAthlete(site.t.world, { email: "ben@b4m.test" })
    expect(await site.connect(name, ana)).toBe("connected")
    expect(await site.connect(name, ben)).toBe("already_connected")
    // The attempt does not change the existing connection.
    await site.work()
    later(60_000)
    await at.record(first)
    await site.work()
    expect(await site.activities()).toHaveLength(1)
    await compare()
    expect([(await connected())?.reconnectBy, site.t.mails]).toEqual([null, []])
    const again = await fetch(`${site.url}/connect/${name}?state=x&code=y`, {
      redirect: "manual",
      headers: { cookie: `${name}_state=x` },
    })
    expect(again.headers.get("location")).toBe(`/account?${name}=unknown_state`)
    const declined = await fetch(`${site.url}/connect/${name}?error=access_denied`, { redirect: "manual" })
    expect(declined.headers.get("location")).toBe(`/account?${name}=declined`)
  })
})
