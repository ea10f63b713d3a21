import { describe, expect, test } from "vitest"
import type { MemberDay } from "./best-days.ts"
import {
  daysOfTeam,
  isForTeamAlone,
  type Membership,
  notWeighed,
  placeLate,
  prizeMembers,
  rosterOf,
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

test("athletes who left, were moved or were erased are former members, and still count in the size", () => {
  const stays = [stay(3, 1), stay(2, 1), stay(4, 1, opensOn, "2027-02-05"), stay(null, 1), stay(5, 2)]
  expect(rosterOf(stays, 1)).toEqual({ members: [2, 3], former: 2, size: 4 })
})

describe("an athlete who joins late", () => {
  const teams = [
    { team: 1, members: 8, points: 10 },
    { team: 2, members: 7, points: 900 },
    { team: 3, members: 7, points: 400 },
    { team: 4, members: 7, points: 400 },
  ]
  const joins = (athlete: number, joinsOn: string, hour = 12) => ({
    ...{ athlete, joinsOn },
    joinedAt: new Date(`${joinsOn}T${hour}:00:00Z`),
  })

  test("goes to the smallest team in the order of joining; ties go to the team with fewer points, then to the lower number", () => {
    const late = [
      joins(9, "2027-02-03"),
      joins(8, "2027-02-01", 18),
      joins(7, "2027-02-01", 17),
      joins(6, "2027-02-03", 20),
    ]
    expect(placeLate(teams, { opensOn, late })).toEqual([
      { athlete: 7, team: 3, from: "2027-02-01", until: null },
      { athlete: 8, team: 4, from: "2027-02-01", until: null },
      { athlete: 9, team: 2, from: "2027-02-03", until: null },
      { athlete: 6, team: 1, from: "2027-02-03", until: null },
    ])
  })

  test("scores alone from the fourth day on", () => {
    expect(placeLate(teams, { opensOn, late: [joins(5, "2027-02-04")] })).toEqual([])
  })
})

test.each([
  [0, true],
  [3, true],
  [4, false],
])("a total of %i members with points is shown only to the team: %s", (recorded, isHidden) => {
  expect(isForTeamAlone({ recorded })).toBe(isHidden)
})

describe("a prize of the team", () => {
  const sharing = (
    of: Parameters<typeof prizeMembers>[0],
    team: number,
    active: Record<number, number>,
    cannotWin: ReadonlySet<number> = new Set(),
  ) => {
    const activeDays = new Map(Object.entries(active).map(([athlete, days]) => [Number(athlete), days]))
    return prizeMembers(of, team, { activeDays, cannotWin })
  }
  const stays = [stay(1, 1), stay(2, 1), stay(3, 1, opensOn, "2027-02-20"), stay(null, 1), stay(4, 1)]

  test("is for those who are in it at the end and had at least four active days", () => {
    expect(sharing(stays, 1, { 1: 4, 2: 3, 3: 9 })).toEqual([1])
  })

  test("does not go to a transferred athlete, in either team", () => {
    const moved = [stay(1, 2, opensOn, "2027-02-06"), stay(1, 1, "2027-02-06"), stay(2, 1)]
    expect(sharing(moved, 1, { 1: 12, 2: 4 })).toEqual([2])
    expect(sharing(moved, 2, { 1: 12, 2: 4 })).toEqual([])
  })

  test("does not go to an athlete who had no points before the draw, or joined after it", () => {
    const late = [stay(1, 1), stay(2, 1), stay(3, 1, "2027-02-03"), stay(null, 1)]
    const drawn = new Map([
      [1, 500],
      [2, 0],
    ])
    const cannotWin = notWeighed(late, drawn)
    expect(cannotWin).toEqual(new Set([2, 3]))
    expect(sharing(late, 1, { 1: 9, 2: 9, 3: 9 }, cannotWin)).toEqual([1])
  })

  test("is not for who cannot win, although their days count", () => {
    expect(sharing(stays, 1, { 1: 4, 4: 5 }, new Set([4]))).toEqual([1])
  })
})
