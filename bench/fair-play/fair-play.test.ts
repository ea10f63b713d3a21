import { afterAll, beforeAll, expect, test } from "vitest"
import { recompute } from "#domain/competition/recompute.ts"
import { addDays } from "#primitives/zones.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { cheats } from "./cheats/all.ts"
import { type PlayedCheat, playCheats } from "./cheats/play.ts"
import { events } from "./honest/events.ts"
import { habits } from "./honest/habits.ts"
import { type Played, playHonest } from "./honest/play.ts"
import { firstDay, sessionsOf } from "./honest/season.ts"
import { honestTypes } from "./honest/types.ts"
import { toFit } from "./model/fit.ts"
import { openStage } from "./stage.ts"

/** A week of forty members. */
const season = { seed: "a week", athletes: 40, weeks: 1 }

/** A few of each kind. */
const sample = [
  "the same file once more, gzipped",
  "own run with another date",
  "a stolen file as it is",
  "a stolen run with another date",
  "a stolen run without its heart",
  "one run by two services, an hour apart",
  "a clock in the future",
  "typed at a service and marked so",
  "a moving time above the time from start to end",
  "strength for 12 hours a day",
  "40 km on a treadmill in 2:30 h",
  "thirteen made-up days in one upload of a new account",
]

let t: TestWorld
let honest: Played
let cheated: PlayedCheat[]
beforeAll(async () => {
  t = await createCompetitionWorld()
  const stage = openStage(t.world, (at) => t.clock.set(at))
  honest = await playHonest(stage, season)
  const chosen = cheats.filter(({ name }) => sample.includes(name))
  const rest = { seed: season.seed, firstDay: addDays(firstDay, 7), firstNewcomer: 100 }
  cheated = await playCheats(stage, chosen, { ...rest, sessions: honest.sessions })
})
afterAll(() => t.close())

test("every type of honest session is a habit of some persona, or an event", () => {
  const done = [
    ...Object.values(habits).flatMap((of) => of.map(([, , type]) => type)),
    ...events.map(({ type }) => type),
  ]
  expect(new Set([...done, "run abroad"])).toEqual(new Set(Object.keys(honestTypes)))
})

test("a seed generates the same recordings each time", () => {
  const bytes = () =>
    sessionsOf(season)
      .slice(0, 12)
      .map((session) => toFit(session.make()[0]?.recordings ?? []))
  expect(bytes()).toEqual(bytes())
})

test("a week of honest training counts in full", () => {
  expect(honest.sessions.length).toBeGreaterThan(200)
  const others = honest.sessions.filter(({ outcome }) => outcome !== "counted")
  expect(others.map(({ session, outcome, reasons }) => [session.type, outcome, reasons])).toEqual([])
})

test("cheats earn nothing unnoticed", () => {
  expect(cheated.map(({ cheat, seen }) => seen === null && cheat.name).filter(Boolean)).toEqual([])
  const unseen = cheated.filter(({ seen }) => (seen?.unseen ?? 0) > 0).map(({ cheat }) => cheat.name)
  expect(unseen).toEqual([])
})

test("a recomputation afterward finds no difference", async () => {
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
})
