import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import type { Samples } from "#primitives/samples.ts"
import { anySamples } from "#test/support/fingerprints.ts"
import { cellsOf, finds, type Lookup, lookupsOf, placeTolerance } from "./cells.ts"
import { deviation, sketchDistance } from "./sketch.ts"

const cut = ({ slotS, ...values }: Samples, from: number, to: number): Samples => ({
  slotS,
  heart: values.heart.slice(from, to),
  speed: values.speed.slice(from, to),
  lat: values.lat.slice(from, to),
  lon: values.lon.slice(from, to),
})
const averaged = (values: readonly number[]) =>
  values.slice(1).map((value, slot) => (value + (values[slot] as number)) / 2)

/** The same recording, altered. */
const copies: Record<string, (samples: Samples) => Samples> = {
  "as it was": (one) => one,
  "2 % cut off at each end": (one) => cut(one, 2, 118),
  "5 % cut off at the beginning": (one) => cut(one, 6, 120),
  "5 % cut off at the end": (one) => cut(one, 0, 114),
  "1 % more distance": (one) => ({
    ...one,
    speed: one.speed.map((speed) => speed * 1.01),
    lat: one.lat.map((lat) => 33.6 + (lat - 33.6) * 1.01),
    lon: one.lon.map((lon) => -117.9 + (lon + 117.9) * 1.01),
  }),
  "a beat more or less": (one) => ({
    ...one,
    heart: one.heart.map((beats, slot) => beats + (((slot * 7) % 5) - 2) / 2),
  }),
  "positions off by 5 m": (one) => ({
    ...one,
    lat: one.lat.map((lat, slot) => lat + (5 / 111_195) * Math.cos(slot * 2.4)),
    lon: one.lon.map((lon, slot) => lon + (5 / 92_600) * Math.sin(slot * 2.4)),
  }),
  "samples half a slot later": (one) => ({
    ...one,
    heart: averaged(one.heart),
    speed: averaged(one.speed),
    lat: averaged(one.lat),
    lon: averaged(one.lon),
  }),
}

const bytesOf = (sketch: bigint) =>
  Array.from({ length: 8 }, (_, at) => Number((sketch >> BigInt(8 * at)) & 255n))
/** As private.sketch_distance. */
const distance = (a: bigint, b: bigint) => {
  const other = bytesOf(b)
  return bytesOf(a).reduce((sum, byte, at) => sum + Math.abs(byte - (other[at] as number)), 0)
}

/** As private.possible_twins: whether a stored recording is found when the other one is looked up. */
const found = (stored: Samples, asked: Samples) => {
  const { place, placeSketch, spanS } = cellsOf(stored)
  return lookupsOf(asked).some(
    (one) =>
      one.place === place &&
      spanS >= one.least &&
      spanS <= one.most &&
      distance(placeSketch as bigint, one.sketch) <= placeTolerance,
  )
}

/** The same check from the lookups' own data, as within a batch. */
const foundWithin = (stored: Samples, asked: Samples) => {
  const owns = lookupsOf(stored).filter(({ own }) => own)
  return owns.some((own) => lookupsOf(asked).some((lookup) => finds(lookup, own)))
}

const many = Array.from({ length: 40 }, (_, n) => anySamples(n + 1))

test.each(Object.entries(copies))("a copy is found in either order: %s", (_, copy) => {
  const pairs = many.flatMap((one) => [[one, copy(one)] as const, [copy(one), one] as const])
  const all = pairs.map(([stored, asked]) => found(stored, asked))
  expect(pairs.map(([stored, asked]) => foundWithin(stored, asked))).toEqual(all)
  expect(all.filter(Boolean).length / all.length).toBeGreaterThan(0.95)
})

test("few other recordings are found, even if they start nearby", () => {
  const [one, ...others] = many as [Samples, ...Samples[]]
  const all = others.map((other) => found(other, one))
  expect(others.map((other) => foundWithin(other, one))).toEqual(all)
  expect(all.filter(Boolean).length).toBeLessThan(6)
})

test("of similar recordings, only those of a similar length are found", () => {
  const [one] = many as [Samples]
  const twice = { ...one, slotS: one.slotS * 2 }
  expect([foundWithin(one, twice), foundWithin(twice, one)]).toEqual([false, false])
})

test("few cells are searched, including the recording's own", () => {
  for (const one of many) {
    const lookups = lookupsOf(one)
    expect(lookups.length).toBeLessThan(40)
    expect(lookups.filter(({ own }) => own).map(({ place }) => place)).toEqual([cellsOf(one).place])
  }
})

