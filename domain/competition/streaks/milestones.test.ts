import { describe, expect, test } from "vitest"
import { type DoneActivity, type DoneDay, milestonesOf } from "./milestones.ts"

const day = (on: string, points: number, active = points >= 25): DoneDay => ({ on, points, active })
const done = (on: string, kind: DoneActivity["kind"], seconds = 1800, name: string | null = null) => ({
  on,
  kind,
  seconds,
  name,
  credit: null,
})
const only = (kind: string, ...told: Parameters<typeof milestonesOf>) =>
  milestonesOf(...told).filter((one) => one.kind === kind)

describe("milestones", () => {
  test("without points there are none", () => {
    expect(milestonesOf([], [])).toEqual([])
    expect(milestonesOf([day("2026-11-02", 0)], [])).toEqual([])
  })

  test("first points name their day, and its activities", () => {
    const days = [day("2026-11-01", 0), day("2026-11-02", 13, false), day("2026-11-03", 88)]
    const activities = [
      done("2026-11-02", "walk"),
      done("2026-11-02", "transition"),
      done("2026-11-02", "walk"),
      done("2026-11-02", "yoga"),
    ]
    expect(only("first-points", days, activities)).toEqual([
      { kind: "first-points", on: "2026-11-02", points: 13, kinds: ["walk", "yoga"] },
    ])
  })

  test("the tenth, fiftieth and hundredth active day, and no other day", () => {
    const days = Array.from({ length: 120 }, (_, n) =>
      day(new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10), 30 + (n % 2), n % 2 === 0),
    )
    expect(only("active-days", days, [])).toEqual([
      { kind: "active-days", count: 50, on: "2026-04-09", points: 30, kinds: [] },
      { kind: "active-days", count: 10, on: "2026-01-19", points: 30, kinds: [] },
    ])
  })

  test("a hundred hours are reached with the activity that completes them", () => {
    const activities = [
      done("2026-01-01", "ride", 99 * 3600),
      done("2026-01-02", "run", 3599),
      done("2026-01-03", "swim", 1, "Laps"),
      done("2026-01-04", "run", 3600),
    ]
    expect(only("hours", [], activities)).toEqual([
      { kind: "hours", hours: 100, on: "2026-01-03", activity: { kind: "swim", name: "Laps", credit: null } },
    ])
    expect(only("hours", [], activities.toSpliced(2, 2))).toEqual([])
  })

  test("the first activity of each kind, without transitions and activities that earn nothing", () => {
    const activities = [
      done("2026-01-01", "run", 0),
      done("2026-01-02", "run", 60, "Dawn"),
      done("2026-01-02", "transition"),
      done("2026-01-03", "run"),
      done("2026-01-04", "yoga"),
    ]
    expect(milestonesOf([], activities)).toEqual([
      { kind: "first-of-kind", on: "2026-01-04", activity: { kind: "yoga", name: null, credit: null } },
      { kind: "first-of-kind", on: "2026-01-02", activity: { kind: "run", name: "Dawn", credit: null } },
    ])
  })

  test("a personal best requires others to beat; of equal ones, the first is the best", () => {
    const two = [day("2026-10-30", 100), day("2026-11-01", 100)]
    expect(milestonesOf(two, []).map(({ kind }) => kind)).toEqual(["first-points", "best-month"])
    const three = [...two, day("2026-11-02", 40)]
    expect(only("best-day", three, [])).toMatchObject([{ on: "2026-10-30", points: 100 }])
    expect(only("best-week", three, [])).toEqual([
      { kind: "best-week", on: "2026-10-26", points: 200, days: 2 },
    ])
    expect(only("best-month", three, [])).toEqual([
      { kind: "best-month", on: "2026-11-01", points: 140, days: 2 },
    ])
  })
})
