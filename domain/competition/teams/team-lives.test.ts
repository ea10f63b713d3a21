/**
 * Random lives of members of a drawn team, over a month whose first day has 25 hours: in six zones, they train, also at the season's first
 * and last instants, send recordings late or too late, remove them, join, are transferred, disqualified, reinstated and erased. At any
 * moment a race of teams and races of athletes equal what one would add up on paper, from a list of what was sent.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { firstRaces, type SideRace } from "#content/races.ts"
import { dayIn, startOfDay } from "#primitives/zones.ts"
import { createRandom } from "#test/fuzz/random.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import { addRace } from "../races/change.ts"
import { findRace, type Race } from "../races/race.ts"
import { createRaceTables } from "../races/tables.ts"
import { rulesetOn } from "../scoring/day.ts"
import { score } from "../scoring/score.ts"
import { disqualify, reinstate } from "../seasons/disqualify.ts"
import { frozenTeams } from "./results.ts"
import { createTeamTables } from "./tables.ts"
import { readTeams } from "./team-table.ts"
import { transferMember } from "./transfer.ts"

const season = "monthly-2026-11"
const opensAt = Date.parse("2026-11-01T07:00:00Z")
const closesAt = Date.parse("2026-12-01T08:00:00Z")
const hourMs = 3_600_000
const zones = [
  ...["America/Los_Angeles", "Pacific/Honolulu", "Asia/Tokyo", "Pacific/Kiritimati", "Europe/London"],
  "Australia/Lord_Howe",
]
const plain = { ...(firstRaces.monthly[0] as SideRace), metric: "points", daysAWeek: null } as const
const rules: SideRace[] = [
  { ...plain, name: "teams", entrants: "teams", teamSize: 4 },
  { ...plain, name: "all" },
  { ...plain, name: "weekend", weekdays: [6, 7] },
  { ...plain, name: "active", metric: "active_days", daysAWeek: 2 },
]

interface Person {
  id: number
  slug: string
  zone: string
  joinedAt: number
}
interface Sent {
  id: string
  athlete: number
  startedAt: number
  minutes: number
  receivedAt: number
}

let t: TestWorld
const people = new Map<number, Person>()
/** What everybody sent and did not remove. */
let sent: Sent[] = []
const out = new Set<number>()
const { below, pick, chance } = createRandom(31)

beforeAll(async () => {
  t = await createCompetitionWorld("2026-10-26T20:00:00Z")
  await maintainBoards(t.world)
  for (let nr = 0; nr < 14; nr++) await join(zones[nr % zones.length] as string, "2026-01-01T00:00:00Z")
  for (const person of people.values())
    await train(person, t.world.now().getTime() - (3 + person.id) * hourMs)
  for (const race of rules) expect(await addRace(t.world, { season, race })).toEqual({ ok: true })
})
afterAll(() => t.close())

async function join(zone: string, joinedAt: string) {
  const id = await addAthlete(t.world, { timeZone: zone, joinedAt })
  // As joining does: workouts of that day count.
  const from = startOfDay(dayIn(new Date(joinedAt), zone), zone)
  const [row] = await t.world.db.sql<{ slug: string }>`
    update athletes set counts_from = ${from} where id = ${id} returning slug`
  people.set(id, { id, slug: row?.slug ?? "", zone, joinedAt: Date.parse(joinedAt) })
}

/** Sends a recording that began then, unless the athlete has one at that time. */
async function train({ id: athlete }: Person, startedAt: number) {
  const minutes = 15 + below(75)
  const overlaps = (one: Sent) => one.athlete === athlete && Math.abs(one.startedAt - startedAt) < 2 * hourMs
  const now = t.world.now().getTime()
  if (sent.some(overlaps) || startedAt + minutes * 60_000 > now) return
  const id = `${athlete} ${startedAt}`
  const length = { movingS: minutes * 60, elapsedS: minutes * 60, distanceM: 0 }
  const at = { startedAt: new Date(startedAt), externalId: id, kind: "hiit" } as const
  expect(await onActivity(t.world, athlete, sentRun({ ...at, ...length }))).toMatchObject({ ok: true })
  sent.push({ id, athlete, startedAt, minutes, receivedAt: now })
}

