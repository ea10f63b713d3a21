import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { listReviews } from "#test/support/lists.ts"
import { disguises, outing, type Point, printOf, routeOf, session } from "#test/support/outings.ts"
import type { TestWorld } from "#test/support/world.ts"
import { parseActivity } from "./intake/parse.ts"
import { onActivities, onActivity, onDecision, onRemoved } from "./pipeline.ts"
import { recompute } from "./recompute.ts"
import { listSuspicions } from "./review/review.ts"
import { finds, type Lookup, lookupsOf, placeTolerance } from "./scoring/cells.ts"

let t: TestWorld
let ana: number
let ben: number
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  ana = await addAthlete(t.world, { name: "Ana" })
  ben = await addAthlete(t.world, { name: "Ben" })
})

const recording = (seed: number, changes: Parameters<typeof sentRun>[0] = {}) =>
  sentRun({
    fingerprint: fingerprint(anySamples(seed)),
    fiveMinutesKmh: 11,
    trackS: 3600,
    trackM: 10_000,
    ...changes,
  })
const reasons = async (athlete: number) =>
  (
    await t.world.db.sql<{ reason: string }>`
      select reason from activities where athlete_id = ${athlete} order by external_id
    `
  ).map(({ reason }) => reason)
const nothingDiffers = async () =>
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
const hour = 3_600_000
const start = new Date("2026-11-18T15:00:00Z").getTime()

test("if two accounts send one recording, the later one waits for a review, and the first still counts", async () => {
  const sent = recording(1, { externalId: "a" })
  await onActivity(t.world, ana, sent)
  await onActivity(t.world, ben, { ...sent, externalId: "b" })
  expect(await reasons(ana)).toEqual(["counted"])
  expect(await reasons(ben)).toEqual(["same-recording"])
  const [waiting] = await listReviews(t.world)
  expect(waiting?.signs).toEqual([expect.stringMatching(/^the same samples as activity \d+ of ana-\d+$/)])
  // Sending it once more does not reverse the order.
  await onActivity(t.world, ana, sent)
  await onActivity(t.world, ben, { ...sent, externalId: "b" })
  expect([await reasons(ana), await reasons(ben)]).toEqual([["counted"], ["same-recording"]])
  await nothingDiffers()

  await onDecision(t.world, ben, { source: "file", externalId: "b" }, "count")
  await onDecision(t.world, ana, { source: "file", externalId: "a" }, "decline")
  expect([await reasons(ana), await reasons(ben)]).toEqual([["declined"], ["cleared"]])
  await nothingDiffers()
})

test("when the first is removed, the later one waits until it is reviewed or sent again", async () => {
  const sent = recording(1, { externalId: "a" })
  await onActivity(t.world, ana, sent)
  await onActivity(t.world, ben, sent)
  await onRemoved(t.world, ana, [sent])
  expect(await reasons(ben)).toEqual(["same-recording"])
  await nothingDiffers()
  await onActivity(t.world, ben, sent)
  expect(await reasons(ben)).toEqual(["counted"])
  // Now it is the first.
  await onActivity(t.world, ana, sent)
  expect([await reasons(ana), await reasons(ben)]).toEqual([["same-recording"], ["counted"]])
  await nothingDiffers()
})

test("a group ride, and equal treadmill sessions, are not copies", async () => {
  const other = anySamples(2).heart
  await onActivity(t.world, ana, recording(1, { externalId: "ride" }))
  await onActivity(
    t.world,
    ben,
    recording(1, { externalId: "ride", fingerprint: fingerprint(anySamples(1, { heart: other })) }),
  )
  const nowhere = anySamples(0).lat.map(() => Number.NaN)
  const steady = anySamples(0, {
    lat: nowhere,
    lon: nowhere,
    speed: nowhere.map(() => 2.78),
    heart: nowhere.map(() => 140),
  })
  const treadmill = { startedAt: new Date(start - 24 * hour), fingerprint: fingerprint(steady), indoor: true }
  await onActivity(t.world, ana, sentRun({ ...treadmill, externalId: "treadmill" }))
  await onActivity(t.world, ben, sentRun({ ...treadmill, externalId: "treadmill" }))
  expect(await reasons(ana)).toEqual(["counted", "counted"])
  expect(await reasons(ben)).toEqual(["counted", "counted"])
})

test.each([
  ["3:37 h later", 3 * hour + 37 * 60_000, {}],
  ["a day earlier", -24 * hour, {}],
  ["6 h later with 1 % more distance", 6 * hour, { distanceM: 10_100, trackM: 10_100 }],
])("an athlete's own copy %s does not count again", async (_, later, changes) => {
  await onActivity(t.world, ana, recording(1, { externalId: "a", detail: 200 }))
  const copy = recording(1, { externalId: "b", startedAt: new Date(start + later), ...changes })
  await onActivity(t.world, ana, copy)
  expect(await reasons(ana)).toEqual(["counted", "duplicate"])
  await nothingDiffers()
  await onRemoved(t.world, ana, [{ source: "file", externalId: "a" }])
  expect(await reasons(ana)).toEqual(["counted"])
})

