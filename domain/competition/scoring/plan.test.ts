/** How a change of one athlete's records affects which ones count, tested without a database on a list of records. */
import { describe, expect, test } from "vitest"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { sentRun } from "#test/support/sent-run.ts"
import type { SentActivity } from "./activity.ts"
import { type Change, judge, type KeptActivity, marginMs, plan, type Surroundings } from "./plan.ts"
import { readSamples } from "./same-recording.ts"

const noon = Date.UTC(2026, 10, 18, 12)
const hour = 3_600_000
const receivedAt = new Date(noon + 12 * hour)
/** An hour of intervals, the given number of minutes after noon: 60 points and an active day. */
const hiit = (externalId: string, minute: number, detail = 1, minutes = 60): SentActivity =>
  sentRun({
    ...{ externalId, detail, kind: "hiit", startedAt: new Date(noon + minute * 60_000), utcOffsetS: 0 },
    ...{ distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60, fiveMinutesKmh: null },
  })
const print = (seed: number) => fingerprint(anySamples(seed))

/** An athlete's stored records; each change is planned with all of them around it. */
function records(around: Partial<Surroundings> = {}) {
  let stored: KeptActivity[] = []
  let ids = 10
  const planned = (change: Partial<Change>, more: Partial<Surroundings> = {}) =>
    plan(
      {
        ...{ countsFrom: new Date(0), timeZone: "UTC", seasons: [], decided: stored },
        ...{ activities: stored, from: new Date(0), to: new Date(2 * noon), ...around, ...more },
      },
      { put: [], remove: [], receivedAt, ...change },
    )
  const change = (what: Partial<Change>, more: Partial<Surroundings> = {}) => {
    const result = planned(what, more)
    if (!result.ok) throw new Error(result.code)
    const { put, mark, remove } = result.plan
    for (const one of put) {
      const old = stored.find(({ externalId }) => externalId === one.externalId)
      expect(one.id).toBe(old?.id ?? null)
      stored = [...stored.filter((each) => each !== old), { ...one, id: one.id ?? ids++ }]
    }
    for (const { id, ...now } of mark)
      stored = stored.map((one) => (one.id === id ? { ...one, ...now } : one))
    stored = stored.filter(({ id }) => !remove.includes(id as number))
    return result.plan
  }
  const said = () =>
    Object.fromEntries(stored.map(({ externalId, reason, countedS }) => [externalId, [reason, countedS]]))
  return { planned, change, said, of: (id: string) => stored.find((one) => one.externalId === id) }
}
const name = (externalId: string) => ({ source: "file", externalId })

test("a new record is written with its verdict and its day; sent again, it stays the same", () => {
  const all = records()
  const first = all.change({ put: [{ ...hiit("a", 0), fingerprint: print(1) }] })
  expect(first).toMatchObject({
    put: [
      { id: null, status: "counted", reason: "counted", localOn: "2026-11-18", receivedAt, twinOf: null },
    ],
    ...{ prints: [{ externalId: "a" }], mark: [], remove: [], emptyDays: [] },
    days: [{ localOn: "2026-11-18", points: 85 }],
  })
  const later = new Date(receivedAt.getTime() + hour)
  const again = all.change({ put: [{ ...hiit("a", 0), fingerprint: print(1) }], receivedAt: later })
  expect(again).toMatchObject({ put: [{ id: 10, receivedAt }], prints: [], days: [{ points: 85 }] })
  expect(all.change({ put: [{ ...hiit("a", 0), fingerprint: print(2) }] }).prints).toHaveLength(1)
  expect(all.change({ put: [hiit("a", 0)] }).prints).toHaveLength(1)
  expect(all.change({ put: [hiit("a", 0)] }).prints).toEqual([])
})

