import type { NoticeChoices } from "#content/notice-kinds.ts"
import { lastDaysMs } from "#content/running.ts"
import { noteHappenings } from "#domain/competition/happenings/note.ts"
import { type NextSession, nextSessions } from "#domain/events/next-sessions.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import { addDays, dayIn } from "#primitives/zones.ts"
import type { NoticeFacts } from "./lines.ts"
import { type RaceOver, racesOver } from "./race-over.ts"
import { type OwnTeamPlace, ownTeamPlaces } from "./teams.ts"

/** Whom a notice is about. */
export interface Member {
  athleteId: number
  userId: string
  timeZone: string
  /** Today, in the member's time zone. */
  localOn: string
  choices: NoticeChoices
}

/** The facts of one member, with the sessions and the season that they name. */
export interface MemberFacts extends NoticeFacts {
  toRemind: readonly NextSession[]
  ended: RaceOver | undefined
}

/** What may be worth telling each of these members today. */
export async function factsOf(
  world: World,
  members: readonly Member[],
): Promise<(member: Member) => MemberFacts> {
  const { db, now } = world
  const at = now()
  const athleteIds = members.map(({ athleteId }) => athleteId)
  // Up to this moment, not to the last minute.
  await noteHappenings(world)
  const inTeams = members.filter(({ choices }) => choices.team !== "off").map(({ athleteId }) => athleteId)
  const [passed, ending, finishing, prizes, teams, sessions, races] = await Promise.all([
    readPassed(db, athleteIds, at),
    // Only in these evenings a board is ranked.
    readPlaces(db, athleteIds, { at, endsBefore: new Date(at.getTime() + lastDaysMs) }),
    readFinishing(db, athleteIds, at),
    db.sql<{ athleteId: number; title: string; claimUntil: Date }>`
      select athlete_id::float8 as "athleteId", title, claim_until as "claimUntil" from prizes
      where status = 'awarded' and claim_until > ${at} and athlete_id = any(${athleteIds}::bigint[])
      order by claim_until
    `,
    ownTeamPlaces(world, { athleteIds: inTeams, endsBefore: new Date(at.getTime() + lastDaysMs) }),
    nextSessions(world, { userIds: members.map(({ userId }) => userId), days: 3 }),
    racesOver(world, athleteIds),
  ])
  return ({ athleteId: id, userId, timeZone, localOn }) => {
    const tomorrow = addDays(localOn, 1)
    const toRemind = sessions.filter(
      (one) => one.userId === userId && one.toRemind && dayIn(one.occurrence.startsAt, timeZone) === tomorrow,
    )
    const [ended] = races(id)
    return {
      ended,
      over: ended ? [ended] : [],
      places: of(passed, id),
      ending: of(ending, id).map(({ closesAt, race: season, place, credits }) => ({
        ...{ season, place, credits },
        isLastDay: closesAt.getTime() - at.getTime() <= dayMs,
      })),
      finishing: of(finishing, id),
      prizes: prizes
        .filter(({ athleteId }) => athleteId === id)
        .map(({ title, claimUntil }) => ({
          title,
          daysLeft: Math.floor((claimUntil.getTime() - at.getTime()) / dayMs),
        })),
      teams: (teams.get(id) ?? []).flatMap(closeTeam),
      toRemind,
      sessions: toRemind.map(({ occurrence, when, bring }) => ({
        title: occurrence.event.title,
        when,
        bring,
      })),
    }
  }
}

/** Whether one strong day of one member can change the team's place: first toward the next place, else from behind. */
function closeTeam({ race, place, ahead, behind, strongDay }: OwnTeamPlace): NoticeFacts["teams"] {
  if (ahead !== null && ahead <= strongDay) return [{ race, place, isAhead: true }]
  if (behind !== null && behind <= strongDay) return [{ race, place, isAhead: false }]
  return []
}

const dayMs = 86_400_000

