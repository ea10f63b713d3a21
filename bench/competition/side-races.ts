import { firstRaces, type SideRace } from "#content/races.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { insert } from "#domain/competition/races/insert.ts"
import { type Race, racesOf } from "#domain/competition/races/race.ts"
import { close } from "#domain/competition/seasons/close.ts"
import { raceStandings } from "#domain/competition/seasons/race-standings.ts"
import { drawTeams } from "#domain/competition/teams/draw-teams.ts"
import type { World } from "#domain/world.ts"
import { cpuSeconds } from "../pages/contestants.ts"
import { median } from "../support/median.ts"
import { sampledRecording } from "./recordings.ts"

interface SideRacesMeasured {
  races: number
  teams: number
  members: number
  /** The first read of all of them. */
  firstMs: number
  /** A read of all of them, after 20 athletes have uploaded: four seconds at five uploads a second. */
  nextMs: number
  /** Processor time of that read in this process and in PostgreSQL, as a share of one core for four seconds. */
  share: number
  /** From the commit of a member's upload until the team's new total is read by a page that looks right away, the longest of ten. */
  teamMs: number
  /** A page of one race by the Data API's function, by the database and from the tables in memory: the median of ten. */
  standingsMs: { database: number; memory: number }
  /** Closing the season with all of them: its results, theirs, and who may win. */
  closeMs: number
}

/** Side races in use, with the uploads of four seconds between two reads of all of them. */
const races = 20
const uploads = 20
/** How often an open page looks (app/pages/leaderboard/side-race/page.tsx). */
export const seconds = 4

const rules: Partial<SideRace>[] = [
  {},
  { metric: "active_days", daysAWeek: 5 },
  { metric: "minutes", capADay: 120 },
  { metric: "distance", kinds: ["run"] },
  { metric: "climb", capADay: 1500 },
  { metric: "kinds", leastMinutes: 20 },
  { weekdays: [6, 7] },
]

/** One race between 50 teams of 200 and 19 between athletes, in a running season with these athletes. */
export async function measureSideRaces(
  world: World,
  boards: Boards,
  ids: readonly number[],
  postmaster: number,
): Promise<SideRacesMeasured> {
  const [season] = await world.db.sql<{ id: number; slug: string }>`
    select id, slug from seasons where series = 'monthly' and opens_at <= ${world.now()} and closes_at > ${world.now()}`
  if (!season) throw new Error("No season is running")
  const [plain] = firstRaces.monthly as [SideRace]
  await world.db.sql`delete from races where season_id = ${season.id}`
  for (let nr = 0; nr < races; nr++) {
    const rule = nr === 0 ? ({ entrants: "teams", teamSize: 200 } as const) : rules[nr % rules.length]
    const race = { ...plain, metric: "points", daysAWeek: null, ...rule, name: `race-${nr}` } as SideRace
    await insert(world.db, season.id, race, nr)
  }
  // Everybody is new, so that everybody is drawn.
  await world.db.sql`update athletes set joined_at = '2026-10-15' where id <= 10000`
  const [teams, ...others] = (await racesOf(world.db, season.slug)) as [Race, ...Race[]]
  const drawn = await drawTeams(world.db, teams)
  const members = await world.db.sql<{ athlete: number; team: number }>`
    select athlete_id::float8 as athlete, team_id as team from team_members where race_id = ${teams.id}`
  const all = await racesOf(world.db, season.slug)
  const look = async () => {
    for (const race of all)
      await (race.entrants === "teams" ? boards.teamTables : boards.raceTables).read(race)
  }
  const first = performance.now()
  await look()
  const firstMs = performance.now() - first
  for (let nr = 0; nr < uploads; nr++) {
    const athlete = ids[Math.floor(Math.random() * Math.min(ids.length, 10_000))] as number
    const done = await onActivity(world, athlete, sampledRecording())
    if (!done.ok) throw new Error(done.code)
  }
  const before = process.cpuUsage()
  const beforeThere = await cpuSeconds(postmaster)
  const next = performance.now()
  await look()
  const nextMs = performance.now() - next
  const used = process.cpuUsage(before)
  const there = ((await cpuSeconds(postmaster)) ?? 0) - (beforeThere ?? 0)
  let teamMs = 0
  for (let nr = 0; nr < 10; nr++) {
    const { athlete, team } = members[Math.floor(Math.random() * members.length)] as (typeof members)[0]
    const before = await totalOf(boards, teams, team)
    const done = await onActivity(world, athlete, sampledRecording())
    if (!done.ok) throw new Error(done.code)
    const committed = performance.now()
    const after = await totalOf(boards, teams, team)
    teamMs = Math.max(teamMs, performance.now() - committed)
    if (after < before) throw new Error("A workout took points from the team")
  }
  const standingsMs = await measureStandings(world, boards, others[0] as Race)
  const begun = performance.now()
  await world.db
    .transaction(async (db) => {
      const closed = await close({ ...world, db }, season.slug, { early: true })
      if (!closed.ok) throw new Error(closed.code)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return {
    races: others.length + 1,
    teams: drawn,
    members: members.length,
    firstMs,
    nextMs,
    share: ((used.user + used.system) / 1e6 + there) / seconds,
    teamMs,
    standingsMs,
    closeMs: performance.now() - begun,
  }
}

async function measureStandings(world: World, boards: Boards, { season, name }: Race) {
  const taken = async (call: () => PromiseLike<unknown>) => {
    const times: number[] = []
    for (let nr = 0; nr < 10; nr++) {
      const begun = performance.now()
      await call()
      times.push(performance.now() - begun)
    }
    return median(times)
  }
  return {
    database: await taken(() => world.db.sql`select * from race_standings(${season}, ${name})`),
    memory: await taken(() => raceStandings(world, boards, { season, race: name }, null)),
  }
}

async function totalOf({ teamTables }: Boards, race: Race, team: number): Promise<number> {
  return (await teamTables.read(race)).placed.find((one) => one.team === team)?.score.points ?? 0
}

class RolledBack extends Error {}