test("a copy counts when its original loses its time to a record received later", async () => {
  await onActivity(t.world, ana, recording(1, { externalId: "a", detail: 200 }))
  const startedAt = new Date(start + 3 * hour)
  await onActivity(t.world, ana, recording(1, { externalId: "b", startedAt, detail: 100 }))
  // Without samples, and hours before the copy.
  await onActivity(t.world, ana, sentRun({ externalId: "c", detail: 500 }))
  expect(await reasons(ana)).toEqual(["duplicate", "counted", "counted"])
  await nothingDiffers()
})

test("an athlete's own copy many days apart waits for a review, even when both arrive together", async () => {
  const sent = recording(1, { externalId: "a" })
  const copy = recording(1, { externalId: "b", startedAt: new Date(start - 120 * hour) })
  await onActivity(t.world, ana, sent)
  await onActivity(t.world, ana, copy)
  await onActivities(t.world, ben, [
    recording(3, { externalId: "a" }),
    recording(3, { externalId: "b", startedAt: copy.startedAt }),
  ])
  expect(await reasons(ana)).toEqual(["counted", "same-recording"])
  expect(await reasons(ben)).toEqual(["counted", "same-recording"])
  await nothingDiffers()
})

test("two accounts that send one recording at the same moment: one of them counts", async () => {
  const athletes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => addAthlete(t.world, { name: `Racer ${n}` })),
  )
  const sent = recording(1)
  await Promise.all(athletes.map((athlete) => onActivity(t.world, athlete, sent)))
  const all = (await Promise.all(athletes.map(reasons))).flat().sort()
  expect(all).toEqual(["counted", ...Array.from({ length: 11 }, () => "same-recording")])
  await nothingDiffers()
})

test("a copy is recognized even if the search ran before the first was committed", async () => {
  const sent = recording(1)
  let later: Promise<unknown> | undefined
  await t.world.db.transaction(async (db) => {
    await onActivity({ ...t.world, db }, ana, sent)
    later = onActivity(t.world, ben, sent)
    await expect
      .poll(() => t.world.db.sql`select from pg_locks where classid = private.twins_lock() and not granted`)
      .toHaveLength(1)
  })
  await later
  expect([await reasons(ana), await reasons(ben)]).toEqual([["counted"], ["same-recording"]])
  await nothingDiffers()
})

test("recordings stored since the search are compared in the same way as by the indexes", async () => {
  const many = Array.from({ length: 8 }, (_, n) => anySamples(n + 1))
  const shorter = many.map(({ slotS, heart, speed, lat, lon }) => ({
    slotS,
    ...{ heart: heart.slice(6), speed: speed.slice(6), lat: lat.slice(6), lon: lon.slice(6) },
  }))
  const array = (values: readonly unknown[]) => `{${values.join()}}`
  const { sql } = t.world.db
  for (const stored of many) {
    const owns = lookupsOf(stored).filter(({ own }) => own)
    const [snapshot] = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`
    await sql`
      insert into private.stored_prints (cells, sketches, spans, keys) values (
        ${array(owns.map(({ place }) => place))}::text::integer[], ${array(owns.map(({ sketch }) => sketch))}::text::bigint[],
        ${array(owns.map(({ spanS }) => spanS))}::text::integer[], array[-7, -8]
      )
    `
    const found = (asked: readonly (readonly Lookup[])[], seen: string) =>
      Promise.all(
        asked.map(async (lookups) => {
          const [row] = await sql<{ is: boolean }>`
            select private.stored_since(
              ${seen}::text::pg_snapshot, ${array(lookups.map(({ place }) => place))}::text::integer[],
              ${array(lookups.map(({ sketch }) => sketch))}::text::bigint[],
              ${array(lookups.map(({ least }) => least))}::text::integer[],
              ${array(lookups.map(({ most }) => most))}::text::integer[], ${placeTolerance}::integer,
              array[-6, -9]
            ) as is
          `
          return row?.is
        }),
      )
    const asked = [...many, ...shorter].map((samples) => lookupsOf(samples))
    const expected = asked.map((lookups) => lookups.some((one) => owns.some((own) => finds(one, own))))
    expect(expected).toContain(true)
    expect(expected).toContain(false)
    expect(await found(asked, snapshot?.seen ?? "")).toEqual(expected)
    const [later] = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`
    expect(await found(asked, later?.seen ?? "")).toEqual(asked.map(() => false))
  }
})

