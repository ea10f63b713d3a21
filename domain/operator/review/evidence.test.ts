import { afterAll, beforeAll, expect, test } from "vitest"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { decideOn } from "#domain/competition/review/decide.ts"
import { type Reviewed, readReviewed } from "#domain/competition/review/review.ts"
import type { FileOutcome, RecordedActivity } from "#ports/recorded.ts"
import { leastSlots, packSamples, type Samples, unpackSamples } from "#primitives/samples.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { gatherEvidence } from "./evidence.ts"
import { readRecording } from "./recording.ts"

let t: TestWorld
let athlete: number
let about: Reviewed
let outcomes: FileOutcome[] = []
const hour = 3_600_000
beforeAll(async () => {
  t = await createCompetitionWorld()
  const files = {
    ...t.world.sources.files,
    async *readReceived(received: readonly { bytes: AsyncIterable<Uint8Array> }[]) {
      for (const { bytes } of received) for await (const _chunk of bytes);
      yield* outcomes
    },
  }
  t.world.sources = { ...t.world.sources, files }
  athlete = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
  about = await put({ distanceM: 22_000, externalId: "content#1" })
})
afterAll(() => t.close())

async function put(run: Parameters<typeof sentRun>[0], of = athlete): Promise<Reviewed> {
  const sent = sentRun(run)
  await onActivity(t.world, of, sent)
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where external_id = ${sent.externalId} and athlete_id = ${of}`
  return (await readReviewed(t.world, row?.id ?? 0)) as Reviewed
}

const flat = (value: number) => Array.from({ length: leastSlots }, () => value)
const samples: Samples = { slotS: 15, heart: flat(140), speed: flat(3), lat: flat(33.5), lon: flat(-117.5) }
const kept = unpackSamples(packSamples(samples))
const leg = (externalId: string, fingerprint: string | null) =>
  ({ externalId, fingerprint }) as RecordedActivity

test("The recording is shown from its original file, limited to its leg; otherwise the reason is given", async () => {
  const read = async (changes: Partial<Reviewed> = {}) => {
    const { samples, withoutSamples } = await gatherEvidence(t.world, { ...about, ...changes })
    return [samples, withoutSamples]
  }
  expect(await read()).toEqual([null, "There is no original file for this activity."])
  expect(await read({ original: "forbidden", source: "strava" })).toEqual([
    null,
    expect.stringContaining("Strava does not let us keep recordings"),
  ])
  expect(await read({ original: "forbidden", source: "file" })).toEqual([
    null,
    expect.stringContaining("file does not"),
  ])
  const bytes = (async function* () {
    yield new TextEncoder().encode("a recording")
  })()
  const { key } = await t.world.files.put(`recordings/${athlete}`, bytes)
  const add = (sha256: string) => t.world.db.sql`
    insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
    values (${athlete}, 'content', ${sha256}, 'run.fit', 11, now())
    on conflict (athlete_id, content_id) do update set sha256 = excluded.sha256`
  await add("0".repeat(64))
  expect(await read()).toEqual([null, expect.stringContaining("is not on this server")])
  await add(key.split("/").at(-1) ?? "")
  expect(await read()).toEqual([null, "The original file has no recording."])
  outcomes = [{ ok: false, name: "run.fit", reason: "cut off" } as unknown as FileOutcome]
  expect(await read()).toEqual([null, "The original file cannot be read: it is cut off."])
  const print = packSamples(samples).toString("base64")
  const holds = (...activities: RecordedActivity[]) => {
    outcomes = [{ ok: true, activities } as unknown as FileOutcome]
  }
  const short = [null, "The recording is too short to draw, or has totals only."]
  holds(leg("content#0", null), leg("content#1", print))
  expect(await read()).toEqual([kept, null])
  expect(await read({ externalId: "content" })).toEqual(short)
  holds(leg("content", print))
  expect(await read()).toEqual(short)
  expect(await read({ externalId: "content" })).toEqual([kept, null])
  expect(await read({ externalId: "content#0" })).toEqual([kept, null])
  const helper = await addOperatorSession(t.world, "helper")
  const found = await readRecording(t.world, helper, about.id)
  expect("original" in found && (await new Response(found.original.body).text())).toBe("a recording")
  const entries = await t.world.db.sql`select subject_id, command from private.journal`
  expect(entries).toEqual([{ subject_id: String(about.id), command: "review.file" }])
})

const beyond = async (changes: Partial<Reviewed>) =>
  (await gatherEvidence(t.world, { ...about, fiveMinutesKmh: null, ...changes })).measures
    .filter((measure) => measure.beyond)
    .map(({ label }) => label)

test.each<[string, Partial<Reviewed>, string[]]>([
  ["as fast as is usual", { movingS: 3600, distanceM: 21_000 }, []],
  ["faster", { movingS: 3600, distanceM: 21_001 }, ["Average speed"]],
  ["as slow as is usual", { movingS: 3600, distanceM: 2000 }, []],
  ["slower", { movingS: 3600, distanceM: 1999 }, ["Average speed"]],
  ["without a distance", { movingS: 3600, distanceM: 0 }, []],
  ["without a time", { movingS: 0, distanceM: 1000 }, ["Average speed"]],
  ["a fast five minutes", { movingS: 3600, distanceM: 9000, fiveMinutesKmh: 22.5 }, []],
  ["faster five minutes", { movingS: 3600, distanceM: 9000, fiveMinutesKmh: 22.6 }, ["Best five minutes"]],
  ["as far as the best", { movingS: 6 * 3600, distanceM: 60_000 }, []],
  ["farther", { movingS: 6 * 3600, distanceM: 60_001 }, ["Distance"]],
  ["farther, with a track", { movingS: 6 * 3600, distanceM: 60_001, fiveMinutesKmh: 12 }, []],
  ["longer", { movingS: 6 * 3600 + 1, distanceM: 60_000 }, ["Moving time"]],
  ["longer, with a track", { movingS: 6 * 3600 + 1, distanceM: 60_000, fiveMinutesKmh: 12 }, []],
  [
    "lifting for long, with a track",
    { kind: "strength", movingS: 12 * 3600, distanceM: 0, fiveMinutesKmh: 5 },
    [],
  ],
  [
    "lifting for longer, with a track",
    { kind: "strength", movingS: 12 * 3600 + 1, distanceM: 0, fiveMinutesKmh: 5 },
    ["Moving time"],
  ],
  ["swimming slowly, which has no limit", { kind: "swim", movingS: 3600, distanceM: 1 }, []],
  ["lifting as long as is usual", { kind: "strength" as ActivityKind, movingS: 4 * 3600, distanceM: 0 }, []],
])("%s: beyond its limits %j", async (_what, changes, labels) =>
  expect(await beyond(changes)).toEqual(labels),
)

test("Measures are shown with their limits; time spent changing equipment has none", async () => {
  const of = async (changes: Partial<Reviewed>) => gatherEvidence(t.world, { ...about, ...changes })
  const run = await of({ movingS: 3600, distanceM: 12_000, fiveMinutesKmh: 13 })
  expect(run.measures.map(({ label, value, limit }) => `${label}: ${value}, ${limit}`)).toEqual([
    "Average speed: 12.0 km/h, looked at above 21.0 km/h or below 2.0 km/h",
    "Best five minutes: 13.0 km/h, looked at above 22.5 km/h",
    "Distance: 12.0 km, without a track, looked at above 60 km",
    "Moving time: 1.0 h, without a track, looked at above 6 h",
  ])
  expect(run.speedLimits).toEqual({ impossible: 26, unusual: 22.5 })
  const standing = await of({ movingS: 0, distanceM: 1000 })
  expect(standing.measures[0]?.value).toBe("0.0 km/h")
  const transition = await of({ kind: "transition" })
  expect([transition.measures, transition.speedLimits]).toEqual([[], null])
})

test("It is shown with the athlete's activities within a day and a half, past decisions, and the recording it repeats", async () => {
  const at = (ms: number) => new Date(about.startedAt.getTime() + ms)
  const other = await addAthlete(t.world, { name: "Ben" })
  const first = await put({ startedAt: at(-40 * hour) }, other)
  const near = await Promise.all([at(-36 * hour), at(36 * hour)].map((startedAt) => put({ startedAt })))
  await put({ startedAt: at(-36 * hour - 1000) })
  await put({ startedAt: at(36 * hour + 1000) })
  await decideOn(t.world, { id: about.id, decision: "count", reason: "A known runner" })
  const evidence = await gatherEvidence(t.world, about)
  expect(evidence.neighbors.map(({ id }) => id)).toEqual(near.map(({ id }) => id))
  expect(evidence.earlier).toMatchObject([
    { activityId: about.id, decision: "count", reason: "A known runner" },
  ])
  expect(evidence.twin).toBeNull()
  await t.world.db.sql`update activities set twin_of = ${first.id} where id = ${about.id}`
  expect((await gatherEvidence(t.world, about)).twin).toMatchObject({
    id: first.id,
    athleteName: "Ben",
    sameAthlete: false,
    samples: null,
  })
  await t.world.db.sql`update activities set twin_of = ${near[0]?.id ?? 0} where id = ${about.id}`
  expect((await gatherEvidence(t.world, about)).twin).toMatchObject({ id: near[0]?.id, sameAthlete: true })
})
