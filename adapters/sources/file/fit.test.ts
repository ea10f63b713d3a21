/** The values of a FIT file that affect scoring. */
import { expect, test, vi } from "vitest"
import { activitiesOf, readOutcomes } from "#test/support/read-outcomes.ts"
import { checksum, encodeFit, fitFile, gpx } from "#test/support/recordings.ts"
import { detailScore, readFit } from "./fit.ts"
import { limits } from "./limits.ts"
import { Track } from "./track.ts"

const run = {
  startedAt: new Date("2026-11-18T15:00:00Z"),
  sport: "running",
  timerS: 600,
  elapsedS: 600,
  distanceM: 1800,
  records: 600,
}

test("each leg of a multisport file gets the records of its own time", async () => {
  const legs = [1800, 3600].map((distanceM, n) => ({
    ...run,
    distanceM,
    startedAt: new Date(run.startedAt.getTime() + n * 601_000),
  }))
  const read = activitiesOf(await readOutcomes("legs.fit", encodeFit({ sessions: legs })))
  const alone = await Promise.all(
    legs.map(async (leg) => activitiesOf(await readOutcomes("leg.fit", encodeFit({ sessions: [leg] })))[0]),
  )
  expect(read.map(({ fiveMinutesKmh }) => fiveMinutesKmh)).toEqual(alone.map((leg) => leg?.fiveMinutesKmh))
  expect(read.map(({ detail }) => detail)).toEqual(alone.map((leg) => leg?.detail))
})

test("a leg whose stated duration extends to the end of the file ends where the next one begins", async () => {
  const at = (n: number) => new Date(run.startedAt.getTime() + n * 601_000)
  const legs = [0, 1, 2].map((n) => ({ ...run, startedAt: at(n), ...(n === 0 ? { elapsedS: 1802 } : {}) }))
  const read = activitiesOf(await readOutcomes("legs.fit", encodeFit({ sessions: legs })))
  expect(read.map(({ elapsedS }) => elapsedS)).toEqual([601, 600, 600])
  // Time that two legs both claim stays counted twice.
  const twice = legs.map((leg) => ({ ...leg, startedAt: run.startedAt }))
  const same = activitiesOf(await readOutcomes("same.fit", encodeFit({ sessions: twice })))
  expect(same.map(({ elapsedS }) => elapsedS)).toEqual([1802, 600, 600])
})

test("records take precedence if one field of the session states a shorter duration", async () => {
  const ride = {
    ...run,
    sport: "cycling",
    subSport: "virtualActivity",
    timerS: 2760,
    distanceM: 23_000,
    records: 2761,
  }
  const [read] = activitiesOf(
    await readOutcomes(
      "virtual.fit",
      encodeFit({ sessions: [{ ...ride, elapsedS: 1620, endsAfterS: 2760 }] }),
    ),
  )
  expect(read).toMatchObject({ movingS: 2760, elapsedS: 2760, distanceM: 23_000, virtual: true })
  // If the records also end that early, the timer is wrong.
  const short = { ...ride, records: 1621, elapsedS: 1620, endsAfterS: 2760 }
  expect(await readOutcomes("short.fit", encodeFit({ sessions: [short] }))).toMatchObject([
    { ok: false, reason: expect.stringContaining("contradicts itself") },
  ])
})

