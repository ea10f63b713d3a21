/** Captains' teams on a real database: founded, joined, left, locked, scored and frozen. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { addRace } from "../races/change.ts"
import { foundTeam, joinTeam, leaveTeam, removeMember } from "./founding.ts"
import { ownTeam } from "./own-team.ts"
import { teamRacePage } from "./page.ts"
import { createTeamTables, type TeamTables } from "./tables.ts"

const address = { season: "monthly-2026-12", name: "crews" }
const race = sideRace({ name: "crews", title: "Crews", words: "Teams of friends.", entrants: "captains" })

let t: TestWorld
let tables: TeamTables
const people: { id: number; userId: string; slug: string }[] = []
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-25T22:00:00Z")
  tables = createTeamTables(t.world)
  await maintainBoards(t.world)
  for (let nr = 0; nr < 11; nr++) {
    const id = await addAthlete(t.world, { name: `Athlete ${nr}`, email: `crew-${nr}@b4m.test` })
    const [row] = await t.world.db.sql<{ userId: string; slug: string }>`
      select user_id as "userId", slug from athletes where id = ${id}`
    people.push({ id, userId: row?.userId ?? "", slug: row?.slug ?? "" })
  }
  expect(await addRace(t.world, { season: address.season, race })).toEqual({ ok: true })
})
afterAll(() => t.close())

const as = (nr: number) => ({ ...address, userId: people[nr]?.userId ?? "" })
const found = (nr: number, called: string) => foundTeam(t.world, as(nr), called)
const join = (nr: number, code: string) => joinTeam(t.world, as(nr), code)
async function own(nr: number) {
  const asked = await ownTeam(t.world, as(nr))
  if (!asked.ok) throw new Error(asked.code)
  return asked.own
}
const codeOf = async (nr: number) => (await own(nr)).team?.code ?? ""
async function train(nr: number, day: string, minutes: number) {
  const length = { movingS: minutes * 60, elapsedS: minutes * 60, distanceM: minutes * 150 }
  const at = { startedAt: new Date(`${day}T20:00:00Z`), externalId: `${nr} ${day}` }
  expect(await onActivity(t.world, people[nr]?.id ?? 0, sentRun({ ...at, ...length }))).toMatchObject({
    ok: true,
  })
}
async function rows() {
  // A process does so when it hears that a roster has changed.
  tables.forget()
  const page = await teamRacePage(t.world, tables, { ...address, viewer: null })
  if (!page.ok) throw new Error(page.code)
  return page.page.rows.map(({ name, place, members, points }) => ({ name, place, members, points }))
}

test("a team needs a name of its own; its code lets others in, and nobody is in two teams", async () => {
  expect(await found(0, "  www.spam.example ")).toEqual({ ok: false, code: "bad_name" })
  expect(await found(0, " Early   Crew ")).toEqual({ ok: true, number: 1 })
  expect(await found(1, "early crew")).toEqual({ ok: false, code: "name_taken" })
  expect(await found(0, "Second Crew")).toEqual({ ok: false, code: "in_team" })
  const code = await codeOf(0)
  expect(code).toMatch(/^[2-9A-Z]{10}$/)
  expect(await join(1, "AAAAAAAAAA")).toEqual({ ok: false, code: "unknown_code" })
  expect(await join(1, ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `)).toEqual({ ok: true })
  expect(await join(1, code)).toEqual({ ok: false, code: "in_team" })
  expect(
    await foundTeam(t.world, { ...address, userId: "00000000-0000-4000-8000-00000000dead" }, "Nobody"),
  ).toEqual({
    ok: false,
    code: "not_joined",
  })
  // Members see the code, others see neither it nor who is the captain.
  expect(await codeOf(1)).toBe(code)
  expect((await own(2)).team).toBeNull()
})

test("ten who join at once with one code are each in the team once", async () => {
  const code = await codeOf(0)
  const asked = await Promise.all([2, 2, 3, 3, 4, 4].map((nr) => join(nr, code)))
  expect(asked.filter(({ ok }) => ok)).toHaveLength(3)
  expect((await own(0)).team?.members.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Athlete 0", "Athlete 1", "Athlete 2", "Athlete 3", "Athlete 4"]),
  )
  expect((await own(0)).team?.members).toHaveLength(5)
})

test("before the lock members leave, the captain removes others, and the next one follows a captain who leaves", async () => {
  expect(await removeMember(t.world, as(1), people[2]?.slug ?? "")).toEqual({
    ok: false,
    code: "not_captain",
  })
  expect(await removeMember(t.world, as(0), people[0]?.slug ?? "")).toEqual({
    ok: false,
    code: "unknown_member",
  })
  expect(await removeMember(t.world, as(0), people[4]?.slug ?? "")).toEqual({ ok: true })
  expect(await leaveTeam(t.world, as(0))).toEqual({ ok: true })
  expect((await own(1)).team).toMatchObject({ captain: true })
  expect(await leaveTeam(t.world, as(0))).toEqual({ ok: false, code: "no_team" })
  expect(await join(0, await codeOf(1))).toEqual({ ok: true })
  expect(await found(5, "Alone")).toEqual({ ok: true, number: 2 })
  expect(await leaveTeam(t.world, as(5))).toEqual({ ok: true })
  expect((await rows()).map(({ name }) => name)).toEqual(["Early Crew"])
})

test("the better half counts, at least four, and who is missing counts zero; rosters are locked after the third day", async () => {
  await found(5, "Late Crew")
  await found(10, "Tiny Crew")
  for (const nr of [6, 7, 8]) await join(nr, await codeOf(5))
  t.clock.set("2026-12-01T22:00:00Z")
  await maintainBoards(t.world)
  // Athlete 9 joins with the season on its second day: what was done before is not the team's.
  await train(9, "2026-12-01", 60)
  t.clock.set("2026-12-02T22:00:00Z")
  expect(await join(9, await codeOf(5))).toEqual({ ok: true })
  await train(9, "2026-12-02", 20)
  for (const nr of [0, 1, 2, 3]) await train(nr, "2026-12-02", 30)
  for (const nr of [5, 6, 7]) await train(nr, "2026-12-02", 40)
  await train(10, "2026-12-02", 120)
  t.clock.set("2026-12-03T22:00:00Z")
  const all = await rows()
  const day = async (nr: number, on: string) =>
    (
      await t.world.db.sql<{ points: number }>`
        select points::integer as points from athlete_days where athlete_id = ${people[nr]?.id ?? 0} and local_on = ${on}`
    )[0]?.points ?? 0
  const sum = async (pairs: [number, string][]) =>
    (await Promise.all(pairs.map(([nr, on]) => day(nr, on)))).reduce((total, points) => total + points, 0)
  const on = "2026-12-02"
  const early = Math.round(
    (await sum([
      [0, on],
      [1, on],
      [2, on],
      [3, on],
    ])) / 4,
  )
  // Five members: the better three would be fewer than four, so four count.
  const late = Math.round(
    (await sum([
      [5, on],
      [6, on],
      [7, on],
      [9, on],
    ])) / 4,
  )
  expect(Object.fromEntries(all.map(({ name, points }) => [name, points]))).toEqual({
    "Early Crew": early,
    "Late Crew": late,
    "Tiny Crew": null,
  })
  t.clock.set("2026-12-04T22:00:00Z")
  expect(await join(4, await codeOf(5))).toEqual({ ok: false, code: "locked" })
  expect(await leaveTeam(t.world, as(9))).toEqual({ ok: false, code: "locked" })
  expect(await removeMember(t.world, as(5), people[9]?.slug ?? "")).toEqual({ ok: false, code: "locked" })
  expect((await own(5)).team?.code).toBeNull()
})

test("the table is frozen with the season, in the order of the totals, and an erased captain leaves a team behind", async () => {
  const before = await rows()
  // With fewer than four members it has no place, running or final.
  expect(before.find(({ name }) => name === "Tiny Crew")).toMatchObject({ place: null })
  t.clock.set("2027-01-05T20:00:00Z")
  await closeAndAward(t.world, address.season)
  expect(await rows()).toEqual(before)
  await t.world.db.sql`delete from athletes where id = ${people[5]?.id ?? 0}`
  expect((await rows()).map(({ name, points }) => [name, points])).toEqual(
    before.map(({ name, points }) => [name, points]),
  )
})