test("the day follows the record's own UTC offset, else the athlete's time zone", () => {
  const late = { ...hiit("a", 0), startedAt: new Date(Date.UTC(2026, 10, 18, 23)) }
  const dayOf = (sent: SentActivity) =>
    records({ timeZone: "Asia/Tokyo" }).change({ put: [sent], receivedAt: new Date(noon + 24 * hour) })
      .days[0]?.localOn
  expect([dayOf(late), dayOf({ ...late, utcOffsetS: null })]).toEqual(["2026-11-18", "2026-11-19"])
})

test.each([
  ["before it began", noon - hour, "in-future"],
  ["before it was over", noon + hour / 4, "not-over"],
])("a record that came %s comes when it is sent again; any other came when it did", (_, at, reason) => {
  const all = records()
  all.change({ put: [hiit("a", 0)], receivedAt: new Date(at) })
  expect(all.said()).toEqual({ a: [reason, null] })
  all.change({ put: [hiit("a", 0)] })
  expect(all.said()).toEqual({ a: ["counted", null] })
  expect(all.of("a")?.receivedAt).toEqual(receivedAt)
})

test("a record moved to another day changes both days", () => {
  const all = records()
  all.change({ put: [hiit("a", 0), hiit("b", 120)] })
  expect(all.change({ put: [hiit("a", -24 * 60)] })).toMatchObject({
    days: [
      { localOn: "2026-11-17", points: 85 },
      { localOn: "2026-11-18", points: 85 },
    ],
    emptyDays: [],
  })
  expect(all.change({ put: [hiit("b", -48 * 60)] })).toMatchObject({
    ...{ days: [{ localOn: "2026-11-16" }], emptyDays: ["2026-11-18"], mark: [] },
  })
})

test("removing a record removes its day, and removing an unknown record changes nothing", () => {
  const all = records()
  all.change({ put: [hiit("a", 0)] })
  expect(all.change({ remove: [name("x")] })).toEqual({
    ...{ put: [], prints: [], mark: [], remove: [], days: [], emptyDays: [] },
  })
  expect(all.change({ remove: [name("a"), name("x")] })).toMatchObject({
    ...{ remove: [10], days: [], emptyDays: ["2026-11-18"] },
  })
  expect(all.change({ put: [hiit("b", 0)], remove: [name("b")] })).toMatchObject({ put: [], remove: [] })
})

