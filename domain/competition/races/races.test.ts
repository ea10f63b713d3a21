/** Side races on a real database: what they count, who enters, how they follow, and how they end. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { firstRaces, ownDates, type SideRace } from "#content/races.ts"
import { createRandom } from "#test/fuzz/random.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import type { SentActivity } from "../scoring/activity.ts"
import { disqualify, reinstate } from "../seasons/disqualify.ts"
import { addRace, changeRace, endRace } from "./change.ts"
import { jointGoal } from "./joint-goal.ts"
import { ownRacePlace, racePage } from "./page.ts"
import { previewRace } from "./preview.ts"
import { findRace, listedRaces, type Race, racesOf } from "./race.ts"
import { createRaceTables, type RaceTables } from "./tables.ts"
import { raceWhy } from "./why.ts"

const season = "monthly-2026-11"
const plain = sideRace({ listed: false })

let t: TestWorld
let tables: RaceTables
let ana: number
let ben: number
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-16T22:00:00Z")
})
afterAll(() => t.close())

const world = () => t.world

beforeEach(async () => {
  t.clock.set("2026-11-16T22:00:00Z")
  await t.world.db.sql`delete from athletes`
  await t.world.db
    .sql`delete from races where not listed and name <> all(${firstRaces.monthly.map((one) => one.name)}::text[])`
  tables = createRaceTables(t.world)
  ana = await addAthlete(t.world, { name: "Ana", email: `ana-${Math.random()}@b4m.test` })
  ben = await addAthlete(t.world, { name: "Ben", email: `ben-${Math.random()}@b4m.test` })
})

/** Trains at noon in Los Angeles on a day of November; Mondays are the 2nd, 9th and 16th. */
async function train(
  athlete: number,
  day: number,
  changes: Partial<SentActivity> & { minutes?: number } = {},
) {
  const { minutes = 40, ...sent } = changes
  const activity = sentRun({
    movingS: minutes * 60,
    elapsedS: minutes * 60,
    distanceM: 6000,
    startedAt: new Date(`2026-11-${String(day).padStart(2, "0")}T20:00:00Z`),
    externalId: `${day}-${changes.kind ?? "run"}`,
    ...sent,
  })
  const done = await onActivity(t.world, athlete, activity)
  expect(done).toMatchObject({ ok: true })
}