/** A member's rows. */
function of<Row extends { athleteId: number }>(rows: readonly Row[], id: number) {
  return rows.filter(({ athleteId }) => athleteId === id).map(({ athleteId, ...row }) => row)
}

/** The places in running seasons of those who were passed today. Only these are looked up: a place may have changed back. */
function readPassed({ sql }: Db, athleteIds: readonly number[], at: Date) {
  return sql<{ athleteId: number; season: string; before: number | null; now: number; credits: string[] }>`
    select s.athlete_id::float8 as "athleteId", series.name as season, private.rank_yesterday(b.id, s.athlete_id) as before,
      (
        select 1 + count(*)::integer from standings ahead where ahead.board_id = b.id and ahead.place_key > s.place_key
      ) as now,
      ${creditsOf(sql)} as credits
    from seasons season
    join series on series.slug = season.series
    join boards b on b.season_id = season.id
    join standings s on s.board_id = b.id and s.athlete_id = any(${[...athleteIds]}::bigint[])
    join athletes a on a.id = s.athlete_id
    where ${isRunning(sql, at)} and exists (
      select from happenings h
      where h.athlete_id = s.athlete_id and h.kind = 'passed' and h.season_id = season.id
        and h.local_on = (${at}::timestamptz at time zone a.time_zone)::date
    )
    order by season.closes_at`
}

/** A place in a running season. */
interface PlaceRow {
  athleteId: number
  /** "Two-week race" */
  race: string
  /** The slug. */
  season: string
  closesAt: Date
  lastDay: string
  place: number
  total: number
  credits: string[]
}

/** The places in running seasons that end by an instant: each board is ranked once for everybody. */
export function readPlaces(
  { sql }: Db,
  athleteIds: readonly number[],
  { at, endsBefore }: { at: Date; endsBefore: Date },
): PromiseLike<PlaceRow[]> {
  return sql<PlaceRow>`
    select s.athlete_id::float8 as "athleteId", series.name as race, season.slug as season, season.closes_at as "closesAt",
      season.to_on::text as "lastDay", s.rank as place, s.total, ${creditsOf(sql)} as credits
    from seasons season
    join series on series.slug = season.series
    join boards b on b.season_id = season.id
    cross join lateral (
      select athlete_id, rank() over (order by place_key desc)::integer as rank, count(*) over ()::integer as total
      from standings where board_id = b.id
    ) s
    where ${isRunning(sql, at)} and season.closes_at <= ${endsBefore}
      and s.athlete_id = any(${[...athleteIds]}::bigint[])
    order by season.closes_at`
}

/** The active days of those who had one today, in seasons with finishers. */
function readFinishing({ sql }: Db, athleteIds: readonly number[], at: Date) {
  return sql<{ athleteId: number; season: string; activeDays: number; of: number }>`
    select s.athlete_id::float8 as "athleteId", series.name as season, s.active_days::integer as "activeDays",
      season.finish_days::integer as of
    from seasons season
    join series on series.slug = season.series
    join boards b on b.season_id = season.id
    join standings s on s.board_id = b.id and s.athlete_id = any(${[...athleteIds]}::bigint[])
    join athletes a on a.id = s.athlete_id
    where ${isRunning(sql, at)} and season.finish_days is not null and exists (
      select from private.board_days d
      where d.board_id = b.id and d.athlete_id = s.athlete_id and d.active
        and d.local_on = (${at}::timestamptz at time zone a.time_zone)::date
    )
    order by season.closes_at`
}

const isRunning = (sql: Sql, at: Date) => sql`
  season.closed_at is null and season.opens_at <= ${at} and season.closes_at > ${at}`

/** The services to name beside the place of the standing `s` on the board `b`. */
const creditsOf = (sql: Sql) => sql`
  array(
    select distinct credit from private.board_days d, unnest(d.credits) credit
    where d.board_id = b.id and d.athlete_id = s.athlete_id order by credit
  )`
