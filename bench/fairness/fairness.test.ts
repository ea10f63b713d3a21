import { expect, test } from "vitest"
import { gainOf, playAttacks } from "./attackers.ts"
import { movesOf } from "./moves.ts"
import { standingsOf } from "./team-race.ts"
import { worldOf } from "./world.ts"
import { seasonsOf } from "./year.ts"

const world = worldOf("a small one", { members: 40, months: 2 })

test("a seed generates the same world each time", () => {
  expect(worldOf("a small one", { members: 40, months: 2 })).toEqual(world)
  expect(worldOf("another one", { members: 40, months: 2 }).points).not.toEqual(world.points)
})

test("team points equal a sum of the stored days by hand", () => {
  for (const { month, stays, formula, daysOf, on } of seasonsOf(world)) {
    for (const { team, score } of standingsOf(stays, formula, daysOf)) {
      const members = stays.filter((stay) => stay.team === team)
      const paper = on.map((day) => {
        const points = members.map(({ athlete, from }) =>
          day < from
            ? 0
            : Math.min(100, world.days[month]?.get(athlete ?? 0)?.find((one) => one.on === day)?.points ?? 0),
        )
        return points.sort((a, b) => b - a).slice(0, formula.members)
      })
      expect(score.points).toBe(paper.flat().reduce((sum, points) => sum + points, 0))
    }
  }
})

test("an athlete without training in a season has no moves, everybody else has some on every sixth day", () => {
  const [season] = seasonsOf(world)
  if (!season) throw new Error("no season")
  const moves = movesOf(world, season)
  const active = world.members.filter(({ athlete }) => season.daysOf(athlete).some((day) => day.active))
  expect(new Set(moves.map(({ athlete }) => athlete))).toEqual(new Set(active.map(({ athlete }) => athlete)))
  expect(moves.length).toBeLessThanOrEqual(active.length * 5)
})

test("two recordings of one session win exactly as much as one", () => {
  const tried = playAttacks(world).get("splitting each session into two recordings") ?? []
  expect(tried.length).toBeGreaterThan(0)
  expect(gainOf(tried, "team")).toMatchObject({ gain: 0, noise: 0 })
  expect(gainOf(tried, "main")).toMatchObject({ gain: 0, noise: 0 })
})
