/** Peculiarities of single services, and the errors that they would cause if ignored. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { services } from "#content/services.ts"
import { webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { connectionsOf, invite } from "#domain/competition/intake/connections/connect.ts"
import { queueSweeps } from "#domain/competition/intake/connections/sweep.ts"
import { keepSubscriptions } from "#server/workers/sources.ts"
import { addAthlete } from "#test/support/competition.ts"
import { readInProcess, type ServiceSite, startServiceSite } from "#test/support/service-site.ts"
import type { createPolarSandbox } from "./polar/sandbox.ts"
import { download } from "./protocol/download.ts"
import { preferRecording } from "./protocol/recording.ts"
import { fitFile } from "./stand-in/fit-file.ts"
import type { createWahooSandbox } from "./wahoo/sandbox.ts"

let site: ServiceSite
let ana: number
beforeAll(async () => {
  site = await startServiceSite("2026-11-20T20:00:00Z")
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.reset()
  ana = await addAthlete(site.t.world, { name: "Ana", email: "ana@b4m.test" })
})

const post = (name: "polar" | "wahoo" | "intervals" | "concept2" | "coros", body: string, headers = {}) =>
  fetch(site.url + webhookPath(site.t.world, name), { method: "POST", body, headers })
const own = async () => connectionsOf(site.t.world.db, await site.userOf(ana))
const compare = async (name: "polar" | "wahoo" | "intervals") => {
  site.t.clock.advance(21 * 3_600_000)
  await queueSweeps(site.t.world, name)
  await site.work()
}

describe("Polar", () => {
  const polar = () => site.standIn<ReturnType<typeof createPolarSandbox>>("polar")
  const secrets = () => site.t.world.db.sql<{ value: string }>`
    select value from private.settings where name = 'polar_webhook'
  `

  test("sends its ping before the secret is known, signs all other events, and is reactivated", async () => {
    expect(polar().webhook).toBe(site.url + webhookPath(site.t.world, "polar"))
    const [kept] = await secrets()
    expect(await site.t.world.sources.tokens.open(kept?.value ?? "")).toMatch(/^[0-9a-f]{40}$/)
    await site.t.world.db.sql`delete from private.settings where name = 'polar_webhook'`
    expect((await post("polar", '{"event":"PING","timestamp":""}')).status).toBe(200)
    const exercise = '{"event":"EXERCISE","user_id":5001,"entity_id":"x","timestamp":"t"}'
    expect((await post("polar", exercise)).status).toBe(403)
    // Polar reveals the secret only once: if it is lost here, the webhook is created again.
    await keepSubscriptions(site.t.world)
    expect((await secrets())[0]?.value).not.toBe(kept?.value)
    polar().webhookActive = false
    await keepSubscriptions(site.t.world)
    expect(polar().webhookActive).toBe(true)
    expect((await post("polar", exercise, { "polar-webhook-signature": "0".repeat(64) })).status).toBe(403)
  })

  test("reports local time: UTC is the local time minus the offset", async () => {
    polar().faults.files = "none"
    await site.connect("polar", ana)
    await polar().record("5001", { startedAt: new Date("2026-11-19T06:30:00Z"), utcOffsetS: 7200 })
    await site.work()
    expect(await site.activities()).toMatchObject([
      { started_at: new Date("2026-11-19T06:30:00Z"), utc_offset_s: 7200, moving_s: 3600, credit: "Polar" },
    ])
  })

  test("waits for its own consents, and accepts athletes who are registered already", async () => {
    polar().withoutConsent.add("5001")
    expect(await site.connect("polar", ana)).toBe("scope_missing")
    polar().withoutConsent.clear()
    polar().registered.add("5001")
    expect(await site.connect("polar", ana)).toBe("connected")
    polar().withoutConsent.add("5001")
    await compare("polar")
    expect((await own()).get("polar")?.reconnectBy).not.toBeNull()
    expect(await standingAlarms(site.t.world.db)).toEqual([])
  })

  test("after a reconnect, activities from an earlier grant are not treated as deleted", async () => {
    await site.connect("polar", ana)
    const id = await polar().record("5001")
    await site.work()
    site.t.clock.advance(60_000)
    expect(await site.connect("polar", ana)).toBe("connected")
    // After a new registration, it lists nothing from before.
    polar().held.delete(id)
    await site.work()
    expect(await site.activities()).toHaveLength(1)
  })
})

describe("Wahoo", () => {
  const wahoo = () => site.standIn<ReturnType<typeof createWahooSandbox>>("wahoo")

  test("allows ten tokens: the eleventh invalidates all of them, and the athlete has to reconnect", async () => {
    await site.connect("wahoo", ana)
    await site.work()
    wahoo().alive.set("61001", 10)
    site.t.clock.advance(110 * 60_000)
    await queueSweeps(site.t.world, "wahoo")
    site.t.clock.advance(9.2 * 60_000)
    await wahoo().record("61001")
    await site.work()
    expect(wahoo().alive.get("61001")).toBe(0)
    expect((await own()).get("wahoo")?.reconnectBy).not.toBeNull()
    expect(await site.connect("wahoo", ana)).toBe("connected")
    await site.work()
    expect(await site.activities()).toHaveLength(1)
  })

  test("sends its token in the body, and uses either of two names for the kind of an event", async () => {
    await site.connect("wahoo", ana)
    const id = await wahoo().record("61001", {}, { silent: true })
    const body = (token: string) =>
      `{"event":"workout_summary","webhook_token":"${token}","user":{"id":61001},"workout_summary":{"updated_at":"1","workout":{"id":${id}}}}`
    expect((await post("wahoo", body("another"))).status).toBe(403)
    expect((await post("wahoo", body("sandbox-webhook"))).status).toBe(200)
    await site.work()
    // An id beyond JavaScript's integer precision.
    expect(await site.activities()).toMatchObject([{ external_id: "9007199254740993" }])
  })

  test("workouts imported from another service are skipped, in events and in the comparison", async () => {
    await site.connect("wahoo", ana)
    const id = await wahoo().record("61001", {}, { foreign: true })
    expect(await site.work()).toBe(1)
    await compare("wahoo")
    expect(await site.activities()).toEqual([])
    // A workout is removed if it later turns out to come from another service.
    site.t.clock.advance(60_000)
    const known = wahoo().held.get(id)
    if (known) wahoo().held.set(id, { ...known, foreign: false })
    await wahoo().record("61001", {}, { id })
    await site.work()
    expect(await site.activities()).toHaveLength(1)
    site.t.clock.advance(60_000)
    await wahoo().record("61001", {}, { id, foreign: true })
    await site.work()
    expect(await site.activities()).toEqual([])
  })

  test("a workout that is announced but missing is not reported as private", async () => {
    await site.connect("wahoo", ana)
    const id = await wahoo().record("61001")
    wahoo().held.delete(id)
    await site.work()
    expect(await site.t.world.db.sql`select reason from withheld_activities`).toEqual([{ reason: "missing" }])
  })

  test("refuses every call until it approves the application, and only operators are notified", async () => {
    await site.connect("wahoo", ana)
    await site.work()
    wahoo().unapproved = true
    await compare("wahoo")
    expect(await standingAlarms(site.t.world.db, "wahoo")).toMatchObject([{ because: "inactive" }])
    expect((await own()).get("wahoo")?.reconnectBy).toBeNull()
  })
})

describe("files", () => {
  test.each(["polar", "wahoo", "intervals"] as const)(
    "%s: if the file is truncated, missing, or at a foreign URL, the summary counts",
    async (name) => {
      const at = site.standIn(name)
      const [first = ""] = at.athletes.keys()
      await site.connect(name, ana)
      await site.work()
      for (const files of ["half", "none", "elsewhere", "whole"] as const) {
        at.faults.files = files
        await at.record(first, {
          startedAt: new Date(site.t.world.now().getTime() - 7_200_000),
          seconds: 1800,
        })
        await site.work()
        site.t.clock.advance(3 * 3_600_000)
      }
      const stored = await site.activities()
      expect(stored.map(({ moving_s }) => moving_s)).toEqual([1800, 1800, 1800, 1800])
      const tracks = await site.t.world.db.sql<{ has: boolean }>`
        select track_s is not null as has from activities order by started_at
      `
      expect(tracks.map(({ has }) => has)).toEqual([false, false, false, true])
    },
  )

  test.each(["suunto", "coros"] as const)("%s has no summary: its owner is told", async (name) => {
    const at = site.standIn(name)
    const [first = ""] = at.athletes.keys()
    await site.connect(name, ana)
    at.faults.files = "half"
    await at.record(first)
    await site.work()
    expect(await site.activities()).toEqual([])
    expect(await site.t.world.db.sql`select reason, refusal from withheld_activities`).toEqual([
      { reason: "refused", refusal: "has no recording that can be read" },
    ])
  })

  test("nothing is fetched from another origin, whether by URL or by redirect", async () => {
    const origins = ["https://cdn.wahooligan.com"]
    const options = { title: "Wahoo", origins, now: () => new Date() }
    for (const url of [
      "http://cdn.wahooligan.com/a.fit",
      "https://cdn.wahooligan.com.evil.example/a.fit",
      "https://cdn.wahooligan.com:8443/a.fit",
      "https://user:word@cdn.wahooligan.com/a.fit",
      "http://127.0.0.1:9/a.fit",
      "file:///etc/passwd",
      "no address",
    ])
      expect(await download(url, options)).toEqual({ ok: true, value: null })
  })

  test("a recording of several sports is one object with several activities", async () => {
    const leg = (sport: "run" | "ride", hour: number) =>
      fitFile({
        sport,
        startedAt: new Date(`2026-11-19T${hour}:00:00Z`),
        utcOffsetS: 0,
        seconds: 1800,
        meters: 6000,
        name: "",
      })
    const summary = {
      externalId: "7",
      sports: ["MULTISPORT"],
      name: "Duathlon",
      startedAt: new Date(),
      utcOffsetS: 0,
    }
    const totals = { elapsedS: 1, movingS: 1, distanceM: 1, elevationM: null, fiveMinutesKmh: null }
    const found = await preferRecording(
      readInProcess,
      { ...summary, ...totals, indoor: false, virtual: false, detail: 0 },
      { bytes: Buffer.concat([leg("run", 10), leg("ride", 11)]), format: "fit" },
    )
    expect(found.map(({ externalId, sports, name }) => [externalId, sports[0], name])).toEqual([
      ["7#0", "running", "Duathlon"],
      ["7#1", "cycling", "Duathlon"],
    ])
  })
})

describe("Intervals.icu", () => {
  test("gets a 200 response, and its activities from Strava are skipped", async () => {
    const at = site.standIn("intervals")
    await site.connect("intervals", ana)
    await at.record("i7001")
    const answer = await post("intervals", '{"secret":"sandbox-webhook","events":[]}')
    expect([answer.status, await answer.json()]).toEqual([200, {}])
    await at.record("i7001", { startedAt: new Date("2026-11-19T10:00:00Z") }, { foreign: true })
    await compare("intervals")
    expect(await site.activities()).toMatchObject([{ credit: "Intervals.icu, Garmin Forerunner 965" }])
    // They are not even requested, so that the owner is not notified of a refusal.
    expect(await site.t.world.db.sql`select from withheld_activities`).toEqual([])
  })

  test("nothing is connected if the athlete clears the checkbox of the required scope", async () => {
    const consent = services.intervals.consent
    const invited = await invite(site.t.world, site.service("intervals"), await site.userOf(ana), consent)
    expect(invited).toMatchObject({ ok: true })
    expect(site.service("intervals").connect.suffices(["CALENDAR:READ"])).toBe(false)
  })

  test("the existing connection is kept if that checkbox is cleared during a reconnect", async () => {
    expect(await site.connect("intervals", ana)).toBe("connected")
    const service = site.service("intervals")
    const { connect } = service
    Object.assign(service, { connect: { ...connect, suffices: () => false } })
    expect(await site.connect("intervals", ana)).toBe("scope_missing")
    Object.assign(service, { connect })
    await site.standIn("intervals").record("i7001")
    await site.work()
    expect(await site.activities()).toHaveLength(1)
    await compare("intervals")
    expect((await own()).get("intervals")?.reconnectBy).toBeNull()
  })
})

describe("Concept2", () => {
  test("a deletion event, which anybody could forge, takes effect only if the logbook confirms it", async () => {
    const at = site.standIn("concept2")
    await site.connect("concept2", ana)
    const id = await at.record("8001", { sport: "row", seconds: 1200.5, meters: 5000 })
    await site.work()
    const deleted = JSON.stringify({ data: { type: "result-deleted", result_id: Number(id) } })
    expect((await post("concept2", deleted)).status).toBe(200)
    await site.work()
    expect(await site.activities()).toMatchObject([{ kind: "row", moving_s: 1201, distance_m: 5000 }])
    at.held.delete(id)
    site.t.clock.advance(60_000)
    await post("concept2", deleted)
    await site.work()
    expect(await site.activities()).toEqual([])
  })

  test("results entered by hand on its site are marked as manual", async () => {
    await site.connect("concept2", ana)
    await site.standIn("concept2").record("8001", {}, { foreign: true })
    await site.work()
    expect(await site.activities()).toMatchObject([{ status: "excluded", reason: "manual" }])
  })
})

test("COROS checks that the webhook responds, and requires its own response format", async () => {
  const probe = await fetch(site.url + webhookPath(site.t.world, "coros"))
  expect([probe.status, await probe.json()]).toEqual([200, { message: "ok", result: "0000" }])
  expect((await post("coros", '{"sportDataList":[]}', { client: "12345", secret: "wrong" })).status).toBe(403)
})

test("Garmin: a deregistration deletes all data, even if the grant is refused already", async () => {
  const at = site.standIn("garmin")
  await site.connect("garmin", ana)
  await at.record("garmin-ana")
  await site.work()
  expect(await site.activities()).toMatchObject([{ credit: "Garmin forerunner965" }])
  await at.deauthorize("garmin-ana")
  await site.work()
  expect([await site.activities(), (await own()).size]).toEqual([[], 0])
  expect(site.t.mails.map(({ kind }) => kind)).toEqual(["garmin.forgotten"])
})

test("a service cannot be connected without the consent wording that its terms require", async () => {
  const userId = await site.userOf(ana)
  for (const consent of [null, "yes"])
    expect(await invite(site.t.world, site.service("polar"), userId, consent)).toEqual({
      ok: false,
      code: "consent_required",
    })
})

test("three services that send the same ride at once yield one counting activity", async () => {
  const names = ["polar", "wahoo", "intervals"] as const
  for (const name of names) await site.connect(name, ana)
  await site.work()
  const ride = {
    sport: "ride",
    startedAt: new Date("2026-11-20T15:00:00Z"),
    seconds: 3600,
    meters: 30_000,
  } as const
  await Promise.all(
    names.map((name) => site.standIn(name).record([...site.standIn(name).athletes.keys()][0] ?? "", ride)),
  )
  await Promise.all([site.work(), site.work(), site.work()])
  const stored = await site.activities()
  expect(stored.map(({ status, reason }) => `${status} ${reason}`).sort()).toEqual([
    "counted counted",
    "excluded duplicate",
    "excluded duplicate",
  ])
})
