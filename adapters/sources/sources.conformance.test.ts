/** The requirements for every source of activities, regardless of its format: files, Strava, the sample athletes. */

import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { parseActivity } from "#domain/competition/intake/parse.ts"
import { toSent } from "#domain/competition/intake/to-sent.ts"
import { onActivities, onRemoved } from "#domain/competition/pipeline.ts"
import type { SentActivity } from "#domain/competition/scoring/activity.ts"
import { addAthlete, createCompetitionWorld, snapshot } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { sampleWorkouts } from "./demo/workouts.ts"
import { readFiles } from "./file/read.ts"
import { createStrava } from "./strava/client.ts"
import { createStravaSandbox } from "./strava/sandbox.ts"

let t: TestWorld
let strava: Server
let folder: string
const now = new Date("2026-11-20T20:00:00Z")

beforeAll(async () => {
  t = await createCompetitionWorld(now.toISOString())
  folder = await mkdtemp(join(tmpdir(), "b4m-sources-"))
  for (const day of ["17", "18"])
    await writeFile(join(folder, `run-${day}.gpx`), gpx(`2026-11-${day}T15:00:00Z`))
})
afterAll(async () => {
  strava?.closeAllConnections()
  strava?.close()
  await rm(folder, { recursive: true, force: true })
  await t.close()
})

/** Half an hour of running north at three meters per second. */
function gpx(start: string): string {
  const points = Array.from({ length: 1800 }, (_, second) => {
    const time = new Date(Date.parse(start) + second * 1000).toISOString()
    return `<trkpt lat="${(33.6 + second * 0.000027).toFixed(6)}" lon="-117.9"><time>${time}</time></trkpt>`
  })
  return `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>${points.join("")}</trkseg></trk></gpx>`
}

interface Source {
  name: string
  /** Reads the same workouts again. */
  read(): Promise<SentActivity[]>
}

async function fromFiles(): Promise<SentActivity[]> {
  const sent: SentActivity[] = []
  for await (const file of readFiles([folder])) {
    if (!file.ok) throw new Error(`${file.name}: ${file.reason}`)
    sent.push(...file.activities.map((activity) => toSent(t.world, "file", activity)))
  }
  return sent
}

async function fromStrava(): Promise<SentActivity[]> {
  const sandbox = createStravaSandbox({ clientId: "1", clientSecret: "s", url: () => "", now: () => now })
  await sandbox.recordAs("1001")
  await sandbox.recordAs("1001", {
    sport_type: "WeightTraining",
    distance: 0,
    start_date: "2026-11-19T15:00:00Z",
    start_date_local: "2026-11-19T07:00:00Z",
  })
  strava?.close()
  strava = createServer(getRequestListener(sandbox.app.fetch))
  await new Promise<void>((resolve) => strava.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(strava.address() as AddressInfo).port}`
  const client = createStrava({
    clientId: "1",
    clientSecret: "s",
    baseUrl: `${url}/api/v3`,
    oauthUrl: `${url}/oauth`,
    clubId: null,
    verifyToken: null,
    db: t.world.db,
    now: () => now,
  })
  const page = await (
    await fetch(client.connect.authorizeUrl({ state: "s", redirectUri: "http://b4m.test/", verifier: "v" }))
  ).text()
  const grant = await client.connect.exchange({
    code: /code=([0-9a-f]+)/.exec(page)?.[1] ?? "",
    redirectUri: "http://b4m.test/",
    verifier: "v",
    member: "m",
  })
  if (!grant.ok) throw new Error(grant.code)
  const read = await client.fetch.activities(grant.value.accessToken, {
    after: new Date(0),
    page: 1,
    accountId: "1001",
    first: false,
  })
  if (!read.ok) throw new Error(read.code)
  return read.value.activities.flatMap((fetched) => {
    if (fetched.ok !== true) throw new Error(JSON.stringify(fetched))
    return fetched.activities.map((activity) => toSent(t.world, "strava", activity))
  })
}

async function fromDemo(): Promise<SentActivity[]> {
  const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"]
  return days.flatMap((day) =>
    sampleWorkouts({ id: "gus-pellerin", sport: "Running" }, day, new Date(`${day}T08:00:00Z`), -28_800).map(
      (workout) => toSent(t.world, "demo", workout),
    ),
  )
}

const sources: Source[] = [
  { name: "file", read: fromFiles },
  { name: "strava", read: fromStrava },
  { name: "demo", read: fromDemo },
]

describe.each(sources)("$name", ({ read }) => {
  let sent: SentActivity[]
  beforeEach(async () => {
    sent = await read()
    await t.world.db.sql`delete from athletes`
  })

  test("reports plausible durations and distances, a known kind, and an existing UTC offset", () => {
    expect(sent.length).toBeGreaterThan(0)
    for (const activity of sent) {
      const parsed = parseActivity(activity)
      if (!parsed.ok) throw new Error(`${activity.externalId}: ${parsed.field}`)
      const { elapsedS, movingS, distanceM, kind, utcOffsetS } = parsed.value
      for (const whole of [elapsedS, movingS, distanceM]) expect(Number.isInteger(whole)).toBe(true)
      expect(movingS).toBeLessThanOrEqual(elapsedS + 2)
      expect(kind).not.toBe("other")
      expect(Math.abs((utcOffsetS ?? 0) % 900)).toBe(0)
    }
  })

  test("gives the same workout the same id when it is read again, and two workouts different ids", async () => {
    const names = (all: SentActivity[]) =>
      all.map(({ externalId, startedAt }) => `${externalId} ${startedAt.toISOString()}`)
    expect(names(await read())).toEqual(names(sent))
    expect(new Set(sent.map(({ externalId }) => externalId)).size).toBe(sent.length)
  })

  test("may send activities twice and in any order, and leaves nothing behind after all are deleted", async () => {
    const athlete = await addAthlete(t.world, { name: "Ana", joinedAt: "2000-01-01T00:00:00Z" })
    const empty = await snapshot(t.world.db)
    const parsed = sent.map((activity) => {
      const read = parseActivity(activity)
      if (!read.ok) throw new Error(read.reason)
      return read.value
    })
    expect(await onActivities(t.world, athlete, parsed)).toMatchObject({ ok: true })
    const once = await snapshot(t.world.db)
    for (const activity of parsed.toReversed()) await onActivities(t.world, athlete, [activity])
    expect(await snapshot(t.world.db)).toEqual(once)
    await onRemoved(t.world, athlete, sent)
    expect(await snapshot(t.world.db)).toEqual(empty)
  })
})
