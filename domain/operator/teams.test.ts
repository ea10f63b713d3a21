/** What operators do with seasons and teams before they begin, and back: each verb with its undo. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { findRace, type Race } from "#domain/competition/races/race.ts"
import { setUpOf } from "#domain/competition/series/set-up.ts"
import { teamsOf } from "#domain/competition/teams/arrange.ts"
import { drawTeams, previewDraw } from "#domain/competition/teams/draw-teams.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { Operator } from "./roles.ts"
import { changeSeason, copySeason } from "./season-setup.ts"
import { setSeasonPrizes } from "./seasons.ts"
import { copyTeams, endTeams, makeTeam, renameRaceTeam } from "./teams.ts"
import { undo } from "./undo.ts"

const season = "monthly-2026-12"
const crews = { season, name: "crews" }
const others = { season, name: "others" }
const rule = sideRace({ name: "crews", title: "Crews", entrants: "captains" })

let t: TestWorld
let owner: Operator
const people: { id: number; slug: string }[] = []
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-25T22:00:00Z")
  await maintainBoards(t.world)
  owner = await addOperatorSession(t.world, "owner")
  for (let nr = 0; nr < 9; nr++) {
    const id = await addAthlete(t.world, { name: `Athlete ${nr}` })
    const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`
    people.push({ id, slug: row?.slug ?? "" })
    const minutes = 30 + nr
    const sent = sentRun({ kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 })
    expect(await onActivity(t.world, id, sent)).toMatchObject({ ok: true })
  }
  for (const name of ["crews", "others"]) await addRace(t.world, { season, race: { ...rule, name } })
})
afterAll(() => t.close())

const slug = (nr: number) => people[nr]?.slug ?? ""
const id = (nr: number) => people[nr]?.id ?? 0
const make = (called: string, nr: number) => makeTeam(t.world, owner, { ...crews, called, captain: slug(nr) })
/** Undoes what was done. */
const back = async (done: object) => undo(t.world, owner, ("entry" in done && Number(done.entry)) || 0)

test("a team is made for a captain, renamed and ended, and each of these is undone", async () => {
  const made = await make(" Red   crew ", 0)
  expect(made).toMatchObject({ ok: true })
  expect(await make("red crew", 1)).toMatchObject({ code: "name_taken" })
  expect(await make("Blue crew", 0)).toMatchObject({ code: "no_members" })
  expect(await makeTeam(t.world, owner, { ...crews, called: "Blue crew", captain: "no-one" })).toMatchObject({
    code: "unknown_athlete",
  })
  const renamed = await renameRaceTeam(t.world, owner, { ...crews, from: "Red crew", to: "Reds" })
  expect(await teamsOf(t.world.db, crews)).toEqual([{ name: "Reds", members: [id(0)] }])
  expect(await back(renamed)).toMatchObject({ ok: true })
  const ended = await endTeams(t.world, owner, { ...crews, names: ["Red crew"] })
  expect(await teamsOf(t.world.db, crews)).toEqual([])
  expect(await back(ended)).toMatchObject({ ok: true })
  expect(await teamsOf(t.world.db, crews)).toEqual([{ name: "Red crew", members: [id(0)] }])
})

test("teams are copied with their captains, without whom is in a team already, and undone", async () => {
  await make("Blue crew", 1)
  await t.world.db.sql`
    insert into team_members (race_id, team_id, athlete_id, from_on, came)
    select race_id, id, ${id(2)}, '2026-12-01', 'joined' from teams where name = 'Blue crew'`
  await makeTeam(t.world, owner, { ...others, called: "Greens", captain: slug(0) })
  const copied = await copyTeams(t.world, owner, { ...others, from: crews })
  expect(await teamsOf(t.world.db, others)).toEqual([
    { name: "Greens", members: [id(0)] },
    { name: "Blue crew", members: [id(1), id(2)] },
  ])
  expect(await back(copied)).toMatchObject({ ok: true })
  expect(await teamsOf(t.world.db, others)).toEqual([{ name: "Greens", members: [id(0)] }])
})

test("a preview of the draw is the draw, and drawn teams can be renamed and not made", async () => {
  const teams = { season, name: "teams" }
  await addRace(t.world, { season, race: { ...rule, name: "teams", entrants: "teams", teamSize: 4 } })
  const race = (await findRace(t.world.db, teams)) as Race
  const preview = await previewDraw(t.world.db, race)
  expect(preview.map(({ members }) => members.length)).toEqual([5, 4])
  await t.world.db
    .transaction(async (db) => {
      expect(await drawTeams(db, race)).toBe(2)
      const drawn = await db.sql<{ name: string; members: string[]; points: number }>`
        select t.name, array_agg(a.display_name order by m.pick) as members, max(m.team_points) as points
        from teams t join team_members m on m.team_id = t.id join athletes a on a.id = m.athlete_id
        where t.race_id = ${race.id} group by t.id order by t.number`
      expect(preview.map((one) => ({ ...one, members: one.members.map(({ name }) => name) }))).toEqual(drawn)
      const inside = { ...t.world, db }
      expect(
        await renameRaceTeam(inside, owner, { ...teams, from: "Cobalt", to: "The blues" }),
      ).toMatchObject({ ok: true })
      expect(await makeTeam(inside, owner, { ...teams, called: "Mine", captain: slug(3) })).toMatchObject({
        code: "unknown_race",
      })
      throw new Error("as before")
    })
    .catch((error: Error) => expect(error.message).toBe("as before"))
})

test("a season is changed and copied before it begins, and undone; once it has begun it is refused", async () => {
  const before = await setUpOf(t.world.db, season)
  const from = "fortnightly-2026-11-23"
  await setSeasonPrizes(t.world, owner, { season: from, titles: ["A mug"] })
  const changed = await changeSeason(t.world, owner, { season, setUp: { finishDays: 12 } })
  const copied = await copySeason(t.world, owner, { season, from })
  expect(await setUpOf(t.world.db, season)).toMatchObject({
    ...{ finishDays: 8, prizes: ["A mug"], races: [...(before?.races ?? []), { name: "rise" }] },
  })
  expect(await back(copied)).toMatchObject({ ok: true })
  expect(await back(changed)).toMatchObject({ ok: true })
  expect(await setUpOf(t.world.db, season)).toEqual(before)
  expect(await changeSeason(t.world, owner, { season, setUp: { finishDays: 32 } })).toMatchObject({
    code: "too_many_days",
  })
  expect(await changeSeason(t.world, owner, { season: from, setUp: { finishDays: 5 } })).toMatchObject({
    code: "begun",
  })
})

test("rosters are locked once the third day is over, for operators, too", async () => {
  await make("Late crew", 5)
  t.clock.set("2026-12-03T20:00:00Z")
  expect(await make("Last crew", 6)).toMatchObject({ ok: true })
  t.clock.set("2026-12-04T20:00:00Z")
  expect(await make("Too late", 7)).toMatchObject({ code: "locked" })
  expect(await endTeams(t.world, owner, { ...crews, names: ["Late crew"] })).toMatchObject({ code: "locked" })
  expect(
    await renameRaceTeam(t.world, owner, { ...crews, from: "Late crew", to: "Later crew" }),
  ).toMatchObject({ code: "locked" })
})
