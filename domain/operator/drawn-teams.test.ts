/** Drawn teams, changed by hand before their season and while it runs: each verb with its preview and its undo. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { firstRaces, type SideRace } from "#content/races.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { findRace } from "#domain/competition/races/race.ts"
import { storedStays } from "#domain/competition/teams/stays.ts"
import { readTeams } from "#domain/competition/teams/team-table.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { drawTeamsEarly, endTeamOfDrawn, makeTeamOfDrawn, moveToTeam } from "./drawn-teams.ts"
import { changeSideRace } from "./races.ts"
import type { Operator } from "./roles.ts"
import { renameRaceTeam } from "./teams.ts"
import { undo } from "./undo.ts"

const season = "monthly-2026-12"
const teams = { season, name: "teams" }
const rule: SideRace = {
  ...(firstRaces.monthly[0] as SideRace),
  ...{ name: "teams", title: "Teams", metric: "points", daysAWeek: null, entrants: "teams", teamSize: 4 },
}

let t: TestWorld
let owner: Operator
const slugs = new Map<number, string>()
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-25T22:00:00Z")
  await maintainBoards(t.world)
  owner = await addOperatorSession(t.world, "owner")
  for (let nr = 0; nr < 13; nr++) await joined(`Athlete ${nr}`, 30 + nr)
  await addRace(t.world, { season, race: rule })
})
afterAll(() => t.close())

async function joined(name: string, minutes: number): Promise<number> {
  const id = await addAthlete(t.world, { name })
  const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`
  slugs.set(id, row?.slug ?? "")
  await train(id, minutes)
  return id
}

async function train(id: number, minutes: number) {
  const sent = { kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 } as const
  const startedAt = new Date(t.world.now().getTime() - 3 * 3_600_000)
  expect(await onActivity(t.world, id, sentRun({ ...sent, startedAt }))).toMatchObject({ ok: true })
}

const race = async () => {
  const found = await findRace(t.world.db, teams)
  if (!found) throw new Error("No race")
  return found
}
/** Everything that is stored about the teams. */
const stored = async () => {
  const { id } = await race()
  const rows = await t.world.db.sql<{ number: number; name: string }>`
    select number::integer as number, name from teams where race_id = ${id} order by number`
  const all: object[] = []
  for (const team of rows)
    all.push({
      ...team,
      stays: (await storedStays(t.world.db, id, { team: team.number })).sort((a, b) => a.athlete - b.athlete),
    })
  return all
}
const sizes = async () => (await stored()).map((team) => (team as { stays: object[] }).stays.length)
const membersOf = async (team: number) =>
  (await storedStays(t.world.db, (await race()).id, { team }))
    .filter(({ until }) => until === null)
    .map(({ athlete }) => athlete)
const totals = async () =>
  new Map((await readTeams(t.world.db, await race())).placed.map(({ name, score }) => [name, score.points]))
const looking = (): Operator => ({ ...owner, rehearses: true })
/** Undoes what was done, and expects that everything is as it was. */
async function backTo(before: object, done: object) {
  expect(done).toMatchObject({ ok: true })
  expect(await stored()).not.toEqual(before)
  expect(await undo(t.world, owner, ("entry" in done && Number(done.entry)) || 0)).toMatchObject({ ok: true })
  expect(await stored()).toEqual(before)
}

test("teams are drawn before the season, which is undone, and their rule is fixed then", async () => {
  const move = { ...teams, athlete: [...slugs.values()][0] ?? "", to: 1, reason: "A move" }
  expect(await moveToTeam(t.world, owner, move)).toMatchObject({ code: "unknown_race" })
  await backTo([], await drawTeamsEarly(t.world, owner, teams))
  expect(await drawTeamsEarly(t.world, owner, teams)).toMatchObject({ ok: true })
  expect(await sizes()).toEqual([5, 4, 4])
  expect(await drawTeamsEarly(t.world, owner, teams)).toMatchObject({ code: "drawn" })
  expect(await changeSideRace(t.world, owner, { season, race: { ...rule, teamSize: 6 } })).toMatchObject({
    code: "drawn",
  })
  expect(
    await changeSideRace(t.world, owner, { season, race: { ...rule, title: "The teams" } }),
  ).toMatchObject({ ok: true })
})

