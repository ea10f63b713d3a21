/** Whether one person can have made two records of one athlete, and which differences are not suspicious. */
import { describe, expect, test } from "vitest"
import { type Outing, outAndBack, samplesOfOuting } from "#test/support/outing-samples.ts"
import { areElsewhere, laterElsewhere } from "./elsewhere.ts"
import { endsOf } from "./places.ts"

const california = [33.6, -117.9] as const
const berlin = [52.5, 13.4] as const
const start = Date.UTC(2026, 10, 18, 15)

/** A record that starts the given number of minutes after three o'clock. */
function record(minute: number, outing: Partial<Outing> & { externalId?: string; indoor?: boolean } = {}) {
  const { externalId = `${minute}`, indoor = false, ...drawn } = outing
  const whole: Outing = { minutes: 60, from: california, way: outAndBack(7, 12_000), ...drawn }
  const samples = samplesOfOuting(whole)
  return {
    ...{ source: "file", externalId, samples, ends: indoor ? null : endsOf(samples) },
    ...{ startedAt: new Date(start + minute * 60_000), elapsedS: whole.minutes * 60 },
    ...{ receivedAt: new Date(start + 20 * 3_600_000), decision: null as "count" | "decline" | null },
  }
}
const ride = (minute: number, outing: Parameters<typeof record>[1] = {}) => record(minute, outing)
const inBerlin = (minute: number, outing: Parameters<typeof record>[1] = {}) =>
  record(minute, { from: berlin, way: outAndBack(6, 9000), ...outing })
/** The given number of kilometers east of the start of a ride. */
const kmEast = (km: number) => [california[0], california[1] + km / 92.6] as const

describe("travel between two records", () => {
  test.each<[string, ReturnType<typeof record>, boolean]>([
    ["Berlin ten minutes later", inBerlin(70), true],
    ["Berlin nine hours later", inBerlin(60 + 8.9 * 60), true],
    ["Berlin after a flight of ten hours", inBerlin(60 + 10 * 60), false],
    ["Berlin ten hours before", inBerlin(-10 * 60 - 60), false],
    ["Berlin an hour before", inBerlin(-120), true],
    ["Berlin while the ride goes on", inBerlin(30), true],
    ["Berlin two days later", inBerlin(48 * 60 + 1), false],
    [
      "a drive of 190 km in no time, by a clock that is off",
      ride(61, { from: kmEast(190), way: outAndBack(3, 4000) }),
      false,
    ],
    ["220 km in ten minutes", ride(61, { from: kmEast(260), way: outAndBack(3, 4000) }), true],
    ["a ride in a virtual world or in a hall", inBerlin(70, { indoor: true }), false],
    ["a leg of the same file", inBerlin(70, { externalId: "a#1" }), false],
    ["a run at home", ride(75, { way: outAndBack(3, 4000) }), false],
  ])("%s", (_, other, isElsewhere) => {
    const first = ride(0, { externalId: "a#0" })
    expect([areElsewhere(first, other), areElsewhere(other, first)]).toEqual([isElsewhere, isElsewhere])
  })

  test("a first fix at the departure airport does not count as the place", () => {
    // A phone reports its last position until it has found its satellites: everything after the jump is uncertain.
    const jumped = inBerlin(70, { way: (s) => (s < 40 ? [-2_000_000, -8_000_000] : outAndBack(6, 9000)(s)) })
    expect(jumped.ends).toBeNull()
    expect(areElsewhere(ride(0), jumped)).toBe(false)
  })
})

describe("two tracks at the same time", () => {
  const moved = (north: number, east: number): Outing["way"] => {
    const way = outAndBack(7, 12_000)
    return (s) => {
      const [y, x] = way(s) ?? [0, 0]
      return [y + north, x + east]
    }
  }
  test.each<[string, ReturnType<typeof record>, boolean]>([
    ["someone else 30 km away", ride(2, { from: kmEast(30), way: outAndBack(3, 4000, 90) }), true],
    ["someone who leaves to the other side", ride(1, { way: outAndBack(7, 12_000, 180) }), true],
    ["a second receiver 40 m away", ride(0, { way: moved(30, 25) }), false],
    ["one whose clock is five minutes off", ride(5, { way: outAndBack(7, 12_000) }), false],
    ["a datum that is 700 m off", ride(0, { way: moved(500, 490) }), false],
    ["one with a datum and a clock that are off", ride(4, { way: moved(500, 490) }), false],
    ["a computer that stays at the trailhead", ride(0, { way: (s) => [3 * Math.sin(s), 2] }), false],
    ["a partner who turns earlier", ride(0, { way: outAndBack(6, 8000) }), false],
    ["a car that drives off with a forgotten watch", ride(0, { way: outAndBack(22, 60_000, 90) }), true],
    ["a minute in common", ride(59, { from: kmEast(30) }), false],
    [
      "hardly any positions in common",
      ride(0, { from: kmEast(30), way: (s) => (s < 480 || s > 3500 ? outAndBack(3, 4000)(s) : null) }),
      false,
    ],
  ])("%s", (_, other, isElsewhere) => {
    const first = ride(0, { externalId: "a" })
    expect([areElsewhere(first, other), areElsewhere(other, first)]).toEqual([isElsewhere, isElsewhere])
  })
})

describe("of several, the one received first counts", () => {
  const at = <A extends { receivedAt: Date }>(one: A, hours: number) => ({
    ...one,
    receivedAt: new Date(start + hours * 3_600_000),
  })
  const names = (all: ReturnType<typeof record>[]) =>
    [...laterElsewhere(all)].map(({ externalId }) => externalId).sort()

  test("regardless of the order of the list", () => {
    const [home, away, home2] = [at(ride(0), 30), at(inBerlin(70), 20), at(ride(120), 40)]
    expect(names([home, away, home2])).toEqual(["0", "120"])
    expect(names([home2, home, away])).toEqual(["0", "120"])
    expect(names([at(home, 1), away, home2])).toEqual(["70"])
  })

  test("within one upload, the one that started first", () => {
    expect(names([inBerlin(70), ride(0)])).toEqual(["70"])
    const apart = { ...ride(0, { externalId: "b" }) }
    expect(names([inBerlin(0, { externalId: "c" }), apart])).toEqual(["c"])
  })

  test("and one that an operator counted", () => {
    expect(names([ride(0), { ...inBerlin(70), decision: "count" }, ride(130)])).toEqual(["130"])
  })
})
