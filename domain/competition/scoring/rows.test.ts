/** An activity and a day are read back as they were stored: a value in the wrong column would be scored. */
import { expect, test } from "vitest"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { cellsOf } from "./cells.ts"
import { deriveDay } from "./day.ts"
import type { KeptActivity } from "./plan.ts"
import {
  type ActivityRow,
  fromRow,
  type NeighborRow,
  toDayRow,
  toNeighbor,
  toPrintRow,
  toRow,
} from "./rows.ts"
import { readSamples } from "./same-recording.ts"

const print = fingerprint(anySamples(1))
/** No two values of one type are alike. */
const kept: KeptActivity = {
  ...sentRun({ externalId: "c#1", source: "garmin", name: "Tempo", elevationM: 120, credit: "Garmin" }),
  ...{ id: 12, utcOffsetS: -28_800, localOn: "2026-11-18", detail: 77, fiveMinutesKmh: 11.5, topKmh: 20.25 },
  ...{ receivedAt: new Date("2026-11-18T17:00:00Z"), status: "review", reason: "same-recording" },
  ...{ decision: "count", trackS: 3500, trackM: 9900, countedS: 3400, countedM: 9800, twinOf: 7 },
  ...{ toldOffsetS: 50_400, ends: [336_000, -1_179_000, 15, 336_100, -1_179_200, 3570] },
  ...{ climbMph: 640, climbBpm: 151 },
  ...{ fingerprint: print, samples: readSamples(print) },
}

const flags = ["manual", "flagged", "indoor", "virtual", "public"] as const

test.each<[string, Partial<KeptActivity>]>([
  ["with everything", {}],
  [
    "of which little is known",
    {
      ...{ name: null, elevationM: null, fiveMinutesKmh: null, topKmh: null, trackS: null, trackM: null },
      ...{ toldOffsetS: null, ends: null, climbMph: null, climbBpm: null },
      ...{ countedS: null, countedM: null, decision: null, twinOf: null, credit: null },
    },
  ],
  ...flags.map((flag): [string, Partial<KeptActivity>] => [
    `that is only ${flag}`,
    { ...Object.fromEntries(flags.map((one) => [one, one === flag])) },
  ]),
])("an activity %s comes back from its row as it was", (_, changes) => {
  const activity = { ...kept, ...changes }
  const row = JSON.parse(JSON.stringify({ id: 12, ...toRow(activity) })) as ActivityRow
  expect(fromRow(row, print)).toEqual(activity)
  expect(fromRow(row, null)).toEqual({ ...activity, fingerprint: null, samples: null })
})

test("a row has the columns of the table", () => {
  expect(toRow(kept)).toMatchObject({
    ...{ external_id: "c#1", started_at: "2026-11-18T15:00:00.000Z", utc_offset_s: -28_800, is_public: true },
    ...{ elapsed_s: 3700, moving_s: 3600, distance_m: 10_000, received_at: "2026-11-18T17:00:00.000Z" },
    ...{ track_s: 3500, track_m: 9900, counted_s: 3400, counted_m: 9800, twin_of: 7 },
    ...{ told_offset_s: 50_400, ends: kept.ends, climb_mph: 640, climb_bpm: 151 },
  })
})

test("a neighbor is read from the columns in order", () => {
  const row: NeighborRow = [
    ...([12, "garmin", "c#1", "run", "2026-11-18T15:00:00Z", "2026-11-18", 3700, 3600, 10_000, 77] as const),
    ...(["2026-11-18T17:00:00Z", "count", "review", "same-recording", 3500, 9900, 3400, 9800] as const),
    ...(["Garmin", kept.ends, true, print] as const),
  ]
  const { samples } = kept
  const neighbor = {
    ...{ id: 12, source: "garmin", externalId: "c#1", kind: "run", startedAt: kept.startedAt },
    ...{ localOn: "2026-11-18", elapsedS: 3700, movingS: 3600, distanceM: 10_000, detail: 77 },
    ...{ receivedAt: kept.receivedAt, decision: "count", status: "review", reason: "same-recording" },
    ...{
      trackS: 3500,
      trackM: 9900,
      countedS: 3400,
      countedM: 9800,
      credit: "Garmin",
      ends: kept.ends,
      isRead: true,
      samples,
    },
  }
  expect(toNeighbor(row)).toEqual(neighbor)
  const without = row.with(-1, null).with(-2, false) as NeighborRow
  expect(toNeighbor(without)).toEqual({ ...neighbor, isRead: false, samples: null })
})

test("a fingerprint is stored in its cells, with sketches of more digits than a JSON number can hold", () => {
  const name = { source: "garmin", external_id: "c#1" }
  const own = cellsOf(anySamples(1))
  const { place, placeSketch, spanS } = cellsOf(kept.samples ?? anySamples(2))
  expect(spanS).toBe(own.spanS)
  const stored = {
    place,
    place_sketch: `${placeSketch}`,
    keys: [],
    span_s: spanS,
  }
  expect(toPrintRow(kept, new Map())).toEqual({ ...name, ...stored, samples: print })
  // If its lookups have already computed the cells, they are used.
  const known = { place: 1, placeSketch: 2n ** 62n + 1n, keys: [-7], spanS: 3 }
  expect(toPrintRow(kept, new Map([[print, known]]))).toEqual({
    ...{ ...name, place: 1, place_sketch: "4611686018427387905", keys: [-7], span_s: 3 },
    samples: print,
  })
  const removed = { ...kept, fingerprint: null, samples: null }
  expect(JSON.parse(JSON.stringify(toPrintRow(removed, new Map([["", known]]))))).toEqual({
    ...{ ...name, place_sketch: null, samples: null },
  })
})

test("a day is stored with the parts that count for each season, by board", () => {
  const counted = { ...kept, countedS: null, countedM: null }
  const season = { id: 5, from: "2026-11-18", to: "2026-11-30", closesAt: new Date("2026-12-01T08:00:00Z") }
  const day = (opensAt: string) =>
    deriveDay("2026-11-18", [counted], [{ ...season, opensAt: new Date(opensAt) }])
  const row = (opensAt: string) => toDayRow(day(opensAt) as NonNullable<ReturnType<typeof day>>)
  const whole = {
    ...{ local_on: "2026-11-18", points: 135, active: true, moving_s: 3600, distance_m: 10_000, ruleset: 1 },
    ...{ reached_at: new Date("2026-11-18T16:01:40Z"), restricted: false, credits: ["Garmin"] },
  }
  expect(row("2026-11-18T08:00:00Z")).toEqual({ ...whole, lines: expect.any(Array), exceptions: null })
  // It opens after the run began, so the day is worth nothing to it.
  expect(row("2026-11-18T15:00:01Z")).toEqual({
    ...whole,
    lines: expect.any(Array),
    exceptions: { 5: { points: 0, active: false, restricted: false, reached_at: null } },
  })
})