test("a refused leg is left out and reported, and the others keep their numbers", async () => {
  const at = (n: number) => new Date(run.startedAt.getTime() + n * 601_000)
  const legs = [0, 1, 2].map((n) => ({ ...run, startedAt: at(n), ...(n === 1 ? { timerS: 1200 } : {}) }))
  const [whole] = await readOutcomes("legs.fit", encodeFit({ sessions: legs }))
  expect(whole).toMatchObject({
    ok: true,
    activities: [
      { startedAt: at(0), externalId: expect.stringMatching(/^\w{32}#0$/) },
      { startedAt: at(2), externalId: expect.stringMatching(/^\w{32}#2$/) },
    ],
    note: "1 of its 3 recordings left out: contradicts itself: it claims 20 min of training within 10 min from start to end",
  })
  const none = legs.slice(1, 2)
  expect(await readOutcomes("none.fit", encodeFit({ sessions: [...none, ...none] }))).toMatchObject([
    { ok: false, reason: expect.stringContaining("contradicts itself") },
  ])
})

test("omitted files of a chain are reported", async () => {
  const whole = encodeFit({ sessions: [run] })
  const noteOf = async (...parts: Buffer[]) => (await readFit(Buffer.concat(parts))).note
  expect(await noteOf(whole, whole)).toBeUndefined()
  expect(await noteOf(whole, whole.subarray(0, 300), Buffer.alloc(0))).toBe(
    `1 of its 2 recordings left out: cut off after ${whole.length + 300} bytes; its header announces ${2 * whole.length}`,
  )
  expect(await noteOf(rawFit(), whole, rawFit())).toBe("2 of its 3 recordings left out: no activity in it")
  expect(await noteOf(whole, Buffer.alloc(50, 1))).toBe(
    "1 of its 2 recordings left out: bytes that are no recording follow",
  )
})

test("a file may have the maximum size, and one more byte is refused", async () => {
  const zeros = (bytes: number) => readFit(Buffer.alloc(bytes))
  await expect(zeros(limits.fitBytes + 1)).rejects.toThrow("larger than 12 MB")
  await expect(zeros(limits.fitBytes)).rejects.not.toThrow("larger than")
  await expect(zeros(0)).rejects.toThrow("an empty file")
})

test("an activity file without content is refused", async () => {
  expect(await readOutcomes("none.fit", encodeFit({ sessions: [] }))).toMatchObject([
    { ok: false, reason: "no activity in it" },
  ])
})

test.each([
  [100, 100, 100, true, 700_100],
  [100, 51, 50, false, 200_100],
  [100, 50, 51, false, 100_100],
  [0, 0, 0, true, 400_000],
  [200_000, 0, 0, false, 99_999],
])(
  "%d points, %d with a position, %d with a heart rate, totals: %s",
  (points, located, hearts, totals, detail) => {
    expect(detailScore(points, located, hearts, totals)).toBe(detail)
  },
)

test("heart rates along a track count toward its level of detail", async () => {
  const plain = gpx({ start: run.startedAt, points: Array(60).fill(3) }).toString()
  const heart =
    "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>140</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>"
  const detail = async (text: string) => activitiesOf(await readOutcomes("a.gpx", text))[0]?.detail ?? 0
  const without = await detail(plain)
  expect(without).toBeLessThan(300_000)
  expect(await detail(plain.replaceAll("</trkpt>", heart))).toBe(without + 100_000)
})

/** The fields of the FIT profile used here: number, bytes and base type, and scale. */
const fields = {
  type: [0, 1, 0, 1, 0],
  start: [2, 4, 0x86, 1, 0],
  time: [253, 4, 0x86, 1, 0],
  local: [5, 4, 0x86, 1, 0],
  sport: [5, 1, 0, 1, 0],
  subSport: [6, 1, 0, 1, 0],
  elapsedS: [7, 4, 0x86, 1000, 0],
  timerS: [8, 4, 0x86, 1000, 0],
  distanceM: [9, 4, 0x86, 100, 0],
  ascentM: [22, 2, 0x84, 1, 0],
  lat: [0, 4, 0x85, 2 ** 31 / 180, 0],
  lon: [1, 4, 0x85, 2 ** 31 / 180, 0],
  altitudeM: [2, 2, 0x84, 5, 500],
  heart: [3, 1, 2, 1, 0],
  wayM: [5, 4, 0x86, 100, 0],
  enhancedM: [78, 4, 0x86, 5, 500],
} as const
type Message = { [name in keyof typeof fields]?: number }
const numbers = { file: 0, sport: 12, session: 18, record: 20, activity: 34 } as const

const began = run.startedAt.getTime() / 1000 - 631_065_600
/** A message's definition and data, with the first developer field at the end. */
function bytesOf([kind, message]: readonly [keyof typeof numbers, Message], developer = ""): Buffer {
  const entries = Object.entries(message) as [keyof Message, number][]
  const definition = [developer ? 0x60 : 0x40, 0, 0, numbers[kind], 0, entries.length]
  const values = entries.map(([name, value]) => {
    const [, bytes, base, unit, offset] = fields[name]
    const raw = Math.round((value + offset) * unit) + (["start", "time", "local"].includes(name) ? began : 0)
    const data = Buffer.alloc(bytes)
    if (base === 0x85) data.writeInt32LE(raw)
    else data.writeUIntLE(raw, 0, bytes)
    return data
  })
  return Buffer.concat([
    Buffer.from([...definition, ...entries.flatMap(([name]) => fields[name].slice(0, 3))]),
    Buffer.from(developer ? [1, 0, developer.length, 0, 0] : [0]),
    ...values,
    Buffer.from(developer),
  ])
}

/** A FIT file of only these messages, as no encoder would write it. Times are in seconds since the start of the run. */
function rawFit(...messages: [keyof typeof numbers, Message][]): Buffer {
  const all = messages[0]?.[0] === "file" ? messages : [["file", { type: 4 }] as const, ...messages]
  return fitFile(Buffer.concat(all.map((message) => bytesOf(message))))
}
const records = (count: number, more: Message = {}): ["record", Message][] =>
  Array.from({ length: count }, (_, s) => ["record", { time: s, wayM: 3 * s, ...more }])

const session = { start: 0, time: 600, sport: 1, elapsedS: 600, timerS: 590, distanceM: 1800 }
const of = async (...messages: Parameters<typeof rawFit>) =>
  (await readFit(rawFit(...messages))).activities[0]

test("without a session, the records determine start, duration and distance", async () => {
  expect(await of(...records(601), ["sport", { type: 2 }])).toMatchObject({
    ...{ startedAt: run.startedAt, elapsedS: 600, movingS: 600, distanceM: 1800, sports: ["cycling"] },
    ...{ elevationM: null, indoor: true, virtual: false, utcOffsetS: null, detail: 601 },
  })
  expect((await of(...records(601)))?.fiveMinutesKmh).toBeCloseTo(10.8, 5)
})

/** The last second of 1994, in seconds since the start of the run. */
const unset = (Date.UTC(1995, 0) - 1000 - run.startedAt.getTime()) / 1000
test.each<[string, Message, Parameters<typeof rawFit>, object]>([
  [
    "all values",
    {},
    [],
    { startedAt: run.startedAt, elapsedS: 600, movingS: 590, distanceM: 1800, detail: 400_000 },
  ],
  ["no start", { start: undefined as never }, [], { startedAt: new Date(run.startedAt.getTime() + 600_000) }],
  ["no start, but records", { start: undefined as never }, records(601), { startedAt: run.startedAt }],
  [
    "no timer, but records",
    { timerS: undefined as never },
    records(501),
    { movingS: 500, elapsedS: 600, detail: 501 },
  ],
  ["a timer longer than the elapsed time", { timerS: 601 }, [], { elapsedS: 601, movingS: 601 }],
  ["no elapsed time", { elapsedS: undefined as never }, [], { elapsedS: 590 }],
  ["no elapsed time, but records", { elapsedS: undefined as never }, records(621), { elapsedS: 620 }],
  ["no distance", { distanceM: undefined as never }, [], { distanceM: 0 }],
  ["no distance, but records", { distanceM: undefined as never }, records(601), { distanceM: 1800 }],
  ["a climb", { ascentM: 12 }, records(2, { altitudeM: 5 }), { elevationM: 12 }],
  [
    "no climb, but records",
    {},
    [
      ["record", { time: 0, altitudeM: 5 }],
      ["record", { time: 9, altitudeM: 25 }],
    ],
    { elevationM: 20 },
  ],
  [
    "enhanced altitude",
    {},
    [
      ["record", { time: 0, altitudeM: 5, enhancedM: 7 }],
      ["record", { time: 9, altitudeM: 25, enhancedM: 37 }],
    ],
    { elevationM: 30 },
  ],
  [
    "a quarter of an hour uphill",
    {},
    Array.from(
      { length: 96 },
      (_, n) => ["record", { time: 10 * n, altitudeM: 3 * n, heart: 151 }] as ["record", Message],
    ),
    { climbMph: 1080, climbBpm: 151 },
  ],
  ["both timestamps at the start", { time: 0, elapsedS: undefined as never }, [], { movingS: 590 }],
  [
    "an end before that of its track",
    { time: 10, elapsedS: undefined as never },
    records(601),
    { movingS: 590 },
  ],
  ["an end before its start", { time: -10 }, [], { movingS: 590 }],
  ["positions", {}, records(601, { lat: 33.6, lon: -117.9 }), { indoor: false, detail: 600_601 }],
  [
    "positions for less than half",
    {},
    [...records(3), ["record", { time: 9, lat: 1, lon: 1 }]],
    { indoor: false, detail: 400_004 },
  ],
  [
    "positions on a treadmill",
    { subSport: 1 },
    records(9, { lat: 33.6, lon: -117.9 }),
    { indoor: true, virtual: false },
  ],
  [
    "a virtual ride",
    { sport: 2, subSport: 58 },
    records(9, { lat: 33.6, lon: -117.9 }),
    { indoor: true, virtual: true },
  ],
  ["a generic sport", { sport: 0, subSport: 0 }, [], { sports: [] }],
  ["a trail run", { subSport: 3 }, [], { sports: ["trail", "running"] }],
  ["a chair on a track", { sport: 66, subSport: 4 }, [], { sports: ["wheelchair_push_run", "track"] }],
  ["skates on a track", { sport: 30, subSport: 4 }, [], { sports: ["inline_skating", "track"] }],
  ["a handcycle", { sport: 2, subSport: 12 }, [], { sports: ["hand_cycling", "cycling"] }],
  ["an elliptical", { sport: 4, subSport: 15 }, [], { sports: ["elliptical", "fitness_equipment"] }],
  ["skate skiing", { sport: 12, subSport: 42 }, [], { sports: ["skate_skiing", "cross_country_skiing"] }],
  [
    "unknown sports",
    { sport: 250, subSport: 251 },
    records(9, { lat: 1 }),
    { sports: [], indoor: false, virtual: false },
  ],
  ["heart rates", {}, records(9, { heart: 140 }), { detail: 500_009 }],
  ["a heart rate strap that lost contact", {}, records(9, { heart: 0 }), { detail: 400_009 }],
  [
    "the first second at which a clock counts as set",
    { start: unset + 1, time: unset + 601 },
    [],
    { startedAt: new Date(Date.UTC(1995, 0)) },
  ],
])("a session with %s", async (_, changes, others, expected) => {
  const kept = Object.fromEntries(
    Object.entries({ ...session, ...changes }).filter(([, value]) => value !== undefined),
  )
  expect(await of(...others, ["session", kept])).toMatchObject(expected)
})

const without = (...names: (keyof typeof session)[]): Message =>
  Object.fromEntries(Object.entries(session).filter(([name]) => !names.includes(name as never)))
test.each<[string, Parameters<typeof rawFit>]>([
  ["no activity in it", []],
  ["no activity in it", [["session", without("start", "time")]]],
  ["no times in it, so it cannot be scored", [["record", { wayM: 3 }]]],
  ["no duration in it, so it cannot be scored", [["session", without("timerS")]]],
  [
    "its clock was never set (it says 1994), so its day is unknown",
    [["session", { ...session, start: unset }]],
  ],
  ["contradicts itself", [["session", { ...session, timerS: 691 }]]],
  ["contradicts itself", [["session", { ...session, timerS: 691, time: 0 }]]],
  ["contradicts itself", [["session", { ...without("elapsedS"), time: 500 }]]],
  [
    "a workout file, not an activity",
    [
      ["file", { type: 5 }],
      ["session", session],
    ],
  ],
])("%s: %#", async (reason, messages) => {
  await expect(of(...messages)).rejects.toThrow(reason)
})

test("a leg gets the records of its elapsed time, or of its timer if nothing else is known", async () => {
  const legs = (other: Message): Parameters<typeof rawFit> => [
    ...records(1202, { lat: 33.6, lon: -117.9 }),
    ["session", { ...session, timerS: 600 }],
    ["session", { ...other, start: 601, time: 1201, timerS: 600 }],
  ]
  const detailsOf = async (messages: Parameters<typeof rawFit>) =>
    (await readFit(rawFit(...messages))).activities.map(({ detail }) => detail)
  const details = (other: Message) => detailsOf(legs(other))
  expect(await details(session)).toEqual([600_601, 600_601])
  expect(await details(without("elapsedS"))).toEqual([600_601, 600_601])
  expect(await detailsOf([...legs(session), ["session", without("start")]])).toEqual([
    600_601, 600_601, 400_000,
  ])
  expect(await detailsOf([["record", { wayM: 3, lat: 1 }], ...legs(session)])).toEqual([600_601, 600_601])
  const {
    activities: [first],
  } = await readFit(rawFit(...records(30), ["session", { ...session, timerS: 9, elapsedS: 9 }]))
  expect(first?.detail).toBe(400_030)
})

/** A file with 601 records and a session, each with a developer field of this name that contains text. */
async function overwritten(name: string) {
  const description = [0x41, 0, 0, 206, 0, 4, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, name.length, 7]
  const messages = [...records(601, { lat: 33.6, lon: -117.9 }), ["session", session] as const]
  const content = [
    bytesOf(["file", { type: 4 }]),
    Buffer.from([...description, 1, 0, 0, 7]),
    Buffer.from(name),
    ...messages.map((message) => bytesOf(message, "abc")),
  ]
  return (await readFit(fitFile(Buffer.concat(content)))).activities[0]
}
test.each([
  ["notes", { movingS: 590, detail: 600_601 }],
  ["start_time", { startedAt: run.startedAt, movingS: 590 }],
  ["total_timer_time", { movingS: 600, detail: 200_601 }],
  ["total_elapsed_time", { elapsedS: 600, movingS: 590 }],
  ["total_distance", { distanceM: 1800 }],
  ["total_ascent", { elevationM: null }],
  ["sport", { sports: ["abc"] }],
  ["distance", { distanceM: 1800, fiveMinutesKmh: 0 }],
  ["position_lat", { indoor: true, detail: 400_601 }],
  ["heart_rate", { detail: 600_601 }],
  ["timestamp", { movingS: 590, detail: 400_000 }],
])("text in a developer field %s is not used as a number or date", async (name, expected) => {
  expect(await overwritten(name)).toMatchObject(expected)
})

test("an internal error is thrown, although another part of the file could be read", async () => {
  const totals = vi.spyOn(Track.prototype, "totals").mockImplementationOnce(() => {
    throw new TypeError("a mistake")
  })
  await expect(readFit(Buffer.concat([whole, whole]))).rejects.toThrow("a mistake")
  totals.mockRestore()
})

test.each([
  [0, 0],
  [-8 * 3600, -28_800],
  [20_700, 20_700],
  [20_700 + 449, 20_700],
  [20_700 - 449, 20_700],
  [14 * 3600, 50_400],
  [-14 * 3600, -50_400],
  [14 * 3600 + 900, null],
  [-14 * 3600 - 900, null],
])("a local clock %d s ahead yields a UTC offset of %s s", async (ahead, offset) => {
  const activity = { time: 600, local: 600 + ahead }
  expect((await of(["session", session], ["activity", activity]))?.utcOffsetS).toBe(offset)
})

test("the UTC offset is unknown if the file does not state local time", async () => {
  expect((await of(["session", session], ["activity", { time: 600 }]))?.utcOffsetS).toBeNull()
  expect((await of(["session", session], ["activity", { local: 600 }]))?.utcOffsetS).toBeNull()
})

const whole = rawFit(["session", session])
/** With a header of 12 bytes, as written by older devices. */
const older = () => {
  const header = Buffer.from(whole.subarray(0, 12))
  header[0] = 12
  const file = Buffer.concat([header, whole.subarray(14)])
  file.writeUInt16LE(checksum(file.subarray(0, -2)), file.length - 2)
  return file
}
const shorterHeader = () => Buffer.concat([Buffer.from([11]), whole.subarray(1)])
test.each<[string, () => Buffer, number | string]>([
  ["a header of 12 bytes", older, 1],
  ["a header of 11 bytes", shorterHeader, "not a FIT file, although its name says so"],
  ["11 bytes", () => whole.subarray(0, 11), "cut off after 11 bytes"],
  ["12 bytes", () => whole.subarray(0, 12), `cut off after 12 bytes; its header announces ${whole.length}`],
  ["12 other bytes", () => Buffer.alloc(12, 14), "not a FIT file, although its name says so"],
  ["all but one byte", () => whole.subarray(0, -1), `announces ${whole.length}`],
  ["no type", () => fitFile(bytesOf(["session", session])), 1],
  ["no type", () => rawFit(["file", {}], ["session", session]), 1],
  [
    "a checksum of another file",
    () => Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) as number) ^ 1])]),
    "damaged: its checksum does not match",
  ],
  ["a chain", () => Buffer.concat([whole, whole, whole]), 3],
  ["a chain followed by a few bytes", () => Buffer.concat([whole, whole.subarray(0, 5)]), 1],
  ["a chain followed by other bytes", () => Buffer.concat([whole, Buffer.alloc(50, 1)]), 1],
  ["a damaged file before a valid one", () => Buffer.concat([rawFit(), whole]), 1],
  [
    "a message without a definition",
    () => fitFile(Buffer.from([3, 1, 2, 3])),
    "damaged: its records cannot be read",
  ],
  [
    "two damaged files",
    () => Buffer.concat([rawFit(), rawFit(["record", { wayM: 3 }])]),
    "no activity in it",
  ],
])("%s", async (_, bytes, expected) => {
  const reading = readFit(bytes())
  if (typeof expected === "string") await expect(reading).rejects.toThrow(expected)
  else expect((await reading).activities).toHaveLength(expected)
})
