import { teamNames } from "#content/races.ts"
import { teamRule } from "#content/team-rule.ts"
import type { Db } from "#ports/db.ts"
import type { Race } from "../races/race.ts"
import { draw } from "./draw.ts"
import type { Entrant } from "./entrants.ts"
import { seedOf } from "./seed.ts"
import { countedMembers, teamsFor } from "./sizes.ts"

/**
 * Draws the teams of a race when its season begins, and stores every step. Idempotent. With too few athletes for two
 * teams, none are drawn, and the race shows none. Returns the number of teams.
 */
export async function drawTeams(db: Db, race: Race): Promise<number> {
  if (race.drawnAt !== null || race.teamSize === null) return 0
  const entrants = await entrantsOf(db, race)
  const count = teamsFor(entrants.length, race.teamSize)
  if (count === 0) return 0
  const { teams, picks } = draw(entrants, count, { hasPrize: race.prize !== null })
  const smallest = Math.min(...teams.map((members) => members.length))
  await db.sql`
    update races set drawn_at = ${race.opensAt}, counted_members = ${countedMembers(smallest)} where id = ${race.id}`
  await db.sql`
    insert into teams (race_id, number, name)
    select ${race.id}, number, name
    from unnest(${teams.map((_, nr) => nameOfTeam(nr + 1))}::text[]) with ordinality as t (name, number)`
  const weighed = entrants.filter(({ points }) => points > 0).map(({ athlete }) => athlete)
  await db.sql`
    insert into team_members (race_id, team_id, athlete_id, from_on, came, pick, points, pair_mean, team_points, weighed)
    select ${race.id}, t.id, p.athlete, ${race.from}, 'drawn', p.pick, p.points, p.mean, p."teamPoints",
      p.athlete = any(${weighed}::bigint[])
    from jsonb_to_recordset(${db.sql.json(picks.map(({ pair, ...pick }) => ({ ...pick, mean: pair?.mean ?? null })))}::jsonb)
      as p (pick integer, athlete bigint, points integer, mean real, team smallint, "teamPoints" integer)
    join teams t on t.race_id = ${race.id} and t.number = p.team`
  return count
}

/** A team as it would be drawn now. */
export interface PreviewedTeam {
  name: string
  /** In the order of the picks, with the points by which each is picked. */
  members: { athlete: number; name: string; points: number }[]
  /** By which the draw makes teams equal. */
  points: number
}

/**
 * The teams that a race would get if it was drawn now, from the points of the seasons so far: for an operator, before the season begins.
 * Empty with too few athletes for two teams.
 */
export async function previewDraw(db: Db, race: Race): Promise<PreviewedTeam[]> {
  const entrants = await entrantsOf(db, race)
  const count = race.teamSize === null ? 0 : teamsFor(entrants.length, race.teamSize)
  if (count === 0) return []
  const { picks } = draw(entrants, count, { hasPrize: race.prize !== null })
  const rows = await db.sql<{ id: number; name: string }>`
    select id::float8 as id, display_name as name from athletes
    where id = any(${picks.map(({ athlete }) => athlete)}::bigint[])`
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...Map.groupBy(picks, ({ team }) => team)]
    .sort(([a], [b]) => a - b)
    .map(([team, own]) => ({
      name: nameOfTeam(team),
      members: own.map(({ athlete, points }) => ({ athlete, name: names.get(athlete) ?? "", points })),
      points: own.at(-1)?.teamPoints ?? 0,
    }))
}

function nameOfTeam(number: number): string {
  return teamNames[number - 1] ?? `Team ${number}`
}

/**
 * Everybody who is drawn: athletes with points in one of the last seasons, and those who joined since the season before began. The
 * season before may still be in its grace period; its points are taken as they stand.
 */
export async function entrantsOf({ sql }: Pick<Db, "sql">, race: Race): Promise<Entrant[]> {
  const rows = await sql<{ athlete: number; seasons: number[]; joinedAt: Date; with: number | null }>`
    with earlier as (
      select id, opens_at, row_number() over (order by opens_at desc) as back
      from seasons where series = ${race.series} and opens_at < ${race.opensAt}
      order by opens_at desc limit 6
    ),
    scored as (
      -- As a day adds to a team.
      select e.back, d.athlete_id, sum(least(d.points, ${teamRule.mostPointsADay}))::integer as points
      from earlier e
      join boards b on b.season_id = e.id
      join private.board_days d on d.board_id = b.id
      where not exists (
        select from disqualifications x where x.season_id = e.id and x.athlete_id = d.athlete_id
      )
      group by e.back, d.athlete_id
    )
    select a.id::float8 as athlete, a.joined_at as "joinedAt", w.with_athlete_id::float8 as with,
      array(
        select coalesce(s.points, 0) from earlier e left join scored s on s.back = e.back and s.athlete_id = a.id
        order by e.back
      )::integer[] as seasons
    from athletes a
    left join private.team_wishes w on w.athlete_id = a.id
      and w.with_athlete_id <> all ((select private.apart_from(a.user_id))::bigint[])
    where not a.demo and (
      exists (select from scored where athlete_id = a.id)
      or a.joined_at >= coalesce((select opens_at from earlier where back = 1), ${race.opensAt}::timestamptz - interval '31 days')
    )`
  return rows.map(({ athlete, seasons, joinedAt, with: other }) => ({
    athlete,
    points: seedOf(seasons),
    joinedAt,
    with: other ?? undefined,
  }))
}
