import { leastShownCheers } from "#content/cheers.ts"
import { hereRule } from "#content/own-page.ts"
import type { Metric } from "#content/races.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { jointGoal } from "#domain/competition/races/joint-goal.ts"
import { listedRaces } from "#domain/competition/races/race.ts"
import { type TeamRow, teamRacePage } from "#domain/competition/teams/page.ts"
import type { Occurrence } from "#domain/events/occurrence.ts"
import { upcomingDays } from "#domain/events/upcoming-days.ts"
import { displayToVisitors } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Listed } from "./here.ts"

/** What everybody sees of the community now; parts without anything to show are null or empty. */
interface ThisWeek {
  /** Members with an account, without samples. */
  members: number
  /** Who joined within a week and shows their name to everybody, the latest first. */
  newest: Listed[]
  /** Cheers of the last seven days; null below the number from which they are shown. */
  cheers: number | null
  /** The next session, and how many have a spot. */
  session: { occurrence: Occurrence; going: number } | null
  teams: { season: string; race: string; title: string; rows: TeamRow[] } | null
  goal: {
    season: string
    race: string
    title: string
    metric: Metric
    target: number
    sum: number | null
    givers: number
    credits: readonly string[]
  } | null
}

/** As any visitor may see it. */
export async function thisWeek(world: World, boards: Boards): Promise<ThisWeek> {
  const [counted, newest, session, races] = await Promise.all([
    countsOf(world),
    newestOf(world),
    nextSession(world),
    racesNow(world, boards),
  ])
  const { members, cheers } = counted
  return { members, newest, cheers: cheers >= leastShownCheers ? cheers : null, session, ...races }
}

async function countsOf({ db, now }: World): Promise<{ members: number; cheers: number }> {
  const [row] = (await db.sql<{ members: number; cheers: number }>`
    select (select count(*)::integer from athletes where not demo) as members,
      (
        select count(*)::integer from private.cheers
        where taken_back_at is null and at > ${now()}::timestamptz - interval '7 days'
      ) as cheers`) as [{ members: number; cheers: number }]
  return row
}

function newestOf({ db, now }: World) {
  return db.sql<Listed>`
    select a.slug as athlete, a.display_name as name, a.photo,
      private.figure(a.sport, a.look, seen.details) as figure
    from athletes a
    cross join lateral ${displayToVisitors(db)} seen
    where not a.demo and seen.name and a.joined_at > ${now()}::timestamptz - make_interval(days => ${hereRule.newDays})
    order by a.joined_at desc, a.id desc limit ${hereRule.newest}`
}

async function nextSession({ db, now, published }: World): Promise<ThisWeek["session"]> {
  const days = (await upcomingDays(db, published.words.list("events"), { now: now(), count: 1 })).flat()
  const [occurrence] = days
    .filter(({ calledOff }) => !calledOff)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  if (!occurrence) return null
  const [row] = await db.sql<{ taken: number }>`
    select taken from event_occurrences where event = ${occurrence.event.slug} and held_on = ${occurrence.on}`
  return { occurrence, going: row?.taken ?? 0 }
}

type Address = { season: string; name: string; title: string }

/** The first race of teams and the first joint goal that run now and are listed. */
async function racesNow(world: World, boards: Boards): Promise<Pick<ThisWeek, "teams" | "goal">> {
  const races = await listedRaces(world.db, world.now())
  return { teams: await firstTeams(world, boards, races), goal: await firstGoal(world, boards, races) }
}

async function firstTeams(
  world: World,
  { teamTables }: Boards,
  races: readonly Address[],
): Promise<ThisWeek["teams"]> {
  for (const { season, name, title } of races) {
    const read = await teamRacePage(world, teamTables, { season, name, viewer: null })
    if (read.ok && read.page.rows.some(({ points }) => points !== null && points > 0))
      return { season, race: name, title, rows: read.page.rows.slice(0, hereRule.teams) }
  }
  return null
}

async function firstGoal(
  world: World,
  { raceTables }: Boards,
  races: readonly Address[],
): Promise<ThisWeek["goal"]> {
  for (const { season, name, title } of races) {
    const read = await jointGoal(world, raceTables, { season, name, viewer: null })
    if (!read.ok) continue
    const { race, target, sum, givers, credits } = read.goal
    return { season, race: name, title, metric: race.metric, target, sum, givers, credits }
  }
  return null
}
