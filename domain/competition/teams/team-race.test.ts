/** A team race on a real database: from the draw to the frozen table. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { ownTeamPlaces } from "#domain/notices/teams.ts"
import { createRandom } from "#test/fuzz/random.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import { addRace } from "../races/change.ts"
import { findRace, type Race } from "../races/race.ts"
import { disqualify, reinstate } from "../seasons/disqualify.ts"
import { drawSteps } from "./draw-steps.ts"
import { teamRacePage } from "./page.ts"
import { createTeamTables, type TeamTables } from "./tables.ts"
import { teamShown } from "./team.ts"
import { readTeams } from "./team-table.ts"
import { transferMember } from "./transfer.ts"

const season = "monthly-2026-12"
const address = { season, name: "teams" }
const rule = sideRace({
  name: "teams",
  title: "Teams",
  words: "Drawn teams.",
  entrants: "teams",
  teamSize: 4,
  repeats: true,
})

let t: TestWorld
let tables: TeamTables
/** In the order of their points in November: the first has the most. */
const people: number[] = []
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-16T22:00:00Z")
  tables = createTeamTables(t.world)
  for (let nr = 0; nr < 12; nr++) {
    people.push(await addAthlete(t.world, { name: `Athlete ${nr}`, email: `team-${nr}@b4m.test` }))
    await train(nr, "2026-11-10", 34 - nr)
  }
  await addAthlete(t.world, { name: "A sample", demo: true })
  await addAthlete(t.world, { name: "Somebody who never trained", joinedAt: "2026-01-01T00:00:00Z" })
  expect(await addRace(t.world, { season, race: rule })).toEqual({ ok: true })
  t.clock.set("2026-12-01T08:00:30Z")
  await maintainBoards(t.world)
})
afterAll(() => t.close())