test("where many have recorded one course, a copy is still recognized", async () => {
  const course = { ...anySamples(1), heart: anySamples(1).heart.map(() => Number.NaN) }
  /** The same course, here a little faster and there a little slower. */
  const paced = (n: number) => {
    const at = course.lat.map((_, slot) => Math.min(119, Math.max(0, slot + 3 * Math.sin(slot / 19 + n))))
    const along = (values: readonly number[]) =>
      at.map((one) => {
        const [from, to] = [values[Math.floor(one)] as number, values[Math.ceil(one)] as number]
        return from + (to - from) * (one % 1)
      })
    return { ...course, lat: along(course.lat), lon: along(course.lon) }
  }
  const others = await Promise.all(
    Array.from({ length: 36 }, (_, n) => addAthlete(t.world, { name: `Runner ${n}` })),
  )
  await Promise.all(
    others.map((athlete, n) =>
      onActivity(t.world, athlete, recording(1, { fingerprint: fingerprint(paced(n)) })),
    ),
  )
  const startedAt = new Date(start - 24 * hour)
  const sent = recording(1, { startedAt, fingerprint: fingerprint(course) })
  await onActivity(t.world, ana, sent)
  await onActivity(t.world, ben, sent)
  const rows = await t.world.db.sql`
    select athlete_id::integer, id, twin_of from activities where athlete_id in (${ana}, ${ben}) order by id
  `
  expect(rows[1]).toMatchObject({ athlete_id: ben, twin_of: rows[0]?.id })
})

test("totals that the track does not support are limited by it, and the operator sees both", async () => {
  await onActivity(
    t.world,
    ana,
    sentRun({ distanceM: 12_000, fiveMinutesKmh: 11, trackS: 3600, trackM: 10_000 }),
  )
  expect(await reasons(ana)).toEqual(["beyond-track"])
  expect(await t.world.db.sql`select points, distance_m from athlete_days`).toEqual([
    { points: 135, distance_m: 10_000 },
  ])
  const [seen] = await listSuspicions(t.world)
  expect(seen?.signs).toEqual(["totals far from the track: 12 km, of which the track shows 10 km"])
  await nothingDiffers()
})

test("no samples are stored for a service that forbids it", async () => {
  // Parsed first, as intake/take.ts does.
  const read = parseActivity(recording(1, { source: "strava" }))
  if (!read.ok) throw new Error(read.reason)
  await onActivity(t.world, ana, read.value)
  expect(await t.world.db.sql`select from private.fingerprints`).toHaveLength(0)
  await onActivity(t.world, ana, recording(2))
  expect(await t.world.db.sql`select from private.fingerprints`).toHaveLength(1)
  await t.world.db.sql`delete from athletes`
  expect(await t.world.db.sql`select from private.fingerprints`).toHaveLength(0)
})

/** A recording of the given points, on the given day of November. */
const recorded = (
  externalId: string,
  day: number,
  points: readonly Point[],
  changes: Parameters<typeof sentRun>[0] = {},
) => {
  const seconds = points.at(-1)?.s ?? 0
  return sentRun({
    ...{ externalId, startedAt: new Date(Date.UTC(2026, 10, day, 15)), elapsedS: seconds, movingS: seconds },
    ...{ kind: "ride", sport: "cycling", distanceM: seconds * 7, fingerprint: printOf(points), ...changes },
  })
}
const tour = disguises.withoutHeart(outing(routeOf(1, 40_000), 1, { mps: 8, toM: 40_000 }))
const pieces = [0, 1, 2].map((nr) =>
  disguises.piece(tour, nr, 3).map((one, _, all) => ({ ...one, s: one.s - (all[0]?.s ?? 0) })),
)

test("an athlete's own ride resent in three pieces, and a stolen one, wait for a review, and the sign describes the shared parts", async () => {
  await onActivity(t.world, ana, recorded("tour", 10, tour))
  for (const [nr, piece] of pieces.entries()) {
    await onActivity(
      t.world,
      ana,
      recorded(`tour${nr}`, 11 + (nr > 1 ? 1 : 0), piece, {
        startedAt: new Date(Date.UTC(2026, 10, 11 + (nr > 1 ? 1 : 0), 15 + (nr % 2) * 3)),
      }),
    )
    await onActivity(t.world, ben, recorded(`piece${nr}`, 14 + nr, piece))
  }
  expect(await reasons(ana)).toEqual(["counted", "same-recording", "same-recording", "same-recording"])
  expect(await reasons(ben)).toEqual(["same-recording", "same-recording", "same-recording"])
  const waiting = await listReviews(t.world)
  expect(waiting.map(({ signs }) => signs[0])).toEqual(
    waiting.map(() =>
      expect.stringMatching(/^\d+ of \d+ windows of its track are shared with activity \d+ of ana-\d+$/),
    ),
  )
  await nothingDiffers()
})

