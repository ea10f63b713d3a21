import { describe, expect, test } from "vitest"
import type { MemberDay } from "./best-days.ts"
import {
  daysOfTeam,
  isForTeamAlone,
  type Membership,
  missedDraw,
  prizeMembers,
  rosterOf,
  teamForLate,
  teamOn,
} from "./rosters.ts"

const opensOn = "2027-02-01"
const stay = (
  athlete: number | null,
  team: number,
  from = opensOn,
  until: string | null = null,
): Membership => ({
  ...{ athlete, team, from, until },
})
const day = (athlete: number, on: string, active = true): MemberDay => ({
  ...{ athlete, on, active, points: active ? 80 : 10 },
  reachedAt: new Date(`${on}T12:00:00Z`),
})

describe("a day", () => {
  const moved = [stay(1, 1, opensOn, "2027-02-10"), stay(1, 2, "2027-02-10"), stay(2, 1)]

  test.each([
    ["2027-01-31", null],
    ["2027-02-01", 1],
    ["2027-02-09", 1],
    ["2027-02-10", 2],
    ["2027-02-28", 2],
  ])("of %s counts for the team of that day", (on, team) => {
    expect(teamOn(moved, 1, on)).toBe(team)
  })

  test("stays with its team when the athlete moves", () => {
    const days = [day(1, "2027-02-09"), day(1, "2027-02-10"), day(2, "2027-02-10"), day(3, "2027-02-10")]
    expect(daysOfTeam(moved, 1, { days })).toEqual([days[0], days[2]])
    expect(daysOfTeam(moved, 2, { days })).toEqual([days[1]])
  })

  test("of a disqualified athlete counts for no team, and counts again when that is undone", () => {
    const days = [day(1, "2027-02-09"), day(2, "2027-02-10")]
    expect(daysOfTeam(moved, 1, { days, disqualified: new Set([1]) })).toEqual([days[1]])
    expect(daysOfTeam(moved, 1, { days })).toHaveLength(2)
  })
})

test("who left, was moved or erased is a former member, and stays in the size", () => {
  const stays = [stay(3, 1), stay(2, 1), stay(4, 1, opensOn, "2027-02-05"), stay(null, 1), stay(5, 2)]
  expect(rosterOf(stays, 1)).toEqual({ members: [2, 3], former: 2, size: 4 })
})

describe("who joins late", () => {
  const teams = [
    { team: 1, members: 8, points: 10 },
    { team: 2, members: 7, points: 900 },
    { team: 3, members: 7, points: 400 },
    { team: 4, members: 7, points: 400 },
  ]

  test.each(["2027-02-01", "2027-02-02", "2027-02-03"])(
    "on %s is put into the smallest team, of equal ones into that with fewer points, then the lower number",
    (joinsOn) => {
      expect(teamForLate(teams, { opensOn, joinsOn })).toBe(3)
    },
  )

  test("from the fourth day on scores alone", () => {
    expect(teamForLate(teams, { opensOn, joinsOn: "2027-02-04" })).toBeNull()
  })
})

test.each([
  [0, true],
  [3, true],
  [4, false],
])("a total of %i who recorded is for the team alone: %s", (recorded, isHidden) => {
  expect(isForTeamAlone({ recorded })).toBe(isHidden)
})

describe("a prize of the team", () => {
  const onDays = (athlete: number, count: number) =>
    Array.from({ length: count }, (_, nr) => day(athlete, `2027-02-${String(nr + 1).padStart(2, "0")}`))
  const stays = [stay(1, 1), stay(2, 1), stay(3, 1, opensOn, "2027-02-20"), stay(null, 1), stay(4, 1)]

  test("is for those who are in it at the end and had at least four active days in it", () => {
    const days = [...onDays(1, 4), ...onDays(2, 3), ...onDays(3, 9), day(2, "2027-02-20", false)]
    expect(prizeMembers(stays, 1, { days })).toEqual([1])
  })

  test("is not for who was transferred, in either team", () => {
    const moved = [stay(1, 2, opensOn, "2027-02-06"), stay(1, 1, "2027-02-06"), stay(2, 1)]
    const days = [...onDays(1, 12), ...onDays(2, 4)]
    expect(prizeMembers(moved, 1, { days })).toEqual([2])
    expect(prizeMembers(moved, 2, { days })).toEqual([])
  })

  test("is not for who had points before and missed the draw; a newcomer who joins late shares it", () => {
    const late = [stay(1, 1), stay(2, 1, "2027-02-02"), stay(3, 1, "2027-02-03")]
    const seeds = new Map([
      [1, 500],
      [2, 700],
    ])
    const cannotWin = missedDraw(late, { drawn: new Set([1]), seeds })
    expect(cannotWin).toEqual(new Set([2]))
    const days = [1, 2, 3].flatMap((athlete) => onDays(athlete, 9))
    expect(prizeMembers(late, 1, { days, cannotWin })).toEqual([1, 3])
  })

  test("is not for who cannot win, although their days count", () => {
    const days = [...onDays(1, 4), ...onDays(4, 5)]
    expect(prizeMembers(stays, 1, { days, cannotWin: new Set([4]) })).toEqual([1])
  })
})