describe("overlapping records", () => {
  test("of two at the same time the more detailed counts; when it is removed or loses detail, the other one does", () => {
    const all = records()
    all.change({ put: [hiit("a", 0, 1)] })
    const richer = all.change({ put: [hiit("b", 0, 2)] })
    expect(all.said()).toEqual({ a: ["duplicate", null], b: ["counted", null] })
    expect(richer).toMatchObject({ mark: [{ id: 10, status: "excluded" }], days: [{ points: 85 }] })
    all.change({ put: [hiit("b", 0, 0)] })
    expect(all.said()).toEqual({ a: ["counted", null], b: ["duplicate", null] })
    expect(all.change({ remove: [name("a")] }).mark).toMatchObject([{ id: 11, status: "counted" }])
    expect(all.said()).toEqual({ b: ["counted", null] })
  })

  test("the less detailed counts for its own minutes, and in full when it is alone again", () => {
    const all = records()
    all.change({ put: [hiit("a", 0, 1), hiit("b", 40, 2)] })
    expect(all.said()).toEqual({ a: ["overlap", 2400], b: ["counted", null] })
    all.change({ put: [hiit("b", 30, 2)] })
    expect(all.said()).toEqual({ a: ["overlap", 1800], b: ["counted", null] })
    all.change({ remove: [name("b")] })
    expect(all.said()).toEqual({ a: ["counted", null] })
  })

  test("a change affects its neighbors and theirs, and nothing else", () => {
    const all = records()
    all.change({ put: [hiit("c", 118, 1), hiit("b", 60, 2, 58.5), hiit("far", 300, 1)] })
    expect(all.said()).toMatchObject({ b: ["counted", null], c: ["overlap", 3570] })
    const richest = all.change({ put: [hiit("a", 60, 3, 58)] })
    expect(all.said()).toMatchObject({ b: ["duplicate", null], c: ["counted", null], far: ["counted", null] })
    expect(richest.mark.map(({ id }) => id)).toEqual([10, 11])
    expect(all.change({ remove: [name("a")] }).mark).toHaveLength(2)
    expect(all.said()).toMatchObject({ b: ["counted", null], c: ["overlap", 3570] })
    expect(all.change({ put: [hiit("far", 300, 1)] }).mark).toEqual([])
  })

  test("totals beyond the track are limited by it, and only the part that counts takes time from others", () => {
    const all = records()
    const beyond = { ...hiit("a", 0, 2), distanceM: 5000, trackS: 3600, trackM: 4000 }
    all.change({ put: [beyond, hiit("b", 0, 1)] })
    expect(all.said()).toEqual({ a: ["beyond-track", 3600], b: ["duplicate", null] })
    all.change({ put: [{ ...beyond, trackS: 3000 }] })
    expect(all.said()).toMatchObject({ a: ["counted", null] })
    all.change({ put: [{ ...beyond, manual: true }] })
    expect(all.said()).toEqual({ a: ["manual", null], b: ["counted", null] })
  })

  test("the counted part of a neighbor changes with its remaining time, and so does its day", () => {
    const speed = Array.from({ length: 120 }, (_, slot) => (slot < 60 ? 1 : 3))
    const none = speed.map(() => Number.NaN)
    const samples = { slotS: 30, speed, heart: none, lat: none, lon: none }
    const known = { ...hiit("known", 0), distanceM: 7200, fingerprint: fingerprint(samples) }
    const all = records()
    all.change({ put: [known, hiit("b", 0, 9, 30)] })
    expect(all.of("known")).toMatchObject({ reason: "overlap", countedS: 1800, countedM: 5400 })
    all.change({ put: [hiit("b", 30, 9, 30)] })
    expect(all.of("known")).toMatchObject({ reason: "overlap", countedS: 1800, countedM: 1800 })

    const late = records()
    late.change({ put: [hiit("late", 11.5 * 60)], receivedAt: new Date(noon + 20 * hour) })
    const next = late.change({ put: [hiit("next", 12 * 60, 9)], receivedAt: new Date(noon + 20 * hour) })
    expect(late.said()).toMatchObject({ late: ["overlap", 1800] })
    expect(next.days.map(({ localOn, movingS }) => [localOn, movingS])).toEqual([
      ["2026-11-18", 1800],
      ["2026-11-19", 3600],
    ])
  })

  test("distance that the track does not support is limited by the track", () => {
    const run = sentRun({
      externalId: "a",
      distanceM: 12_000,
      fiveMinutesKmh: 11,
      trackS: 3600,
      trackM: 10_000,
    })
    const all = records()
    all.change({ put: [run] })
    expect(all.of("a")).toMatchObject({ reason: "beyond-track", countedS: 3600, countedM: 10_000 })
  })

  test("judging all of them together gives the same result as one after the other", () => {
    const all = records()
    const sent = [hiit("a", 0, 1), hiit("b", 40, 2), hiit("c", 90, 3), { ...hiit("d", 90, 9), manual: true }]
    for (const one of sent) all.change({ put: [one] })
    const kept = sent.flatMap(({ externalId }) => all.of(externalId) ?? [])
    expect(kept).toHaveLength(4)
    const forgotten = kept.map((one) => ({
      ...one,
      status: "review" as const,
      reason: "counted" as const,
      countedS: 7,
    }))
    expect(judge(forgotten, { countsFrom: new Date(0) })).toEqual(kept)
    expect(judge(forgotten, { countsFrom: receivedAt }).map(({ reason }) => reason)).toContain(
      "before-joining",
    )
  })
})

