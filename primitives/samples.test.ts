import fc from "fast-check"
import { expect, test } from "vitest"
import {
  leastSlots,
  mostBeats,
  mostBytes,
  mostSlots,
  mostWindows,
  packSamples,
  unpackSamples,
} from "./samples.ts"

const slots = fc.integer({ min: leastSlots, max: mostSlots })
const upTo = (max: number) => fc.integer({ min: 0, max })
const window = fc.record({
  ...{ scale: upTo(3), bits: upTo(2 ** 28 - 1), form: upTo(2 ** 16 - 1), margin: upTo(15) },
  weak: fc.tuple(upTo(47), upTo(47)),
  atM: upTo(0xffff).map((units) => units * 4),
  atS: upTo(0xffff).map((units) => units / 2),
})
const known = (value: fc.Arbitrary<number>) => fc.option(value, { nil: Number.NaN, freq: 5 })

test("packed samples are unpacked to within half a unit, with their windows and heartbeat hashes", () => {
  fc.assert(
    fc.property(
      slots.chain((length) => {
        const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: length, maxLength: length })
        return fc.record({
          doubled: fc.integer({ min: 0, max: 5 }),
          heart: list(known(fc.integer({ min: 1, max: 255 }))),
          speed: list(known(fc.double({ min: 0, max: 100, noNaN: true }))),
          north: list(known(fc.double({ min: -15, max: 15, noNaN: true }))),
          lat: fc.double({ min: -80, max: 80, noNaN: true }),
          windows: fc.array(window, { maxLength: mostWindows }),
          beats: fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: mostBeats }),
        })
      }),
      ({ doubled, heart, speed, north, lat: origin, windows, beats }) => {
        const slotS = 15 * 2 ** doubled
        let at = origin
        const lat = north.map((mps) => {
          if (Number.isNaN(mps)) return Number.NaN
          at += (mps * slotS) / 111_195
          return at
        })
        const lon = lat.map((one) => (Number.isNaN(one) ? Number.NaN : 12 + (one - origin) / 2))
        const packed = packSamples({ slotS, heart, speed, lat, lon, windows, beats })
        expect(packed.length).toBeLessThanOrEqual(mostBytes)
        const read = unpackSamples(packed)
        expect(read?.slotS).toBe(slotS)
        expect(read?.heart).toEqual(heart)
        expect([read?.windows, read?.beats]).toEqual([windows, beats])
        const apart = (a: readonly number[] | undefined, b: readonly number[]) =>
          Math.max(
            ...b.map((one, i) =>
              Number.isNaN(one) && Number.isNaN(a?.[i]) ? 0 : Math.abs(one - (a?.[i] as number)),
            ),
          )
        expect(apart(read?.speed, speed)).toBeLessThanOrEqual(0.00501)
        // Tolerance: half a unit, plus half of the seventh decimal place, to which the origin is rounded.
        expect(apart(read?.lat, lat) * 111_195).toBeLessThanOrEqual(slotS * 0.001 + 0.006)
        expect(apart(read?.lon, lon) * 111_195 * Math.cos((origin * Math.PI) / 180)).toBeLessThanOrEqual(
          slotS * 0.001 + 0.02,
        )
        expect(packSamples(read as never)).toEqual(packed)
      },
    ),
  )
})

test("other bytes are not read as samples", () => {
  const nothing = Array.from({ length: 20 }, () => Number.NaN)
  const good = packSamples({ slotS: 15, heart: nothing, speed: nothing, lat: nothing, lon: nothing })
  expect(unpackSamples(good)).not.toBeNull()
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(good)
    bytes[at] = value
    return unpackSamples(bytes)
  }
  expect(unpackSamples(good.subarray(0, -1))).toBeNull()
  for (let length = 0; length < 14; length++) expect(unpackSamples(good.subarray(0, length))).toBeNull()
  expect(changed(1, 30)).not.toBeNull()
  expect(changed(0, 1)).toBeNull()
  expect(changed(1, 31)).toBeNull()
  expect(changed(2, 21)).toBeNull()
  expect(changed(3, 1)).toBeNull()
  expect(changed(3, 4)).toBeNull()
  for (const count of [leastSlots - 1, mostSlots + 1]) {
    const bytes = Buffer.alloc(14 + count * 2)
    bytes.set([2, 0, count, 0])
    expect(unpackSamples(bytes)).toBeNull()
  }
})

test("positions are precise to 2 mm per second of a slot, to the north and to the east, at any latitude", () => {
  const slots = Array.from({ length: leastSlots }, (_, slot) => slot)
  const degreeM = 111_195
  const nothing = slots.map(() => Number.NaN)
  const lat = slots.map((slot) => 60 + (slot * 30) / degreeM)
  // A degree of longitude is half as long at 60 degrees.
  const lon = slots.map((slot) => 10 + (slot * 150) / (degreeM / 2))
  const packed = packSamples({ slotS: 15, heart: nothing, speed: nothing, lat, lon })
  const steps = 14 + 2 * leastSlots
  for (const slot of slots.slice(1)) {
    expect(Math.abs(packed.readInt16LE(steps + 4 * slot) - 1000)).toBeLessThanOrEqual(1)
    expect(Math.abs(packed.readInt16LE(steps + 4 * slot + 2) - 5000)).toBeLessThanOrEqual(1)
  }
})

test("a position without both coordinates is dropped, and a speed too high for two bytes is stored as the highest", () => {
  const all = (value: number) => Array.from({ length: leastSlots }, () => value)
  const lon = all(10).with(3, Number.NaN)
  const read = unpackSamples(packSamples({ slotS: 15, heart: all(400), speed: all(700), lat: all(50), lon }))
  expect([read?.lat[3], read?.lon[3]]).toEqual([Number.NaN, Number.NaN])
  expect([read?.lat[4], read?.lon[4]]).toEqual([50, 10])
  expect([read?.speed[0], read?.heart[0]]).toEqual([655.34, 255])
})
