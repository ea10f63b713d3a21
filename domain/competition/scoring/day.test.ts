import { describe, expect, test } from "vitest"
import { firstSeries, rulesets } from "#content/competitions.ts"
import { seasonOf } from "../calendar/period.ts"
import { deriveDay, isRestricted, rulesetOn, type SeasonBoard } from "./day.ts"

type Activity = Parameters<typeof deriveDay>[1][number]
const on = "2026-11-20"
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const run = (changes: Partial<Activity> = {}): Activity => ({
  kind: "run",
  movingS: 1800,
  distanceM: 5000,
  source: "file",
  credit: null,
  startedAt: at(12),
  elapsedS: 1800,
  countedS: null,
  countedM: null,
  ...changes,
})
const season = (changes: Partial<SeasonBoard> = {}): SeasonBoard => ({
  id: 7,
  from: "2026-11-20",
  to: "2026-11-30",
  opensAt: at(0),
  closesAt: new Date(Date.UTC(2026, 11, 1)),
  ...changes,
})

test("a day without activities has no row; an activity that counts in part earns points only for that part", () => {
  expect(deriveDay(on, [], [])).toBeNull()
  const whole = deriveDay(on, [run()], [])
  const part = deriveDay(on, [run({ movingS: 9000, distanceM: 30_000, countedS: 1800, countedM: 5000 })], [])
  expect(part).toEqual(whole)
  expect(whole).toMatchObject({
    movingS: 1800,
    distanceM: 5000,
    restricted: false,
    exceptions: null,
    credits: null,
  })
  expect(deriveDay(on, [run({ countedS: 0, countedM: 0 })], [])).toMatchObject({ points: 0, reachedAt: null })
  expect(deriveDay(on, [run()], [])?.ruleset).toBe(1)
})

test("a day with points is restricted by an activity of a restricted source", () => {
  expect([isRestricted({ source: "strava" }), isRestricted({ source: "file" })]).toEqual([true, false])
  expect(deriveDay(on, [run(), run({ source: "strava", startedAt: at(14) })], [])?.restricted).toBe(true)
  expect(deriveDay(on, [run({ source: "strava", countedS: 0, countedM: 0 })], [])?.restricted).toBe(false)
})

test("each attribution appears once, in order", () => {
  const credited = [
    run({ source: "polar", credit: "Polar" }),
    run({ source: "polar", credit: "Polar", startedAt: at(15) }),
  ]
  expect(deriveDay(on, credited, [])?.credits).toEqual(["Polar"])
  const garmin = run({ source: "garmin", credit: "Garmin" })
  expect(deriveDay(on, [...credited, garmin], [])?.credits).toEqual(["Garmin", "Polar"])
})

test.each([
  ["0001-01-01", 1],
  ["2026-11-30", 1],
  ["2026-12-01", 2],
  ["2031-01-01", 2],
])("the rules of %s are version %i", (day, version) => {
  expect(rulesetOn(day).version).toBe(version)
  expect(deriveDay(day, [run()], [])?.ruleset).toBe(version)
})

test("rule versions start one after the other, each with a season", () => {
  expect(rulesets.map(({ version }) => version)).toEqual(rulesets.map((_, nr) => nr + 1))
  expect(rulesets.map(({ from }) => from)).toEqual([...new Set(rulesets.map(({ from }) => from))].sort())
  for (const { from } of rulesets.slice(1))
    expect(firstSeries.map((one) => seasonOf(one, from).from)).toContain(from)
})