/** Adds the race and returns each athlete's name, value, days and rank. */
async function tableWith(rule: Partial<SideRace>) {
  const race = { ...plain, ...rule, name: `race-${Math.random().toString(36).slice(2, 8)}` }
  expect(await addRace(world(), { season, race })).toEqual({ ok: true })
  return read(race.name)
}
async function read(name: string, viewer: string | null = null) {
  const found = await racePage(world(), tables, { season, name, viewer, after: 0, limit: 100 })
  if (!found.ok) throw new Error(found.code)
  return found.page.rows.map(({ rank, name, value, days }) => [rank, name, value, days])
}
const userOf = async (id: number) => accountOf(t.world, id)
const slugOf = async (id: number) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`)[0]?.slug ?? ""

const listed = async () => (await listedRaces(t.world.db, t.world.now())).map(({ name }) => name)

test("the first season of a series begins with the races of the content, and some of them are listed", async () => {
  expect((await racesOf(t.world.db, season)).map(({ name }) => name)).toEqual(
    firstRaces.monthly.map(({ name }) => name).filter((name) => name !== "first-season" && name !== "rise"),
  )
  expect(await listed()).toEqual(["five-a-week", "climb"])
})

test("a race of rise is listed once an athlete has trained for eight weeks before its season", async () => {
  const trainOn = async (day: string) => {
    const now = t.world.now().toISOString()
    t.clock.set(`${day}T23:00:00Z`)
    await train(ana, 1, { startedAt: new Date(`${day}T20:00:00Z`), externalId: day })
    t.clock.set(now)
  }
  await trainOn("2026-09-21")
  expect(await listed()).toEqual(["five-a-week", "climb"])
  await trainOn("2026-09-20")
  expect(await listed()).toEqual(["rise", "five-a-week", "climb"])
  await trainOn("2026-09-06")
  expect(await listed()).toEqual(["rise", "five-a-week", "climb", "rise"])
})

test("each metric adds up the right values of the days", async () => {
  await train(ana, 9, { minutes: 60, distanceM: 10_000, elevationM: 120 })
  await train(ana, 10, { minutes: 15, distanceM: 3000, elevationM: 30 })
  await train(ben, 9, { minutes: 45, kind: "ride", sport: "cycling", distanceM: 15_000, elevationM: 400 })
  await train(ben, 9, {
    minutes: 25,
    kind: "swim",
    sport: "swimming",
    distanceM: 1000,
    startedAt: new Date("2026-11-09T23:00:00Z"),
  })
  expect(await tableWith({ metric: "minutes" })).toEqual([
    [1, "Ana", 75, 2],
    [2, "Ben", 70, 1],
  ])
  expect(await tableWith({ metric: "distance" })).toEqual([
    [1, "Ben", 16_000, 1],
    [2, "Ana", 13_000, 2],
  ])
  expect(await tableWith({ metric: "climb" })).toEqual([
    [1, "Ben", 400, 1],
    [2, "Ana", 150, 2],
  ])
  expect(await tableWith({ metric: "active_days" })).toEqual([
    [1, "Ana", 1, 1],
    [1, "Ben", 1, 1],
  ])
  expect(await tableWith({ metric: "kinds", leastMinutes: 20 })).toEqual([
    [1, "Ben", 2, 1],
    [2, "Ana", 1, 1],
  ])
  const [points] = await t.world.db.sql<{ ana: number }>`
    select sum(points)::integer as ana from athlete_days where athlete_id = ${ana}`
  expect((await tableWith({ metric: "points" })).find(([, name]) => name === "Ana")?.[2]).toBe(points?.ana)
})

test("filters and limits: kinds, days of the week, a daily maximum, the best days of a week, days required for a place", async () => {
  for (const day of [9, 10, 11, 14, 15]) await train(ana, day, { minutes: 30 + day })
  await train(ana, 12, { minutes: 90, kind: "ride", sport: "cycling", distanceM: 30_000 })
  await train(ben, 14, { minutes: 60 })
  expect(await tableWith({ metric: "minutes", kinds: ["ride"] })).toEqual([[1, "Ana", 90, 1]])
  expect(await tableWith({ metric: "minutes", weekdays: [6, 7] })).toEqual([
    [1, "Ana", 89, 2],
    [2, "Ben", 60, 1],
  ])
  expect(await tableWith({ metric: "minutes", capADay: 40 })).toEqual([
    [1, "Ana", 39 + 5 * 40, 6],
    [2, "Ben", 40, 1],
  ])
  // The 9th to the 15th is one week: the best two days are the ride and the 15th.
  expect(await tableWith({ metric: "minutes", daysAWeek: 2 })).toEqual([
    [1, "Ana", 90 + 45, 2],
    [2, "Ben", 60, 1],
  ])
  expect(await tableWith({ metric: "minutes", leastDays: 2 })).toEqual([[1, "Ana", 299, 6]])
})

test("a day at the edge of the season counts as it does on the season's board", async () => {
  // November 1st in Tokyo is still October in Los Angeles, where seasons open at midnight.
  t.clock.set("2026-11-03T22:00:00Z")
  const tokyo = await addAthlete(t.world, { name: "Aki", timeZone: "Asia/Tokyo" })
  const at = (iso: string) => ({ startedAt: new Date(iso), utcOffsetS: 9 * 3600, externalId: iso })
  await train(tokyo, 1, at("2026-11-01T02:00:00Z"))
  await train(tokyo, 1, at("2026-11-01T12:00:00Z"))
  const [row] = await t.world.db.sql<{ points: number }>`
    select s.points from standings s join boards b on b.id = s.board_id where b.slug = ${season}`
  expect(await tableWith({ metric: "points" })).toEqual([[1, "Aki", row?.points, 1]])
  expect(await tableWith({ metric: "distance" })).toEqual([[1, "Aki", 6000, 1]])
})

test("a race for newcomers is shown once ten athletes have an earlier result, and excludes those ten", async () => {
  const name = "first-season"
  expect(await findRace(t.world.db, { season, name })).toBeUndefined()
  const [earlier] = await t.world.db.sql<{ id: number }>`
    insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset, closed_at)
    values ('monthly', 'monthly-2026-10', '2026-10-01', '2026-10-31', '2026-10-01T07:00Z', '2026-11-01T07:00Z',
      '2026-11-01T19:00Z', 2, '2026-11-01T19:00Z')
    returning id`
  const before = [ana]
  for (let n = 0; n < 9; n++) before.push(await addAthlete(t.world))
  for (const [line, athlete] of before.entries())
    await t.world.db.sql`
      insert into season_results (season_id, line, athlete_id, rank, points, active_days, restricted_days, reached_at, ruleset)
      values (${earlier?.id}, ${line + 1}, ${athlete}, ${line + 1}, 10, 1, 0, now(), 2)`
  await train(ana, 9)
  await train(ben, 9)
  expect((await read(name)).map(([, name]) => name)).toEqual(["Ben"])
  await t.world.db.sql`delete from seasons where id = ${earlier?.id}`
})

test("a table reflects every change of activities, every erasure, and a disqualification once notified of it", async () => {
  const race = { ...plain, metric: "distance" as const, name: "followed" }
  await addRace(world(), { season, race })
  await train(ana, 9)
  expect(await read("followed")).toEqual([[1, "Ana", 6000, 1]])
  await train(ben, 9, { distanceM: 9000 })
  await train(ana, 10, { distanceM: 5000 })
  expect(await read("followed")).toEqual([
    [1, "Ana", 11_000, 2],
    [2, "Ben", 9000, 1],
  ])
  await onRemoved(t.world, ana, [{ source: "file", externalId: "10-run" }])
  await train(ben, 9, { distanceM: 9500 })
  expect(await read("followed")).toEqual([
    [1, "Ben", 9500, 1],
    [2, "Ana", 6000, 1],
  ])
  await disqualify(t.world, { season, athlete: await slugOf(ben), reason: "A car" })
  tables.forget()
  expect(await read("followed")).toEqual([[1, "Ana", 6000, 1]])
  await reinstate(t.world, { season, athlete: await slugOf(ben) })
  tables.forget()
  await t.world.db.sql`delete from athletes where id = ${ana}`
  expect(await read("followed")).toEqual([[1, "Ben", 9500, 1]])
})

test("names and values follow the display policy, and one's own place is known only to oneself", async () => {
  await train(ana, 9)
  await train(ben, 9, { distanceM: 5000 })
  await t.world.db.sql`update athletes set visibility = 'members' where id = ${ana}`
  await addRace(world(), { season, race: { ...plain, metric: "distance", name: "shown" } })
  expect(await read("shown")).toEqual([
    [1, null, 6000, 1],
    [2, "Ben", 5000, 1],
  ])
  expect((await read("shown", await userOf(ben)))[0]).toEqual([1, "Ana", 6000, 1])
  await t.world.db.sql`update athletes set restricted_data = 'confirmed' where id = ${ben}`
  await t.world.db.sql`update athlete_days set restricted = true where athlete_id = ${ben}`
  tables.forget()
  expect(await read("shown")).toEqual([
    [1, null, 6000, 1],
    [2, null, null, null],
  ])
  expect(await ownRacePlace(world(), tables, { season, name: "shown", viewer: await userOf(ben) })).toEqual({
    ok: true,
    place: { rank: 2, total: 2, value: 5000, days: 1, missingDays: 0 },
  })
})

test("a value opens into its days, with what limits took from a day, and why", async () => {
  for (const day of [9, 10, 11]) await train(ana, day, { minutes: 30 + day })
  await addRace(world(), {
    season,
    race: { ...plain, metric: "minutes", name: "why", capADay: 40, daysAWeek: 2 },
  })
  const why = await raceWhy(world(), { season, name: "why", athlete: await slugOf(ana), viewer: null })
  expect(why).toMatchObject({
    ok: true,
    why: {
      days: [
        { on: "2026-11-11", value: 40, whole: 41, kept: true },
        { on: "2026-11-10", value: 40, whole: 40, kept: true },
        { on: "2026-11-09", value: 39, whole: 39, kept: false },
      ],
    },
  })
  await t.world.db.sql`update athletes set visibility = 'hidden' where id = ${ana}`
  expect(await raceWhy(world(), { season, name: "why", athlete: await slugOf(ana), viewer: null })).toEqual({
    ok: false,
    code: "unknown_athlete",
  })
})

test("a rule is fixed once its season has begun, its words are not; an ended race is hidden until it is resumed", async () => {
  const race = { ...plain, metric: "minutes" as const, name: "fixed" }
  await addRace(world(), { season, race })
  expect(await addRace(world(), { season, race })).toEqual({ ok: false, code: "name_taken" })
  expect(await changeRace(world(), { season, race: { ...race, capADay: 60 } })).toEqual({
    ok: false,
    code: "begun",
  })
  expect(await changeRace(world(), { season, race: { ...race, title: "Minutes" } })).toEqual({ ok: true })
  expect(await changeRace(world(), { season, race: { ...race, title: "Minutes" } })).toEqual({
    ok: false,
    code: "unchanged",
  })
  await addRace(world(), { season: "monthly-2026-12", race })
  expect(await changeRace(world(), { season: "monthly-2026-12", race: { ...race, capADay: 60 } })).toEqual({
    ok: true,
  })
  await endRace(world(), { season, name: "fixed", ended: true })
  expect(await findRace(t.world.db, { season, name: "fixed" })).toBeUndefined()
  await endRace(world(), { season, name: "fixed", ended: false })
  expect(await findRace(t.world.db, { season, name: "fixed" })).toMatchObject({ title: "Minutes" })
  await t.world.db.sql`delete from races where name = 'fixed'`
})

test("a preview computes the table of a rule without storing it", async () => {
  await train(ana, 9)
  const preview = await previewRace(t.world.db, {
    ...{ season, race: { ...plain, metric: "distance" } },
    today: "2026-11-16",
  })
  expect(preview).toEqual({
    season,
    athletes: 1,
    first: [{ rank: 1, name: "Ana", value: 6000, days: 1 }],
  })
})

test("a joint goal adds up all contributions; the sum is shown from four contributors on, and each amount only to its athlete", async () => {
  const goal = {
    ...plain,
    metric: "distance" as const,
    entrants: "together" as const,
    target: 50_000,
    name: "goal",
  }
  await addRace(world(), { season, race: goal })
  const seen = async () => {
    const found = await jointGoal(world(), tables, { season, name: "goal", viewer: null })
    if (!found.ok) throw new Error(found.code)
    return found.goal
  }
  const cleo = await addAthlete(t.world, { name: "Cleo", visibility: "hidden" })
  for (const athlete of [ben, ana, cleo]) await train(athlete, 9)
  expect(await seen()).toMatchObject({ sum: null, givers: 3, target: 50_000 })
  await train(await addAthlete(t.world, { name: "Dan" }), 9, { distanceM: 1000, minutes: 10 })
  const { sum, givers, named } = await seen()
  expect([sum, givers, named.map(({ name }) => name)]).toEqual([19_000, 4, ["Ana", "Ben", "Dan"]])
  expect(
    await ownRacePlace(world(), tables, { season, name: "goal", viewer: await userOf(ana) }),
  ).toMatchObject({
    place: { value: 6000 },
  })
  expect(
    await racePage(world(), tables, { season, name: "goal", viewer: null, after: 0, limit: 9 }),
  ).toMatchObject({ ok: false })
  const asked = { season, name: "goal", athlete: await slugOf(ana) }
  expect(await raceWhy(world(), { ...asked, viewer: await userOf(ben) })).toEqual({
    ok: false,
    code: "unknown_athlete",
  })
  expect(await raceWhy(world(), { ...asked, viewer: await userOf(ana) })).toMatchObject({ ok: true })
})

test("for random histories, every race equals one computed from scratch, and one in another process", async () => {
  const { below: whole, chance } = createRandom(7)
  const kinds: ActivityKind[] = ["run", "ride", "swim", "hike"]
  const rules: Partial<SideRace>[] = [
    { metric: "points", weekdays: [6, 7] },
    { metric: "active_days", daysAWeek: 3 },
    { metric: "active_days", kinds: ["run", "hike"] },
    { metric: "minutes", capADay: 50, leastDays: 2 },
    { metric: "distance", kinds: ["run"] },
    { metric: "climb", capADay: 200, daysAWeek: 2 },
    { metric: "kinds", leastMinutes: 20 },
  ]
  const races: Race[] = []
  for (const [n, rule] of rules.entries()) {
    await addRace(world(), { season, race: { ...plain, ...rule, name: `life-${n}` } })
    races.push((await findRace(t.world.db, { season, name: `life-${n}` })) as Race)
  }
  const elsewhere = createRaceTables(t.world)
  const people = [
    ana,
    ben,
    await addAthlete(t.world, { name: "Cleo" }),
    await addAthlete(t.world, { name: "Dan" }),
  ]
  for (let round = 0; round < 12; round++) {
    for (let step = 0; step < 4; step++) {
      const athlete = people[whole(people.length)] as number
      const day = 1 + whole(16)
      const kind = kinds[whole(kinds.length)] as ActivityKind
      if (chance(0.2)) await onRemoved(t.world, athlete, [{ source: "file", externalId: `${day}-${kind}` }])
      else
        await train(athlete, day, {
          kind,
          sport: kind,
          minutes: 15 + whole(60),
          distanceM: 2000 + whole(4000),
          elevationM: whole(300),
          startedAt: new Date(Date.UTC(2026, 10, day, 14 + kinds.indexOf(kind) * 2)),
        })
    }
    const other = round % 3 === 0
    for (const race of races) {
      const fresh = await createRaceTables(t.world).read(race)
      expect((await tables.read(race)).placed, `${race.name} in round ${round}`).toEqual(fresh.placed)
      if (other) expect((await elsewhere.read(race)).placed).toEqual(fresh.placed)
      expect(fresh.placed.map(({ athlete, value, days }) => ({ athlete, value, days }))).toEqual(
        await onPaper(race),
      )
    }
  }
})

/** The same result, computed from the activities and days without the database. */
async function onPaper(race: Race) {
  const activities = await t.world.db.sql<{
    athlete: number
    on: string
    kind: ActivityKind
    movingS: number
    distanceM: number
    climb: number
  }>`
    select athlete_id::float8 as athlete, local_on::text as on, kind, coalesce(counted_s, moving_s) as "movingS",
      coalesce(counted_m, distance_m) as "distanceM",
      coalesce(elevation_m, 0)::float8 * coalesce(counted_s, moving_s) / moving_s as climb
    from activities where status = 'counted' and local_on between ${race.from}::date and ${race.to}::date
    order by local_on, id`
  const points = await t.world.db.sql<{ athlete: number; on: string; points: number; active: boolean }>`
    select athlete_id::float8 as athlete, local_on::text as on, points, active from athlete_days
    where local_on between ${race.from}::date and ${race.to}::date`
  const days = new Map<string, { athlete: number; on: string; value: number }>()
  const add = (athlete: number, on: string, value: number) => {
    const day = days.get(`${athlete} ${on}`) ?? { athlete, on, value: 0 }
    days.set(`${athlete} ${on}`, { ...day, value: day.value + value })
  }
  const known = new Set<string>()
  if (race.metric === "points" || (race.metric === "active_days" && !race.kinds))
    for (const day of points)
      add(day.athlete, day.on, race.metric === "points" ? day.points : day.active ? 1 : 0)
  else
    for (const one of activities) {
      if (race.kinds && !race.kinds.includes(one.kind)) continue
      if (race.metric === "kinds") {
        const isNew = one.movingS >= race.leastMinutes * 60 && !known.has(`${one.athlete} ${one.kind}`)
        if (isNew) known.add(`${one.athlete} ${one.kind}`)
        add(one.athlete, one.on, isNew ? 1 : 0)
      } else
        add(
          one.athlete,
          one.on,
          { minutes: one.movingS, active_days: one.movingS, distance: one.distanceM, climb: one.climb }[
            race.metric as "minutes"
          ],
        )
    }
  const values = new Map<number, { athlete: number; week: string; value: number }[]>()
  for (const { athlete, on, value } of days.values()) {
    const date = new Date(`${on}T00:00:00Z`)
    const weekday = date.getUTCDay() || 7
    if (race.weekdays && !race.weekdays.includes(weekday)) continue
    const added =
      race.metric === "minutes"
        ? Math.floor(value / 60)
        : race.metric === "active_days" && race.kinds
          ? Number(value >= race.leastMinutes * 60)
          : Math.round(value)
    const monday = new Date(date.getTime() - (weekday - 1) * 86_400_000).toISOString().slice(0, 10)
    if (added > 0)
      values.set(athlete, [
        ...(values.get(athlete) ?? []),
        { athlete, week: monday, value: Math.min(added, race.capADay ?? Number.POSITIVE_INFINITY) },
      ])
  }
  return [...values]
    .map(([athlete, all]) => {
      const weeks = Object.values(Object.groupBy(all, ({ week }) => week)) as (typeof all)[]
      const kept = weeks.flatMap((week) =>
        week.sort((a, b) => b.value - a.value).slice(0, race.daysAWeek ?? week.length),
      )
      return { athlete, value: kept.reduce((sum, { value }) => sum + value, 0), days: kept.length }
    })
    .filter(({ days }) => days >= race.leastDays)
    .sort((a, b) => b.value - a.value || b.days - a.days || a.athlete - b.athlete)
}

test("closing the season freezes its races; later changes do not affect them, and the next season gets the repeating ones", async () => {
  const race = { ...plain, metric: "distance" as const, name: "frozen" }
  await addRace(world(), { season, race })
  await endRace(world(), { season, name: "weekend", ended: true })
  await train(ana, 9)
  await train(ben, 9, { distanceM: 9000 })
  // Two share a place.
  const [cleo, dan] = [
    await addAthlete(t.world, { name: "Cleo" }),
    await addAthlete(t.world, { name: "Dan" }),
  ]
  await train(cleo, 9, { minutes: 41 })
  await train(dan, 9, { distanceM: 700, minutes: 5 })
  const running = await read("frozen")
  t.clock.set("2026-12-02T20:00:00Z")
  await closeAndAward(t.world, season)
  expect(await read("frozen")).toEqual(running)
  await train(ana, 10, { distanceM: 8000 })
  expect(await read("frozen")).toEqual([
    [1, "Ben", 9000, 1],
    [2, "Ana", 6000, 1],
    [2, "Cleo", 6000, 1],
    [4, "Dan", 700, 1],
  ])
  await disqualify(t.world, { season, athlete: await slugOf(ben), reason: "A car" })
  expect((await read("frozen"))[0]).toEqual([1, "Ana", 6000, 1])
  expect(await addRace(world(), { season, race: { ...race, name: "late" } })).toEqual({
    ok: false,
    code: "too_late",
  })
  expect(await endRace(world(), { season, name: "frozen", ended: true })).toEqual({
    ok: false,
    code: "too_late",
  })
  await maintainBoards(t.world)
  await maintainBoards(t.world)
  const names = (
    await t.world.db.sql<{ name: string }>`
    select r.name from races r join seasons s on s.id = r.season_id where s.slug = 'monthly-2026-12'
    order by r.position`
  ).map(({ name }) => name)
  expect(names).toEqual(["five-a-week", "climb", "all-round", "first-season", "rise"])
})

test("a race with dates of its own crosses seasons, is listed while it is on, and is final two days later", async () => {
  const dates = { fromOn: "2026-10-30", toOn: "2026-11-17" }
  const race = { ...plain, ...dates, name: "autumn", metric: "minutes", listed: true } as const
  // Recordings arrive within two weeks.
  t.clock.set("2026-11-02T22:00:00Z")
  const october = sentRun({ startedAt: new Date("2026-10-31T20:00:00Z"), externalId: "october" })
  await onActivity(t.world, ana, october)
  await train(ana, 2)
  await train(ben, 1, { minutes: 30 })
  t.clock.set("2026-11-16T22:00:00Z")
  await train(ana, 16)
  const preview = await previewRace(t.world.db, {
    season: ownDates,
    race: { ...race, fromOn: "2026-11-20", toOn: "2026-11-21" },
    today: "2026-11-17",
  })
  expect(preview).toMatchObject({ athletes: 1, first: [{ name: "Ana", value: 40 }] })
  expect(await addRace(world(), { season: ownDates, race })).toEqual({ ok: true })
  expect(await addRace(world(), { season: ownDates, race })).toEqual({ ok: false, code: "name_taken" })
  const table = async (name = "autumn") => {
    const found = await racePage(world(), tables, {
      season: ownDates,
      name,
      viewer: null,
      after: 0,
      limit: 9,
    })
    return found.ok ? found.page.rows.map(({ name, value, days }) => [name, value, days]) : found.code
  }
  // The run of October counts 60 minutes, although two seasons hold these days.
  expect(await table()).toEqual([
    ["Ana", 140, 3],
    ["Ben", 30, 1],
  ])
  const points = { ...race, name: "autumn-points", metric: "points" } as const
  await addRace(world(), { season: ownDates, race: points })
  const sums = await t.world.db.sql<{ points: number }>`
    select sum(points)::integer as points from athlete_days group by athlete_id order by points desc`
  const shown = await table("autumn-points")
  expect(Array.isArray(shown) && shown.map(([, value]) => value)).toEqual(sums.map(({ points }) => points))
  expect((await listedRaces(t.world.db, t.world.now())).map(({ name }) => name)).toContain("autumn")
  // It follows, and keeps its rule.
  t.clock.set("2026-11-18T01:00:00Z")
  await train(ben, 17, { minutes: 170 })
  expect((await table())[0]).toEqual(["Ben", 200, 2])
  expect(
    await changeRace(world(), { season: ownDates, race: { ...race, toOn: "2026-11-30" } }),
  ).toMatchObject({
    code: "begun",
  })
  expect(await changeRace(world(), { season: ownDates, race: { ...race, title: "Autumn" } })).toEqual({
    ok: true,
  })
  expect(
    await raceWhy(world(), { season: ownDates, name: "autumn", athlete: await slugOf(ben), viewer: null }),
  ).toMatchObject({
    ok: true,
    why: { days: [{ on: "2026-11-17" }, { on: "2026-11-01" }] },
  })
  const closing = await findRace(t.world.db, { season: ownDates, name: "autumn" })
  expect(closing).toMatchObject({ season: "dates", from: "2026-10-30", to: "2026-11-17", closedAt: null })
  t.clock.set("2026-11-19T20:00:00Z")
  await maintainBoards(t.world)
  const final = await table()
  await train(ana, 10, { minutes: 170 })
  expect(await table()).toEqual(final)
  expect((await findRace(t.world.db, { season: ownDates, name: "autumn" }))?.closedAt).not.toBeNull()
  expect((await listedRaces(t.world.db, t.world.now())).map(({ name }) => name)).not.toContain("autumn")
  expect(await endRace(world(), { season: ownDates, name: "autumn", ended: true })).toMatchObject({
    code: "too_late",
  })
  // A joint goal can have dates, too; teams and rise cannot.
  const goal = { ...race, name: "goal", metric: "points", entrants: "together", target: 500 } as const
  expect(await addRace(world(), { season: ownDates, race: goal })).toEqual({ ok: true })
  await expect(
    addRace(world(), { season: ownDates, race: { ...race, name: "rise", metric: "rise" } }),
  ).rejects.toThrow("races_check")
})