/** A time in the last 20 days: some are too late, some at the instants of the season. */
function anyTime(): number {
  const now = t.world.now().getTime()
  if (chance(0.15)) return pick([opensAt, opensAt - 2 * hourMs, opensAt - 1000, closesAt - 1000, closesAt])
  return now - hourMs * (2 + below(20 * 24))
}

/** The points and activity of every day in the season, from the list alone. */
function days() {
  const counted = sent.filter(({ athlete, startedAt, minutes, receivedAt }) => {
    const person = people.get(athlete)
    if (!person || out.has(athlete) || startedAt < opensAt || startedAt >= closesAt) return false
    const end = startedAt + minutes * 60_000
    const joinedOn = dayIn(new Date(person.joinedAt), person.zone)
    return receivedAt <= end + 14 * 24 * hourMs && dayIn(new Date(startedAt), person.zone) >= joinedOn
  })
  const dayOf = ({ athlete, startedAt }: Sent) => dayIn(new Date(startedAt), people.get(athlete)?.zone ?? "")
  return [...Map.groupBy(counted, (one) => `${one.athlete} ${dayOf(one)}`).values()].map((own) => {
    const efforts = own.map(({ minutes }) => ({
      kind: "hiit" as const,
      movingS: minutes * 60,
      distanceM: 0,
    }))
    const [first] = own as [Sent]
    const { points, active } = score(efforts, rulesetOn("2026-11-01"))
    return { athlete: first.athlete, on: dayOf(first), points, active }
  })
}

interface Stay {
  team: string
  athlete: number | null
  came: string
  from: string
  until: string | null
}

/** Of each team the best of each day, at most 100 points a member, by who was in it on that day. */
async function teamsOnPaper({ id, countedMembers }: Race): Promise<Record<string, number>> {
  const stays = await t.world.db.sql<Stay>`
    select t.name as team, m.athlete_id::float8 as athlete, m.came, m.from_on::text as from, m.until_on::text as until
    from teams t join team_members m on m.team_id = t.id where t.race_id = ${id}`
  const totals = new Map(stays.map(({ team }) => [team, new Map<string, number[]>()]))
  for (const { athlete, on, points } of days())
    for (const stay of stays) {
      // Who was drawn is in the team from the first instant of the season, which west of its zone is on the day before.
      const began = stay.came === "drawn" || stay.from <= on
      if (stay.athlete !== athlete || !began || (stay.until !== null && on >= stay.until)) continue
      const team = totals.get(stay.team)
      team?.set(on, [...(team.get(on) ?? []), Math.min(points, 100)])
    }
  return Object.fromEntries(
    [...totals].map(([team, byDay]) => {
      const best = [...byDay.values()].map((all) =>
        all
          .sort((a, b) => b - a)
          .slice(0, countedMembers ?? 0)
          .reduce((sum, points) => sum + points, 0),
      )
      return [team, best.reduce((sum, points) => sum + points, 0)]
    }),
  )
}

/** Who has which value. */
function raceOnPaper({ metric, weekdays, daysAWeek }: SideRace): Record<string, number> {
  const values = new Map<number, { on: string; value: number }[]>()
  for (const { athlete, on, points, active } of days()) {
    const weekday = new Date(`${on}T00:00:00Z`).getUTCDay() || 7
    const value = metric === "points" ? points : Number(active)
    if (value > 0 && (weekdays === null || weekdays.includes(weekday)))
      values.set(athlete, [...(values.get(athlete) ?? []), { on, value }])
  }
  const week = ({ on }: { on: string }) => Math.floor((Date.parse(on) / 86_400_000 + 3) / 7)
  return Object.fromEntries(
    [...values].map(([athlete, own]) => [
      athlete,
      [...Map.groupBy(own, week).values()]
        .flatMap((all) => all.sort((a, b) => b.value - a.value).slice(0, daysAWeek ?? all.length))
        .reduce((sum, { value }) => sum + value, 0),
    ]),
  )
}

const named = async (name: string) => (await findRace(t.world.db, { season, name })) as Race