describe("an operator's decision", () => {
  const odd = { ...hiit("a", 0), fiveMinutesKmh: 25 }
  test("outweighs the rules until it is revoked, also when the record is sent again", () => {
    const all = records()
    const decide = (decision: "count" | "decline" | null) =>
      all.change({ decide: [{ ...name("a"), decision }] })
    all.change({ put: [odd] })
    expect(all.said()).toEqual({ a: ["unusually-fast", null] })
    expect(decide("count")).toMatchObject({ put: [{ id: 10, decision: "count" }], days: [{ points: 85 }] })
    all.change({ put: [odd] })
    expect(all.said()).toEqual({ a: ["cleared", null] })
    expect(decide("decline")).toMatchObject({ days: [], emptyDays: ["2026-11-18"] })
    expect(all.said()).toEqual({ a: ["declined", null] })
    decide(null)
    expect(all.said()).toEqual({ a: ["unusually-fast", null] })
  })

  test("a former duplicate that an operator counted stays counted; a decision on an unknown record changes nothing", () => {
    const all = records()
    all.change({ put: [odd] })
    all.change({ decide: [{ ...name("a"), decision: "count" }] })
    all.change({ put: [hiit("b", 0, 9)] })
    expect(all.said()).toMatchObject({ a: ["duplicate", null] })
    all.change({ remove: [name("b")] })
    expect(all.said()).toEqual({ a: ["cleared", null] })
    expect(all.change({ decide: [{ ...name("x"), decision: "count" }] }).put).toEqual([])
    expect(all.planned({ decide: [{ ...name("a"), decision: null }] }, { decided: [] })).toMatchObject({
      ...{ ok: true, plan: { put: [] } },
    })
  })
})

describe("the data needed for a plan", () => {
  test("everything within fifty hours of the records judged together", () => {
    const put = [hiit("a", 0)]
    const [from, to] = [noon - marginMs, noon + hour + marginMs].map((at) => new Date(at)) as [Date, Date]
    const planned = (first: number, last: number) =>
      records().planned(
        { put },
        { from: new Date(from.getTime() + first), to: new Date(to.getTime() + last) },
      )
    expect(planned(0, 0).ok).toBe(true)
    const far = records()
    far.change({ put: [hiit("far", -100 * 60)] })
    expect(far.planned({ put }, { from, to }).ok).toBe(true)
    expect(planned(1, 0)).toEqual({ ok: false, code: "reach_further", from, to })
    expect(planned(0, -1)).toEqual({ ok: false, code: "reach_further", from, to })
    expect(marginMs).toBe(50 * hour)
  })

  test.each<[string, Partial<KeptActivity> & { isRead?: boolean }, boolean, boolean]>([
    ["nothing near that has samples", {}, false, true],
    ["something near with samples", { samples: anySamples(1) }, false, false],
    ["something near whose samples were left out", { isRead: false }, true, false],
    ["something near with samples, and all others known", { samples: anySamples(1) }, true, true],
  ])("the samples of all others: %s", (_, near, isRead, ok) => {
    const all = records()
    all.change({ put: [hiit("near", 30), hiit("far", 600)] })
    const [a, b] = [all.of("near"), all.of("far")] as [KeptActivity, KeptActivity]
    const activities = [
      { ...a, ...near },
      { ...b, isRead },
    ]
    const result = all.planned({ put: [hiit("new", 0)] }, { activities })
    expect(result.ok ? "planned" : result.code).toBe(ok ? "planned" : "samples_left_out")
    const printed = { ...hiit("new", 300), fingerprint: print(1) }
    expect(all.planned({ put: [printed] }, { activities: [{ ...b, isRead: false }] }).ok).toBe(true)
    // A record near no change keeps its verdict, even if its data is incomplete.
    const copies = ["d", "e"].map(
      (id) => ({ ...b, externalId: id, status: "excluded", reason: "duplicate" }) as KeptActivity,
    )
    const others = copies.map((one, n) => ({ ...one, id: 70 + n, isRead: false }))
    expect(all.planned({ put: [hiit("new", 300)] }, { activities: others })).toMatchObject({
      plan: { mark: [] },
    })
    const alone = all.planned({ put: [hiit("new", 300)] }, { activities: [{ ...b, isRead: false }] })
    expect(alone.ok).toBe(true)
  })
})