describe("where the rules change during a season", () => {
  const fortnight = season({ id: 7, from: "2026-11-23", to: "2026-12-06", opensAt: new Date(0) })
  const month = season({
    ...{ id: 8, from: "2026-12-01", to: "2026-12-31", opensAt: new Date(Date.UTC(2026, 11, 1)) },
    closesAt: new Date(Date.UTC(2027, 0, 1)),
  })
  const running = { ...fortnight, closesAt: new Date(Date.UTC(2026, 11, 7)) }
  const push = (day: number, changes: Partial<Activity> = {}) =>
    run({
      kind: "wheelchair",
      movingS: 5400,
      distanceM: 42_195,
      elapsedS: 5400,
      startedAt: at(12 + day * 24),
      ...changes,
    })
  const derived = (on: string, activities: Activity[]) => deriveDay(on, activities, [running, month])

  test("the season keeps its rules, and the day has those of its date", () => {
    const before = derived("2026-11-30", [push(10)])
    expect([before?.ruleset, before?.points, before?.exceptions]).toEqual([1, 91, null])
    const after = derived("2026-12-01", [push(11)])
    expect([after?.ruleset, after?.points]).toEqual([2, 222])
    expect(after?.exceptions).toMatchObject({ 7: { points: 91, active: true } })
    expect(Object.keys(after?.exceptions ?? {})).toEqual(["7"])
  })

  test("days that earn the same by both rules have no separate score", () => {
    expect(derived("2026-12-01", [run({ startedAt: at(12 + 11 * 24) })])?.exceptions).toBeNull()
  })

  test("the first day of an athlete in the east that begins in the season before is scored by each season's own rules", () => {
    const opensAt = new Date(Date.UTC(2026, 11, 1, 8))
    const november = season({
      id: 6,
      from: "2026-11-01",
      to: "2026-11-30",
      opensAt: new Date(0),
      closesAt: opensAt,
    })
    const morning = push(11, { startedAt: new Date(Date.UTC(2026, 11, 1, 5)) })
    const day = deriveDay("2026-12-01", [morning], [november, { ...month, opensAt }])
    expect([day?.points, day?.exceptions]).toMatchObject([222, { 6: { points: 91 }, 8: { points: 0 } }])
  })
})

test.each<[string, Partial<SeasonBoard>, Activity[], points: "all" | "part" | "none" | null]>([
  ["within the season", {}, [run()], null],
  ["on its first day, before it opens", { opensAt: at(13) }, [run()], "none"],
  ["on its first day, as it opens", { opensAt: at(12) }, [run()], null],
  ["partly before it opens", { opensAt: at(13) }, [run(), run({ startedAt: at(14) })], "part"],
  [
    "on its last day, as it closes",
    { from: "2026-11-01", to: on, opensAt: new Date(0), closesAt: at(12) },
    [run()],
    "none",
  ],
  ["outside its days", { from: "2026-11-21", opensAt: at(23) }, [run()], null],
  ["the day before its first, after it opens", { from: "2026-11-21", opensAt: at(12) }, [run()], "all"],
  [
    "the day after its last, before it closes",
    { from: "2026-11-01", to: "2026-11-19", opensAt: new Date(0), closesAt: at(13) },
    [run()],
    "all",
  ],
])("an activity %s", (_what, changes, activities, points) => {
  const day = deriveDay(on, activities, [season(changes)])
  if (points === null) return expect(day?.exceptions).toBeNull()
  const part = day?.exceptions?.["7"]
  if (points === "none")
    return expect(part).toEqual({ points: 0, active: false, restricted: false, reachedAt: null })
  expect(part?.points).toBeGreaterThan(0)
  expect((part?.points ?? 0) < (day?.points ?? 0)).toBe(points === "part")
})

test("points are reached at the end of the activity that earned them, together with those ending at the same time", () => {
  const reached = (activities: Activity[]) => deriveDay(on, activities, [])?.reachedAt
  const long = run({ movingS: 4 * 3600, distanceM: 60_000, elapsedS: 4 * 3600, startedAt: at(8) })
  expect(reached([run(), run({ startedAt: at(15) })])).toEqual(new Date(at(15).getTime() + 1_800_000))
  // The first activity reaches the day's maximum, so later ones add no points.
  const most = [long, { ...long, startedAt: at(13) }]
  expect(reached(most)).toEqual(at(12))
  // In whatever order they are given: the last of three earned the last points, the one before it none.
  const [early, between, late] = [8, 12, 16].map((hour) => run({ startedAt: at(hour) })) as [
    Activity,
    Activity,
    Activity,
  ]
  for (const three of [
    [early, between, late],
    [between, late, early],
    [late, between, early],
  ])
    expect(reached(three)).toEqual(new Date(at(16).getTime() + 1_800_000))
  const nothing = { ...between, countedS: 0, countedM: 0 }
  expect(reached([nothing, early])).toEqual(new Date(at(8).getTime() + 1_800_000))
  expect(reached([long, { ...nothing, startedAt: at(14) }, { ...long, startedAt: at(13) }])).toEqual(at(12))
  const zero = run({ startedAt: at(16), countedS: 0, countedM: 0 })
  expect(reached([zero, run()])).toEqual(new Date(at(12).getTime() + 1_800_000))
  expect(reached([run(), run({ elapsedS: 1800 })])).toEqual(new Date(at(12).getTime() + 1_800_000))
})