test("at any moment every race is what one would add up on paper, and so is what the close freezes", async () => {
  const [teams, elsewhere, tables] = [
    createTeamTables(t.world),
    createTeamTables(t.world),
    createRaceTables(t.world),
  ]
  const expectPaper = async (when: string) => {
    const race = await named("teams")
    const { placed } = await teams.read(race)
    const onPaper = await teamsOnPaper(race)
    expect(Object.fromEntries(placed.map(({ name, score }) => [name, score.points])), when).toEqual(onPaper)
    expect((await readTeams(t.world.db, race)).placed, when).toEqual(placed)
    for (const rule of rules.slice(1)) {
      const { placed } = await tables.read(await named(rule.name))
      const values = Object.fromEntries(placed.map(({ athlete, value }) => [athlete, value]))
      expect(values, `${rule.name}, ${when}`).toEqual(raceOnPaper(rule))
    }
  }
  for (let day = 0; day < 33; day++) {
    t.clock.set(new Date(opensAt + (day * 24 + 1) * hourMs).toISOString())
    await maintainBoards(t.world)
    const now = t.world.now()
    if (now.getTime() < closesAt && (day === 1 || day === 2 || chance(0.15)))
      await join(pick(zones), now.toISOString())
    const all = [...people.values()]
    if (day === 1) for (const person of all) await train(person, opensAt)
    for (let step = 0; step < 7; step++) {
      const person = pick(all)
      if (chance(0.12)) {
        const [gone] = sent.filter(({ athlete }) => athlete === person.id)
        if (!gone) continue
        await onRemoved(t.world, person.id, [{ source: "file", externalId: gone.id }])
        sent = sent.filter((one) => one !== gone)
      } else await train(person, anyTime())
    }
    const person = pick(all)
    if (now.getTime() < closesAt) {
      if (chance(0.2))
        await transferMember(t.world, {
          ...{ season, name: "teams", athlete: person.slug, to: 1 + below(3), reason: "A move" },
        })
      if (chance(0.15) && out.size < 2) {
        await disqualify(t.world, { season, athlete: person.slug, reason: "A car" })
        out.add(person.id)
      } else if (chance(0.3))
        for (const one of [...out].slice(0, 1)) {
          await reinstate(t.world, { season, athlete: people.get(one)?.slug ?? "" })
          out.delete(one)
        }
      if (day === 11 || day === 19) {
        await t.world.db.sql`delete from athletes where id = ${person.id}`
        people.delete(person.id)
        sent = sent.filter(({ athlete }) => athlete !== person.id)
        out.delete(person.id)
      }
    }
    // What the messages of these changes do in a running process.
    for (const one of [teams, tables]) one.forget()
    await expectPaper(`day ${day}`)
    if (day % 6 === 0) {
      elsewhere.forget()
      expect((await elsewhere.read(await named("teams"))).placed).toEqual(
        (await teams.read(await named("teams"))).placed,
      )
    }
  }
  await closeAndAward(t.world, season)
  const onPaper = await teamsOnPaper(await named("teams"))
  const frozen = await frozenTeams(t.world.db, await named("teams"))
  expect(Object.fromEntries(frozen.map(({ name, points }) => [name, points]))).toEqual(onPaper)
  for (const rule of rules.slice(1)) {
    const rows = await t.world.db.sql<{ athlete: number; value: number }>`
      select f.athlete_id::float8 as athlete, f.value from race_results f join races r on r.id = f.race_id
      where r.name = ${rule.name} and r.season_id = (select id from seasons where slug = ${season})`
    expect(Object.fromEntries(rows.map(({ athlete, value }) => [athlete, value]))).toEqual(raceOnPaper(rule))
  }
  // The month had what it is about.
  const [seen] = await t.world.db.sql<{ late: number; moved: number; former: number }>`
    select count(*) filter (where came = 'late')::integer as late,
      count(*) filter (where came = 'transferred')::integer as moved,
      count(*) filter (where athlete_id is null)::integer as former from team_members`
  expect(Math.min(seen?.late ?? 0, seen?.moved ?? 0, seen?.former ?? 0)).toBeGreaterThan(0)
})