describe("the same recording once more", () => {
  const samples = readSamples(print(1))
  const far = { startedAt: new Date(noon - 10 * 24 * hour), samples }
  const sent = { ...hiit("a#0", 0), fingerprint: print(1) }
  const other = { source: "file", externalId: "x", id: 5, mine: false, recorderKey: null, ...far }

  test.each<[string, object, number | null]>([
    ["of another athlete", {}, 5],
    [
      "of another athlete, at the same time and by the same name",
      { startedAt: sent.startedAt, externalId: "a#0" },
      5,
    ],
    ["of another athlete, with other samples", { samples: readSamples(print(2)) }, null],
    ["of the athlete, long ago", { mine: true }, 5],
    ["of the athlete, just too long ago", { mine: true, startedAt: new Date(noon - 48 * hour - 1) }, 5],
    ["of the athlete, two days ago", { mine: true, startedAt: new Date(noon - 48 * hour) }, null],
    ["of the athlete, in two days", { mine: true, startedAt: new Date(noon + 48 * hour) }, null],
    ["of the athlete, in one file", { mine: true, externalId: "a#1" }, null],
    ["of the athlete, moved", { mine: true, externalId: "a#0" }, null],
  ])("%s", (_, changes, twinOf) => {
    const possibleTwins = [{ ...other, ...changes }]
    const all = records({ possibleTwins })
    all.change({ put: [sent] })
    expect(all.of("a#0")?.twinOf).toBe(twinOf)
    expect(all.said()).toEqual({ "a#0": [twinOf === null ? "counted" : "same-recording", null] })
  })

  test("only an earlier record is the original, and of several the first", () => {
    const twinOf = (...ids: number[]) => {
      const all = records()
      all.change({ put: [hiit("a#0", 0)] })
      all.change({ put: [sent] }, { possibleTwins: ids.map((id) => ({ ...other, id })) })
      return all.of("a#0")?.twinOf
    }
    expect([twinOf(9), twinOf(10), twinOf(11), twinOf(11, 3, 4)]).toEqual([9, null, null, 3])
  })

  test.each<[string, SentActivity[], (number | null)[]]>([
    ["days apart", [hiit("b", -80 * 60)], [null, 0]],
    ["at one time", [hiit("b", 0)], [null, null]],
    ["days apart in one file", [hiit("a#1", -80 * 60)], [null, null]],
  ])("in one step, %s", (_, others, expected) => {
    const all = records()
    all.change({ put: [...others.map((one) => ({ ...one, fingerprint: print(1) })), sent] })
    expect([...others, sent].map(({ externalId }) => all.of(externalId)?.twinOf)).toEqual(expected)
  })

  test("in one step, the record stored first stays the original", () => {
    const all = records()
    const b = { ...hiit("b", -80 * 60), fingerprint: print(1) }
    all.change({ put: [hiit("b", -80 * 60), hiit("a#0", 0)] })
    all.change({ put: [sent, b] })
    expect([all.of("b")?.twinOf, all.of("a#0")?.twinOf]).toEqual([null, null])
    all.change({ put: [b, sent] })
    expect([all.of("b")?.twinOf, all.of("a#0")?.twinOf]).toEqual([null, 10])
    const added = { ...hiit("c", 80 * 60), fingerprint: print(1) }
    all.change({ put: [{ ...added, startedAt: new Date(noon - 200 * hour) }, b] })
    expect(all.of("b")?.twinOf).toBeNull()
    const plain = { ...sent, externalId: "plain" }
    const twice = records()
    twice.change({ put: [{ ...plain, startedAt: b.startedAt }, plain] })
    expect(twice.of("plain")?.twinOf).toBeNull()
    const moved = { activities: [], possibleTwins: [{ ...other, mine: true, externalId: "plain" }] }
    expect(twice.planned({ put: [plain] }, moved)).toMatchObject({ plan: { put: [{ twinOf: null }] } })
  })
})