test("before the season a team is made, renamed and ended, and members are moved, each undone to the last detail", async () => {
  const before = await stored()
  await backTo(before, await makeTeamOfDrawn(t.world, owner, { ...teams, called: "Owls" }))
  expect(await makeTeamOfDrawn(t.world, owner, { ...teams, called: "COBALT" })).toMatchObject({
    code: "name_taken",
  })
  await backTo(before, await renameRaceTeam(t.world, owner, { ...teams, from: "Cobalt", to: "The blues" }))
  const [athlete = 0] = await membersOf(1)
  const move = { ...teams, athlete: slugs.get(athlete) ?? "", to: 2, reason: "They work together" }
  const would = await moveToTeam(t.world, looking(), move)
  expect(would).toMatchObject({
    effect: {
      before: [{ members: 5 }, { members: 4 }, { members: 4 }],
      after: [{ members: 4 }, { members: 5 }, { members: 4 }],
    },
  })
  expect(await stored()).toEqual(before)
  await backTo(before, await moveToTeam(t.world, owner, move))
  // As often as needed.
  expect(await moveToTeam(t.world, owner, move)).toMatchObject({ ok: true })
  const moved = await stored()
  await backTo(moved, await moveToTeam(t.world, owner, { ...move, to: 3, reason: "Or not" }))
  await backTo(moved, await endTeamOfDrawn(t.world, owner, { ...teams, called: "Cobalt" }))
  const ended = await endTeamOfDrawn(t.world, owner, { ...teams, called: "Cobalt" })
  expect(await sizes()).toEqual([6, 7])
  expect(await endTeamOfDrawn(t.world, owner, { ...teams, called: "Cobalt" })).toMatchObject({
    code: "unknown_team",
  })
  const [other] = (await stored()) as { name: string }[]
  expect(await endTeamOfDrawn(t.world, owner, { ...teams, called: other?.name ?? "" })).toMatchObject({
    code: "last_teams",
  })
  expect(await undo(t.world, owner, ("entry" in ended && Number(ended.entry)) || 0)).toMatchObject({
    ok: true,
  })
  expect(await stored()).toEqual(moved)
})

test("whoever joins after an early draw is put into the smallest team when the season begins", async () => {
  const late = await joined("Late", 50)
  await makeTeamOfDrawn(t.world, owner, { ...teams, called: "Owls" })
  t.clock.set("2026-12-01T20:00:00Z")
  await maintainBoards(t.world)
  expect(await membersOf(4)).toEqual([late])
  // By the smallest team that can have a place: the new one has one member.
  expect((await race()).countedMembers).toBe(Math.round(0.6 * 4))
  expect(await endTeamOfDrawn(t.world, owner, { ...teams, called: "Cobalt" })).toMatchObject({
    code: "has_members",
  })
  expect(await drawTeamsEarly(t.world, owner, teams)).toMatchObject({ code: "begun" })
})

test("a transfer that is undone on its day never was", async () => {
  const before = await stored()
  const [, athlete = 0] = await membersOf(1)
  const move = { ...teams, athlete: slugs.get(athlete) ?? "", to: 4, reason: "Asked for it" }
  await backTo(before, await moveToTeam(t.world, owner, move))
  // So it was not the one of the season.
  await backTo(before, await moveToTeam(t.world, owner, move))
})

test("a transfer that is undone later leads back from tomorrow on, and each day stays with its team", async () => {
  const [, athlete = 0] = await membersOf(1)
  await train(athlete, 40)
  const move = { ...teams, athlete: slugs.get(athlete) ?? "", to: 4, reason: "Asked for it" }
  const done = await moveToTeam(t.world, owner, move)
  const first = await totals()
  t.clock.set("2026-12-03T20:00:00Z")
  await train(athlete, 55)
  const between = await totals()
  expect([between.get("Cobalt"), between.get("Owls")]).toEqual([first.get("Cobalt"), 55 + 25])
  expect(await undo(t.world, owner, ("entry" in done && Number(done.entry)) || 0)).toMatchObject({ ok: true })
  expect(await totals()).toEqual(between)
  t.clock.set("2026-12-05T20:00:00Z")
  expect(await membersOf(1)).toContain(athlete)
  await train(athlete, 30)
  const last = await totals()
  expect([last.get("Cobalt"), last.get("Owls")]).toEqual([(between.get("Cobalt") ?? 0) + 30 + 25, 80])
  expect(await moveToTeam(t.world, owner, move)).toMatchObject({ code: "transferred_before" })
})
