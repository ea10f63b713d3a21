import { expect, test } from "vitest"
import type { Samples } from "#primitives/samples.ts"
import { anySamples } from "#test/support/fingerprints.ts"
import { cellsOf, finds, lookupsOf } from "./cells.ts"

const cut = ({ slotS, ...values }: Samples, from: number, to: number): Samples => ({
  slotS,
  heart: values.heart.slice(from, to),
  speed: values.speed.slice(from, to),
  lat: values.lat.slice(from, to),
  lon: values.lon.slice(from, to),
})
const averaged = (values: readonly number[]) =>
  values.slice(1).map((value, slot) => (value + (values[slot] as number)) / 2)

/** The same recording, changed in some way. */
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

/** As private.possible_twins: by what the one is found when it is stored and the other one is looked for. */
const found = (stored: Samples, asked: Samples) => {
  const cells = cellsOf(stored)
  const lookups = lookupsOf(asked).filter(({ least, most }) => cells.spanS >= least && cells.spanS <= most)
  const near = (sketch: bigint | null, lookup: (typeof lookups)[number]) =>
    sketch !== null && distance(sketch, lookup.sketch) <= lookup.tolerance
  return {
    byPlace: lookups.some((one) => one.place === cells.place && near(cells.placeSketch, one)),
    byHeart: lookups.some((one) => one.heart === cells.heart && near(cells.heartSketch, one)),
  }
}

/** The same by what the lookups say of themselves, as within a batch. */
const foundWithin = (stored: Samples, asked: Samples) => {
  const owns = lookupsOf(stored).filter(({ own }) => own)
  const lookups = lookupsOf(asked)
  const by = (kind: "place" | "heart") =>
    owns.some((own) => own[kind] !== null && lookups.some((lookup) => finds(lookup, own)))
  return { byPlace: by("place"), byHeart: by("heart") }
}

const many = Array.from({ length: 40 }, (_, n) => anySamples(n + 1))

test.each(Object.entries(copies))("a copy is found, either way round: %s", (name, copy) => {
  const pairs = many.flatMap((one) => [[one, copy(one)] as const, [copy(one), one] as const])
  const all = pairs.map(([stored, asked]) => found(stored, asked))
  expect(pairs.map(([stored, asked]) => foundWithin(stored, asked))).toEqual(all)
  const share = (by: "byPlace" | "byHeart") => all.filter((find) => find[by]).length / all.length
  // Of these hearts, which rise and fall quickly.
  const isCut = name.startsWith("5 %")
  expect(share("byPlace")).toBeGreaterThan(0.95)
  expect(share("byHeart")).toBeGreaterThan(isCut ? 0.7 : 0.9)
  expect(all.filter(({ byPlace, byHeart }) => !byPlace && !byHeart).length).toBeLessThan(isCut ? 2 : 1)
})

test("few others are found, near as they start", () => {
  const [one, ...others] = many as [Samples, ...Samples[]]
  const all = others.map((other) => found(other, one))
  expect(others.map((other) => foundWithin(other, one))).toEqual(all)
  expect(all.filter(({ byPlace, byHeart }) => byPlace || byHeart).length).toBeLessThan(6)
})

test("of what looks alike, only what is about as long is found", () => {
  const [one] = many as [Samples]
  const twice = { ...one, slotS: one.slotS * 2 }
  const nothing = { byPlace: false, byHeart: false }
  expect([foundWithin(one, twice), foundWithin(twice, one)]).toEqual([nothing, nothing])
})

test("few cells are searched, the own one among them", () => {
  for (const one of many) {
    const lookups = lookupsOf(one)
    const { place, heart } = cellsOf(one)
    expect(lookups.length).toBeLessThan(100)
    expect(lookups.filter(({ own }) => own).map((each) => [each.place, each.heart])).toEqual([
      [place, null],
      [null, heart],
    ])
  }
})

test("what has neither positions nor a heart that varies is in no cell", () => {
  const nothing = many[0]?.heart.map(() => Number.NaN) ?? []
  const steady = { ...anySamples(1), lat: nothing, lon: nothing, heart: nothing.map(() => 140) }
  expect(cellsOf(steady)).toMatchObject({ place: null, heart: null, placeSketch: null, heartSketch: null })
  expect(lookupsOf(steady)).toEqual([])
})

test("a heart strap that fails for a while changes nothing for its copies", () => {
  const [one] = many as [Samples]
  const gap = { ...one, heart: one.heart.map((beats, slot) => (slot > 40 && slot < 70 ? Number.NaN : beats)) }
  expect(found(gap, cut(gap, 2, 118)).byHeart).toBe(true)
})