test.each<[string, (points: readonly Point[]) => Point[]]>([
  ["reversed", disguises.reversed],
  ["7 % faster", (points) => disguises.faster(points, 1.07)],
  ["moved by 5 km", (points) => disguises.moved(points, 5000)],
])(
  "a stolen ride that was %s waits for a look, and so does the original when it comes second",
  async (_, disguise) => {
    await onActivity(t.world, ana, recorded("a", 10, tour))
    await onActivity(t.world, ben, recorded("b", 12, disguise(tour)))
    expect([await reasons(ana), await reasons(ben)]).toEqual([["counted"], ["same-recording"]])
    await t.world.db.sql`delete from activities`
    await onActivity(t.world, ben, recorded("b", 12, disguise(tour)))
    await onActivity(t.world, ana, recorded("a", 10, tour))
    expect([await reasons(ana), await reasons(ben)]).toEqual([["same-recording"], ["counted"]])
    await nothingDiffers()
  },
)

test.each([
  ["one device", "watch-1", "watch-1", "same-recording"],
  ["two devices", "watch-1", "watch-2", "counted"],
  ["devices that nobody knows", null, null, "counted"],
])(
  "indoors, the heart rates of another athlete, changed a little, wait for a look if they come from one device: %s",
  async (_, first, second, reason) => {
    const { heart, lat } = anySamples(1)
    const nowhere = lat.map(() => Number.NaN)
    const indoors = { lat: nowhere, lon: nowhere, beats: [7, 8, 9] }
    // A beat and a half off on average.
    const changed = heart.map((beats, slot) => beats + (slot % 2 === 0 ? 2 : 1))
    const sent = (values: readonly number[], recorderKey: string | null) =>
      recording(1, {
        ...{ fingerprint: fingerprint(anySamples(1, { ...indoors, heart: values })), recorderKey },
        ...{ indoor: true, trackS: 0, trackM: 0 },
      })
    await onActivity(t.world, ana, sent(heart, first))
    await onActivity(t.world, ben, sent(changed, second))
    expect([await reasons(ana), await reasons(ben)]).toEqual([["counted"], [reason]])
    await nothingDiffers()
  },
)

test("a single activity whose track covers 85 % of the time counts by the track, though it tells 1.75 times the distance", async () => {
  await onActivity(
    t.world,
    ana,
    sentRun({ distanceM: 17_500, fiveMinutesKmh: 11, trackS: 3060, trackM: 8500 }),
  )
  expect(await reasons(ana)).toEqual(["beyond-track"])
  expect(await t.world.db.sql`select points, distance_m from athlete_days`).toEqual([
    { points: 135, distance_m: 10_000 },
  ])
  await nothingDiffers()
})

test("pieces that arrive together with the whole ride wait for a review, except the first", async () => {
  await onActivities(t.world, ana, [
    recorded("a", 10, tour),
    ...pieces.map((piece, nr) => recorded(`b${nr}`, 11 + nr, piece)),
  ])
  expect(await reasons(ana)).toEqual(["counted", "same-recording", "same-recording", "same-recording"])
  await nothingDiffers()
})

/** The same training on two days, without a track: half an hour of it is 6 x 4 min. */
const intervals = (seed: number) => {
  const seconds = (count: number, effort: number) => Array.from({ length: count }, () => effort)
  const rounds = Array.from({ length: 6 }, () => [...seconds(240, 0.9), ...seconds(120, 0.45)]).flat()
  return session(seed, [...seconds(900, 0.55), ...rounds, ...seconds(600, 0.5)])
}
const indoors = { kind: "other", sport: "cardio", distanceM: 0, indoor: true } as const

test("the same intervals on two days count twice, and those of a club mate", async () => {
  for (let day = 10; day < 16; day++) {
    await onActivity(t.world, ana, recorded(`${day}`, day, intervals(day), indoors))
    await onActivity(t.world, ben, recorded(`${day}`, day, intervals(day + 50), indoors))
  }
  expect(new Set([...(await reasons(ana)), ...(await reasons(ben))])).toEqual(new Set(["counted"]))
})

test("a copy with only heart rates waits for a review; two records of one session do not", async () => {
  const original = intervals(1)
  await onActivity(t.world, ana, recorded("a", 10, original, indoors))
  const second = { source: "garmin", startedAt: new Date(Date.UTC(2026, 10, 10, 15, 0, 5)) } as const
  await onActivity(t.world, ana, recorded("d", 10, original.slice(5), { ...indoors, ...second }))
  await onActivity(t.world, ben, recorded("b", 12, original.slice(40), indoors))
  await onActivity(t.world, ana, recorded("c", 11, original, indoors))
  expect([await reasons(ana), await reasons(ben)]).toEqual([
    ["counted", "same-recording", "duplicate"],
    ["same-recording"],
  ])
  await nothingDiffers()
})
