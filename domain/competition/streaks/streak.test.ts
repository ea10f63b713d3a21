import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, type Day } from "#primitives/zones.ts"
import { streakOf } from "./streak.ts"

/** A Monday. */
const begin = "2026-01-05"
const weekOn = (n: number) => addDays(begin, n * 7)

/** The days of consecutive weeks with these numbers of active days. */
function trained(counts: readonly number[]): Day[] {
  return counts.flatMap((count, week) => Array.from({ length: count }, (_, n) => addDays(weekOn(week), n)))
}

/** The streak once all of these weeks are over. */
function streakAfter(
  counts: readonly number[],
  more: { breaks?: Day[]; goals?: Parameters<typeof streakOf>[0]["goals"] } = {},
) {
  return streakOf({ days: trained(counts), goals: [], breaks: [], today: weekOn(counts.length), ...more })
}
const states = ({ history }: Pick<ReturnType<typeof streakOf>, "history">) =>
  history.map(({ state }) => state).join(" ")
const six = [3, 3, 3, 3, 3, 3]

describe("weeks", () => {
  test("a week counts as soon as it has its active days, and until it is over it is open", () => {
    const on = (today: Day, days: Day[]) => streakOf({ days, goals: [], breaks: [], today })
    const two = ["2026-01-05", "2026-01-06"]
    expect(on("2026-01-07", two)).toMatchObject({ weeks: 0, history: [{ state: "open", activeDays: 2 }] })
    expect(on("2026-01-11", two)).toMatchObject({ history: [{ state: "open" }] })
    expect(on("2026-01-12", two).history.map(({ state }) => state)).toEqual(["none", "open"])
    expect(on("2026-01-07", [...two, "2026-01-07"])).toMatchObject({
      weeks: 1,
      history: [{ state: "counted" }],
    })
  })

  test("they are those of ISO 8601, across the end of a year", () => {
    const days = ["2026-12-28", "2026-12-31", "2027-01-03"]
    const { history } = streakOf({ days, goals: [], breaks: [], today: "2027-01-04" })
    expect(history).toMatchObject([
      { on: "2026-12-28", state: "counted", activeDays: 3 },
      { on: "2027-01-04", state: "open" },
    ])
  })

  test("without any active day, only the current week is listed", () => {
    const { history, ...counts } = streakOf({ days: [], goals: [], breaks: [], today: "2026-11-26" })
    expect(counts).toEqual({ weeks: 0, longest: 0, rests: 0, weeksToRest: 6 })
    expect(history).toMatchObject([{ on: "2026-11-23", state: "open" }])
  })

  test("a device farther east can have days of the next week while the account's current week is open", () => {
    const days = ["2026-11-24", "2026-11-25", "2026-11-30"]
    const { history, weeks } = streakOf({ days, goals: [], breaks: [], today: "2026-11-29" })
    expect(history).toMatchObject([
      { on: "2026-11-23", state: "open" },
      { on: "2026-11-30", state: "open" },
    ])
    expect(weeks).toBe(0)
    const onlyNext = streakOf({ days: ["2026-11-30"], goals: [], breaks: [], today: "2026-11-29" })
    expect(onlyNext.history.map(({ on }) => on)).toEqual(["2026-11-23", "2026-11-30"])
  })

  test("the member's choice applies from its week on, and changes no earlier week", () => {
    const goals = [
      { from: weekOn(4), activeDays: 5 },
      { from: weekOn(2), activeDays: 2 },
    ]
    const { history, weeks } = streakAfter([3, 3, 2, 2, 4, 5], { goals })
    expect(history.map(({ goal }) => goal)).toEqual([3, 3, 2, 2, 5, 5, 5])
    expect(states({ history })).toBe("counted counted counted counted none counted open")
    expect(weeks).toBe(1)
  })
})

describe("rest weeks", () => {
  test("six counted weeks save one, which is used automatically and does not count", () => {
    expect(streakAfter([3, 3, 3, 3, 3])).toMatchObject({ weeks: 5, rests: 0, weeksToRest: 1 })
    expect(streakAfter(six)).toMatchObject({ weeks: 6, rests: 1, weeksToRest: 6 })
    const rested = streakAfter([...six, 0, 3])
    expect(states(rested)).toBe("counted counted counted counted counted counted rest counted open")
    expect(rested).toMatchObject({ weeks: 7, rests: 0, weeksToRest: 5 })
  })

  test("one covers one week, regardless of the length of the absence", () => {
    const away = streakAfter([...six, ...Array(60).fill(0), 3])
    expect(away.history.filter(({ state }) => state === "rest")).toHaveLength(1)
    expect(away).toMatchObject({ weeks: 1, longest: 6, rests: 0 })
  })

  test("at most two are kept, and further weeks save none", () => {
    expect(streakAfter([...six, ...six])).toMatchObject({ rests: 2, weeksToRest: null })
    expect(streakAfter([...six, ...six, ...six, ...six])).toMatchObject({ weeks: 24, rests: 2 })
    const rested = streakAfter([...six, ...six, ...six, ...six, 0, 1])
    expect(rested).toMatchObject({ weeks: 24, rests: 0, weeksToRest: 6 })
    expect(streakAfter([...six, ...six, ...six, ...six, 0, 1, 0])).toMatchObject({ weeks: 0, longest: 24 })
  })

  test("a late upload repairs the streak and returns the rest week", () => {
    expect(streakAfter([...six, 2])).toMatchObject({ weeks: 6, rests: 0 })
    expect(streakAfter([...six, 3])).toMatchObject({ weeks: 7, rests: 1 })
    expect(streakAfter([...six, 2, 0])).toMatchObject({ weeks: 0 })
    expect(streakAfter([...six, 3, 0])).toMatchObject({ weeks: 7, rests: 0 })
  })
})

