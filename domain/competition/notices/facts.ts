import { lastDaysMs } from "#content/running.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import { noteHappenings } from "../happenings/note.ts"
import type { NoticeFacts } from "./lines.ts"

/** What may be worth telling each of these members today. */
export async function factsOf(
  world: World,
  athleteIds: readonly number[],
): Promise<(athleteId: number) => NoticeFacts> {
  const { db, now } = world
  const at = now()
  // Up to this moment, not to the last minute.
  await noteHappenings(world)
  const [passed, ending, finishing, prizes] = await Promise.all([
    readPassed(db, athleteIds, at),
    readEnding(db, athleteIds, at),
    readFinishing(db, athleteIds, at),
    db.sql<{ athleteId: number; title: string; claimUntil: Date }>`
      select athlete_id::float8 as "athleteId", title, claim_until as "claimUntil" from prizes
      where status = 'awarded' and claim_until > ${at} and athlete_id = any(${[...athleteIds]}::bigint[])
      order by claim_until
    `,
  ])
  return (id) => ({
    places: of(passed, id),
    ending: of(ending, id).map(({ closesAt, ...one }) => ({
      ...one,
      isLastDay: closesAt.getTime() - at.getTime() <= dayMs,
    })),
    finishing: of(finishing, id),
    prizes: prizes
      .filter(({ athleteId }) => athleteId === id)
      .map(({ title, claimUntil }) => ({
        title,
        daysLeft: Math.floor((claimUntil.getTime() - at.getTime()) / dayMs),
      })),
  })
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

/** The places in seasons that end within two days: only in these evenings a board is ranked, once for everybody. */
function readEnding({ sql }: Db, athleteIds: readonly number[], at: Date) {
  return sql<{ athleteId: number; season: string; closesAt: Date; place: number; credits: string[] }>`
    select s.athlete_id::float8 as "athleteId", series.name as season, season.closes_at as "closesAt", s.rank as place,
      ${creditsOf(sql)} as credits
    from seasons season
    join series on series.slug = season.series
    join boards b on b.season_id = season.id
    cross join lateral (
      select athlete_id, rank() over (order by place_key desc)::integer as rank from standings where board_id = b.id
    ) s
    where ${isRunning(sql, at)} and season.closes_at <= ${new Date(at.getTime() + lastDaysMs)}
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
