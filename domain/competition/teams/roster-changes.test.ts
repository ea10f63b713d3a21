import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "#primitives/zones.ts"
import { erase, leave, transfer } from "./roster-changes.ts"
import { type Membership, rosterOf, teamOn } from "./rosters.ts"

const opensOn = "2027-02-01"
const stays: Membership[] = [1, 2, 3].map((athlete) => ({ athlete, team: 1, from: opensOn, until: null }))
const reason = "Two brothers asked for it."

describe("a transfer", () => {
  const asked = { athlete: 2, to: 5, today: "2027-02-09", reason }

  test("applies from the next day on, so that earlier days still count for the old team", () => {
    const moved = transfer(stays, asked)
    if (!moved.ok) throw new Error(moved.code)
    expect(teamOn(moved.value, 2, "2027-02-09")).toBe(1)
    expect(teamOn(moved.value, 2, "2027-02-10")).toBe(5)
    expect(rosterOf(moved.value, 1)).toEqual({ members: [1, 3], former: 1, size: 3 })
  })

  test.each([
    ["without a reason", { reason: "  " }, "no_reason"],
    ["of somebody without a team", { athlete: 9 }, "not_in_a_team"],
    ["into the own team", { to: 1 }, "same_team"],
  ])("%s is refused", (_, change, code) => {
    expect(transfer(stays, { ...asked, ...change })).toEqual({ ok: false, code })
  })

  test("is possible once a season", () => {
    const moved = transfer(stays, asked)
    if (!moved.ok) throw new Error(moved.code)
    expect(transfer(moved.value, { ...asked, to: 6, today: "2027-02-20" })).toEqual({
      ...{ ok: false, code: "transferred_before" },
    })
  })
})

describe("leaving", () => {
  test("stores the day of leaving, and keeps the athlete as a former member", () => {
    const left = leave(stays, { athlete: 2, today: "2027-02-09" })
    if (!left.ok) throw new Error(left.code)
    expect(teamOn(left.value, 2, "2027-02-09")).toBe(1)
    expect(teamOn(left.value, 2, "2027-02-10")).toBeNull()
    expect(rosterOf(left.value, 1)).toEqual({ members: [1, 3], former: 1, size: 3 })
    expect(leave(left.value, { athlete: 2, today: "2027-02-11" })).toEqual({
      ok: false,
      code: "not_in_a_team",
    })
  })

  test("before the season leaves no record", () => {
    expect(leave(stays, { athlete: 2, today: "2027-01-31" })).toEqual({
      ok: true,
      value: stays.filter(({ athlete }) => athlete !== 2),
    })
  })
})

test("erasure removes the person and keeps one former member", () => {
  const erased = erase(stays, 2)
  expect(JSON.stringify(erased)).not.toContain('"athlete":2')
  expect(rosterOf(erased, 1)).toEqual({ members: [1, 3], former: 1, size: 3 })
})

const happening = fc.record({
  what: fc.constantFrom("transfer", "leave", "erase"),
  athlete: fc.integer({ min: 1, max: 4 }),
  to: fc.integer({ min: 1, max: 3 }),
  after: fc.nat({ max: 5 }),
})

test("after any changes, each day has one team, past days keep theirs, and no team gets smaller", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 12 }), (happenings) => {
      let today = opensOn
      let rows: readonly Membership[] = stays
      for (const { what, athlete, to, after } of happenings) {
        today = addDays(today, after)
        const done =
          what === "transfer"
            ? transfer(rows, { athlete, to, today, reason })
            : what === "leave"
              ? leave(rows, { athlete, today })
              : { ok: true as const, value: erase(rows, athlete) }
        const next = done.ok ? done.value : rows
        for (let on = opensOn; on <= today; on = addDays(on, 1))
          for (const one of [1, 2, 3].filter((id) => what !== "erase" || id !== athlete))
            expect(teamOn(next, one, on)).toBe(teamOn(rows, one, on))
        const begun = rows.filter(({ from }) => from <= today)
        for (const team of [1, 2, 3])
          expect(rosterOf(next, team).size).toBeGreaterThanOrEqual(rosterOf(begun, team).size)
        for (const one of [1, 2, 3])
          expect(
            next.filter((stay) => stay.athlete === one && stay.until === null).length,
          ).toBeLessThanOrEqual(1)
        rows = next
      }
    }),
    { numRuns: 300 },
  )
})