const person = (nr: number) => people[nr] as number
const slugOf = async (nr: number) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${person(nr)}`)[0]?.slug ?? ""
const userOf = async (nr: number) => accountOf(t.world, person(nr))

/** Trains for this many minutes at noon in Los Angeles. */
async function train(nr: number, day: string, minutes: number) {
  const at = { startedAt: new Date(`${day}T20:00:00Z`), externalId: `${nr} ${day}` }
  const length = { movingS: minutes * 60, elapsedS: minutes * 60, distanceM: minutes * 150 }
  expect(await onActivity(t.world, person(nr), sentRun({ ...at, ...length }))).toMatchObject({ ok: true })
}

const race = async () => (await findRace(t.world.db, address)) as Race
async function rows(viewer: string | null = null) {
  const found = await teamRacePage(t.world, tables, { ...address, viewer })
  if (!found.ok) throw new Error(found.code)
  return found.page.rows
}
/** The number of each athlete's team. */
async function teamsNow() {
  const found = await t.world.db.sql<{ athlete: number; team: number }>`
    select m.athlete_id::float8 as athlete, t.number::integer as team from team_members m join teams t on t.id = m.team_id
    where m.until_on is null`
  return new Map(found.map(({ athlete, team }) => [people.indexOf(athlete), team]))
}

test("teams are drawn by last season's points when the season begins, and every step is shown", async () => {
  const teams = await teamsNow()
  expect(people.map((_, nr) => teams.get(nr))).toEqual([1, 2, 3, 3, 2, 1, 3, 1, 2, 2, 1, 3])
  const drawn = await drawSteps(t.world, address)
  if (!drawn.ok) throw new Error(drawn.code)
  expect(drawn.steps.map(({ pick }) => pick)).toEqual(people.map((_, nr) => nr + 1))
  expect(drawn.steps[0]).toMatchObject({ name: "Athlete 0", team: "Cobalt" })
  const points = drawn.steps.map(({ points }) => points ?? 0)
  expect(points).toEqual(points.toSorted((a, b) => b - a))
  // Two of four count: 0.6 x 4, rounded.
  expect(await race()).toMatchObject({ countedMembers: 2 })
  await maintainBoards(t.world)
  expect((await teamsNow()).size).toBe(12)
})

test("the points of each day's best members count, and a total is shown once four members have points", async () => {
  t.clock.set("2026-12-02T22:00:00Z")
  for (const [nr, minutes] of [
    [0, 34],
    [5, 30],
    [7, 25],
  ] as const)
    await train(nr, "2026-12-01", minutes)
  expect((await rows()).find(({ number }) => number === 1)).toMatchObject({
    place: 1,
    points: null,
    activeDays: null,
  })
  expect((await rows(await userOf(10))).find(({ number }) => number === 1)?.points).toBeGreaterThan(0)
  await train(10, "2026-12-01", 20)
  const best = await t.world.db.sql<{ points: number }>`
    select least(points, 100)::integer as points from athlete_days where local_on = '2026-12-01' order by points desc limit 2`
  const total = best.reduce((sum, { points }) => sum + points, 0)
  expect(
    (await rows()).map(({ number, place, points, activeDays }) => ({ number, place, points, activeDays })),
  ).toEqual([
    { number: 1, place: 1, points: total, activeDays: 2 },
    { number: 2, place: null, points: null, activeDays: null },
    { number: 3, place: null, points: null, activeDays: null },
  ])
})

test("a total opens into its days; only the team sees who earned the points", async () => {
  const asked = { ...address, number: 1 }
  const forVisitors = await teamShown(t.world, tables, { ...asked, viewer: null })
  expect(forVisitors).toMatchObject({
    ok: true,
    team: { mine: false, days: [{ on: "2026-12-01", from: null }] },
  })
  const forMembers = await teamShown(t.world, tables, { ...asked, viewer: await userOf(5) })
  expect(forMembers).toMatchObject({
    ok: true,
    team: { mine: true, days: [{ from: [{ name: "Athlete 0" }, { name: "Athlete 5" }] }] },
  })
})

test("points that a source shows to members only hide the total from visitors", async () => {
  await t.world.db
    .sql`update athlete_days set restricted = true where athlete_id = ${person(0)} and points > 0`
  tables.forget()
  expect((await rows())[0]).toMatchObject({ number: 1, place: 1, points: null, credits: [] })
  expect((await rows(await userOf(8)))[0]?.points).toBeGreaterThan(0)
  await t.world.db.sql`update athlete_days set restricted = false where athlete_id = ${person(0)}`
  tables.forget()
})

test("athletes who join in the first three days are put into teams after them; later ones score alone", async () => {
  t.clock.set("2026-12-03T20:00:00Z")
  const late = await addAthlete(t.world, { name: "Late", joinedAt: "2026-12-03T20:00:00Z" })
  people.push(late)
  people.push(await addAthlete(t.world, { name: "Later", joinedAt: "2026-12-04T20:00:00Z" }))
  await maintainBoards(t.world)
  expect((await teamsNow()).get(12)).toBeUndefined()
  t.clock.set("2026-12-05T20:00:00Z")
  await maintainBoards(t.world)
  await maintainBoards(t.world)
  // All have four members; the second and third have no points, and the second has the lower number.
  expect((await teamsNow()).get(12)).toBe(2)
  expect((await teamsNow()).get(13)).toBeUndefined()
  const [stay] = await t.world.db
    .sql`select from_on::text as from from team_members where athlete_id = ${late}`
  expect(stay).toEqual({ from: "2026-12-03" })
})

test("a transfer moves no earlier points, requires a reason, and is possible once", async () => {
  t.clock.set("2026-12-05T22:00:00Z")
  await train(0, "2026-12-05", 90)
  const before = (await rows(await userOf(5))).find(({ number }) => number === 1)?.points
  const move = { ...address, athlete: await slugOf(0), to: 3 }
  expect(await transferMember(t.world, { ...move, reason: " " })).toEqual({ ok: false, code: "no_reason" })
  expect(await transferMember(t.world, { ...move, reason: "Moved to another town" })).toEqual({ ok: true })
  expect(await transferMember(t.world, { ...move, to: 2, reason: "Back" })).toEqual({
    ok: false,
    code: "transferred_before",
  })
  tables.forget()
  expect((await rows(await userOf(5))).find(({ number }) => number === 1)?.points).toBe(before)
  t.clock.set("2026-12-07T22:00:00Z")
  await train(0, "2026-12-06", 60)
  const [day] = await t.world.db.sql<{ points: number }>`
    select least(points, 100)::integer as points from athlete_days where athlete_id = ${person(0)} and local_on = '2026-12-06'`
  const third = (await rows(await userOf(3))).find(({ number }) => number === 3)
  expect(third).toMatchObject({ points: day?.points, members: 5 })
})

test("for random histories, the totals equal sums by hand, in every process", async () => {
  const { below: random } = createRandom(11)
  const elsewhere = createTeamTables(t.world)
  for (let round = 0; round < 15; round++) {
    const day = 5 + Math.floor(round / 2)
    t.clock.set(`2026-12-${String(day + 1).padStart(2, "0")}T23:00:00Z`)
    for (let step = 0; step < 4; step++) {
      const nr = random(12)
      const on = `2026-12-${String(1 + random(day)).padStart(2, "0")}`
      if (random(5) === 0)
        await onRemoved(t.world, person(nr), [{ source: "file", externalId: `${nr} ${on}` }])
      else await train(nr, on, 20 + random(60))
    }
    if (round === 5)
      await transferMember(t.world, { ...address, athlete: await slugOf(8), to: 1, reason: "A move" })
    if (round === 7) await disqualify(t.world, { season, athlete: await slugOf(2), reason: "A car" })
    if (round === 11) await reinstate(t.world, { season, athlete: await slugOf(2) })
    // What the messages of these changes do in a running process.
    if ([5, 7, 11].includes(round)) for (const one of [tables, elsewhere]) one.forget()
    const kept = await tables.read(await race())
    expect(Object.fromEntries(kept.placed.map(({ name, score }) => [name, score.points]))).toEqual(
      await onPaper(),
    )
    expect(kept.placed).toEqual((await readTeams(t.world.db, await race())).placed)
    if (round % 4 === 0) expect((await elsewhere.read(await race())).placed).toEqual(kept.placed)
  }
})

test("a notice tells each member the place of their team, the gaps around it, and what one strong day adds", async () => {
  const placed = (await readTeams(t.world.db, await race())).placed.filter(({ place }) => place !== null)
  const teams = await teamsNow()
  const ask = (endsBefore: string) =>
    ownTeamPlaces(t.world, { athleteIds: people, endsBefore: new Date(endsBefore) })
  const told = await ask("2027-02-01T00:00:00Z")
  expect(told.size).toBe(teams.size)
  for (const [nr, number] of teams) {
    const at = placed.findIndex(({ team }) => team === number)
    const own = placed[at]
    const points = (one: (typeof placed)[number] | undefined) => one?.score.points ?? Number.NaN
    expect(told.get(person(nr))).toEqual([
      {
        ...{ race: "Teams", team: own?.name, place: own?.place },
        ahead: at > 0 ? points(placed[at - 1]) - points(own) : null,
        behind: at < placed.length - 1 ? points(own) - points(placed[at + 1]) : null,
        // At most 100 points of a day, and the team's points are a sum.
        strongDay: 100 / (own?.score.dividedBy ?? 0),
      },
    ])
  }
  // Only of races that end soon enough to be worth a notice.
  expect((await ask("2026-12-31T00:00:00Z")).size).toBe(0)
})

/** The sum of the two best of each day, from the days and the rosters. */
async function onPaper(): Promise<Record<string, number>> {
  const days = await t.world.db.sql<{ name: string; on: string; points: number }>`
    select t.name, d.local_on::text as on, least(d.points, 100)::integer as points
    from team_members m join teams t on t.id = m.team_id
    join athlete_days d on d.athlete_id = m.athlete_id and d.local_on >= m.from_on
      and (m.until_on is null or d.local_on < m.until_on)
    where d.local_on between '2026-12-01' and '2026-12-31'
      and not exists (select from disqualifications x where x.athlete_id = m.athlete_id)`
  const totals: Record<string, number> = { Cobalt: 0, Ember: 0, Fern: 0 }
  for (const all of Map.groupBy(days, ({ name, on }) => `${name} ${on}`).values()) {
    const best = all.map(({ points }) => points).sort((a, b) => b - a)
    const { name } = all[0] as { name: string }
    totals[name] = (totals[name] ?? 0) + (best[0] ?? 0) + (best[1] ?? 0)
  }
  return totals
}

test("an erased member still counts in the number of members, but their points are gone", async () => {
  const [gone] = await t.world.db.sql<{ id: number; team: number }>`
    select m.athlete_id::float8 as id, t.number::integer as team from team_members m join teams t on t.id = m.team_id
    where m.athlete_id = ${person(9)}`
  await t.world.db.sql`delete from athletes where id = ${gone?.id}`
  tables.forget()
  const shown = await teamShown(t.world, tables, { ...address, number: gone?.team ?? 0, viewer: null })
  // Another one was transferred before.
  expect(shown).toMatchObject({ ok: true, team: { former: 2 } })
  const kept = await tables.read(await race())
  expect(Object.fromEntries(kept.placed.map(({ name, score }) => [name, score.points]))).toEqual(
    await onPaper(),
  )
})

test("the close freezes places, totals and rosters; the next season draws new teams", async () => {
  const before = (await rows(await userOf(5))).map(({ number, place, points }) => ({ number, place, points }))
  t.clock.set("2027-01-02T20:00:00Z")
  await closeAndAward(t.world, season)
  await train(3, "2026-12-20", 90)
  expect(
    (await rows(await userOf(5))).map(({ number, place, points }) => ({ number, place, points })),
  ).toEqual(before)
  expect(
    await transferMember(t.world, { ...address, athlete: await slugOf(5), to: 3, reason: "Late" }),
  ).toEqual({
    ok: false,
    code: "too_late",
  })
  await maintainBoards(t.world)
  const next = await findRace(t.world.db, { season: "monthly-2027-01", name: "teams" })
  expect(next).toMatchObject({ entrants: "teams", teamSize: 4 })
  expect(next?.drawnAt).not.toBeNull()
})