test("a recording without positions is in no cell", () => {
  const nothing = many[0]?.heart.map(() => Number.NaN) ?? []
  const indoors = { ...anySamples(1), lat: nothing, lon: nothing }
  expect(cellsOf(indoors)).toMatchObject({ place: null, placeSketch: null })
  expect(lookupsOf(indoors)).toEqual([])
})

/** Shows a value as unknown in some slots. */
const lost = (values: readonly number[], from: number, to: number) =>
  values.map((value, slot) => (slot >= from && slot < to ? Number.NaN : value))
const [any] = many as [Samples]
const moved = (north: number) => ({ ...any, lat: any.lat.map((one) => one + north) })
const stored: Record<string, Samples> = {
  "any recording": any,
  "another one": anySamples(2),
  "sixteen slots": anySamples(3, { slots: 16, slotS: 15 }),
  "positions that are lost at first": { ...any, lat: lost(any.lat, 0, 20), lon: lost(any.lon, 0, 20) },
  "positions that are lost soon": { ...any, lat: lost(any.lat, 10, 120), lon: lost(any.lon, 10, 120) },
  "no positions": { ...any, lat: lost(any.lat, 0, 120), lon: lost(any.lon, 0, 120) },
  "standing still": { ...any, lat: any.lat.map(() => 33), lon: any.lon.map(() => -117) },
  "near the pole": moved(56.3),
  "in the south": moved(-67),
}
const told = (lookups: readonly Lookup[]) =>
  createHash("sha256")
    .update(JSON.stringify(lookups, (_, value) => (typeof value === "bigint" ? String(value) : value)))
    .digest("hex")
    .slice(0, 12)

// Rows stored by an earlier version are found only while cells and sketches stay the same; after a change, all of them
// must be recomputed.
test.each<[string, number, string]>([
  ["any recording", 4, "9523bf60c50e"],
  ["another one", 4, "1eedaaa86275"],
  ["sixteen slots", 8, "7732df183950"],
  ["positions that are lost at first", 4, "4bf1146d7bc8"],
  ["positions that are lost soon", 16, "5372c32384fd"],
  ["no positions", 0, "4f53cda18c2b"],
  ["standing still", 0, "4f53cda18c2b"],
  ["near the pole", 8, "d245c9c1ad3e"],
  ["in the south", 4, "d9feaac9a2f5"],
])("%s is stored and looked for as ever: %d cells", (name, cells, digest) => {
  const lookups = lookupsOf(stored[name] as Samples)
  expect([lookups.length, told(lookups)]).toEqual([cells, digest])
  const own = cellsOf(stored[name] as Samples)
  expect(own.place).toBe(lookups.find((one) => one.own)?.place ?? null)
  expect(cellsOf(stored[name] as Samples, lookups)).toEqual(own)
  expect(own.placeSketch !== null).toBe(own.place !== null)
})

test("sketches differ by the sum of their bytes", () => {
  expect([sketchDistance(0n, 0x03_00_00_00_00_00_00_02n), sketchDistance(-1n, 0n)]).toEqual([5, 8 * 255])
  expect([sketchDistance(0x0507n, 0x0705n), sketchDistance(7n, 7n)]).toEqual([4, 0])
})

test.each<[number[], number]>([
  [[], 0],
  [[Number.NaN], 0],
  [[7], 0],
  [[2, 4], 1],
  [[Number.NaN, 2, Number.NaN, 4, 4, 2], 1],
])("%j deviate by %d", (series, by) => expect(deviation(series)).toBe(by))

const cell: Lookup = {
  ...{ place: 1, sketch: 0n, least: 90, most: 110, own: true, spanS: 100 },
}
test.each<[string, Partial<Lookup>, boolean]>([
  ["the same", {}, true],
  ["another place", { place: 2 }, false],
  ["the shortest", { spanS: 90 }, true],
  ["a shorter one", { spanS: 89 }, false],
  ["the longest", { spanS: 110 }, true],
  ["a longer one", { spanS: 111 }, false],
  ["a sketch as far as is tolerated", { sketch: BigInt(placeTolerance) }, true],
  ["a sketch that is farther", { sketch: BigInt(placeTolerance + 1) }, false],
])("a lookup finds %s", (_, changes, is) => expect(finds(cell, { ...cell, ...changes })).toBe(is))