describe("breaks", () => {
  test("freeze the count, whether trained or not, and use no rest week", () => {
    const breaks = [weekOn(6), weekOn(7)]
    const back = streakAfter([...six, 0, 5, 3], { breaks })
    expect(states(back)).toMatch(/counted break break counted open$/)
    expect(back).toMatchObject({ weeks: 7, rests: 1 })
  })

  test("a future break changes nothing", () => {
    expect(streakAfter([...six, 0], { breaks: [weekOn(8)] })).toEqual(streakAfter([...six, 0]))
  })
})

/** Histories with many and with few active days: with random numbers of days, long streaks would be rare. */
const counts = fc.oneof(
  fc.array(fc.nat({ max: 7 }), { maxLength: 60 }),
  fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 5, max: 7 }) },
      { weight: 1, arbitrary: fc.nat({ max: 4 }) },
    ),
    {
      minLength: 15,
      maxLength: 60,
    },
  ),
)
const more = fc.record({
  goals: fc.uniqueArray(
    fc.record({ week: fc.nat({ max: 60 }), activeDays: fc.integer({ min: 2, max: 5 }) }),
    { selector: ({ week }) => week, maxLength: 4 },
  ),
  breaks: fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 8 }),
  today: fc.nat({ max: 430 }),
})

/** A history of weeks with its settings, as `streakOf` takes it. */
const life = fc.tuple(counts, more).map(([weeks, { goals, breaks, today }]) => ({
  days: trained(weeks),
  goals: goals.map(({ week, activeDays }) => ({ from: weekOn(week), activeDays })),
  breaks: breaks.map(weekOn),
  today: addDays(begin, today),
}))

/** The same rules on paper: weeks as numbers, and a rest week as a token that lies on the table. */
function onPaper({ days, goals, breaks, today }: Parameters<typeof streakOf>[0]) {
  const number = (day: Day) => Math.floor((Date.parse(day) / 86_400_000 + 3) / 7)
  const present = number(today)
  const weeks = days.map(number)
  let streak = 0
  let tokens = 0
  let sinceToken = 0
  let covered = 0
  for (let week = Math.min(present, ...weeks); week <= Math.max(present, ...weeks); week++) {
    const goal = goals
      .filter(({ from }) => number(from) <= week)
      .reduce((one, other) => (one.from < other.from ? other : one), { from: "", activeDays: 3 })
    if (breaks.map(number).includes(week)) continue
    if (new Set(days.filter((day) => number(day) === week)).size >= goal.activeDays) {
      streak++
      if (tokens < 2) sinceToken++
      if (sinceToken === 6) {
        sinceToken = 0
        tokens++
      }
    } else if (week < present) {
      if (tokens > 0) {
        tokens--
        covered++
      } else {
        streak = 0
        sinceToken = 0
      }
    }
  }
  return { weeks: streak, rests: tokens, covered }
}

test("for any history, the streak equals one counted by hand, regardless of the order of its days", () => {
  fc.assert(
    fc.property(life, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (told, chances) => {
      const streak = streakOf(told)
      const { weeks, rests, covered } = onPaper(told)
      expect(streak).toMatchObject({ weeks, rests })
      expect(streak.history.filter(({ state }) => state === "rest")).toHaveLength(covered)
      const shuffled = told.days
        .map((day) => ({ day, at: chances.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ day }) => day)
      expect(streakOf({ ...told, days: [...shuffled, ...shuffled.slice(0, 3)] })).toEqual(streak)
    }),
    { numRuns: 500 },
  )
})

test("a rest week covers one week, is saved by six, and there are never more than two", () => {
  fc.assert(
    fc.property(life, (told) => {
      const { history } = streakOf(told)
      let counted = 0
      let used = 0
      for (const week of history) {
        if (week.state === "counted") counted++
        if (week.state === "rest") used++
        if (week.state === "none") counted = used = 0
        expect(used, "used without having been saved").toBeLessThanOrEqual(Math.floor(counted / 6))
        expect(week.rests).toBeLessThanOrEqual(2)
        expect(week.streak, "only counted weeks count").toBe(counted)
      }
    }),
    { numRuns: 500 },
  )
})

test("one more active day never makes a streak shorter or a rest week fewer", () => {
  fc.assert(
    fc.property(life, fc.nat({ max: 430 }), (told, day) => {
      const before = streakOf(told)
      const now = streakOf({ ...told, days: [...told.days, addDays(begin, day)] })
      const at = before.history.length - 1
      const same = now.history.find(({ on }) => on === before.history[at]?.on)
      expect(same?.streak).toBeGreaterThanOrEqual(before.weeks)
      expect(same?.rests).toBeGreaterThanOrEqual(before.rests)
    }),
    { numRuns: 500 },
  )
})
