import { choicesFrom, quietHours } from "#content/notice-kinds.ts"
import type { World } from "#domain/world.ts"
import type { Sql } from "#ports/db.ts"
import { chosenOf } from "./choices.ts"
import type { Member } from "./facts.ts"

/** Weeks without training: from how many days on the week is left out, and from how many on a member is asked. */
export const quietDays = { leftOut: 14, asked: 21 } as const

/** How long a week that was missed is made up for. */
const lateMinutes = 180

/** A member whose week is due now. */
export interface WeekDue extends Member {
  email: string
  /** The last day of the week that is told. */
  until: string
  joinedOn: string
  toldPlaces: Readonly<Record<string, number>>
  askedOn: string | null
  /** The slots of today that are taken. */
  taken: string[]
}

/** The minute of the day of the athlete `a`, from which their week is due: their hour, spread over it so that mails do not leave all at once. */
const dueFrom = (sql: Sql) => sql`coalesce(s.week_hour, 18) * 60 + a.id % 60`
const minuteOf = (sql: Sql) => sql`extract(hour from local.day) * 60 + extract(minute from local.day)`

/** Members who want their week and whose day and hour it is. */
export async function weeksDue({ db, now }: Pick<World, "db" | "now">): Promise<WeekDue[]> {
  const { sql } = db
  const rows = await sql<Omit<WeekDue, "choices"> & { chosen: Record<string, string> }>`
    select a.id::float8 as "athleteId", a.user_id as "userId", a.time_zone as "timeZone", u.email,
      local.day::date::text as "localOn", ${chosenOf(sql)} as chosen,
      (local.day::date - case when coalesce(s.week_hour, 18) < 12 then 1 else 0 end)::text as until,
      (a.joined_at at time zone a.time_zone)::date::text as "joinedOn",
      coalesce(s.told_places, '{}') as "toldPlaces", s.asked_on::text as "askedOn", today.taken
    from private.notice_choices c
    join athletes a on a.id = c.athlete_id
    join auth.users u on u.id = a.user_id and u.email is not null
    left join private.notice_settings s on s.athlete_id = a.id
    cross join lateral (select ${now()}::timestamptz at time zone a.time_zone as day) local
    cross join lateral (
      select coalesce(array_agg(n.slot), '{}') as taken from private.notices n
      where n.athlete_id = a.id and n.local_on = local.day::date and n.slot in ('day', 'prize')
    ) today
    where c.kind = 'week' and c.channel = 'mail' and extract(isodow from local.day) = coalesce(s.week_day, 7)
      and ${minuteOf(sql)} >= ${dueFrom(sql)}
      and ${minuteOf(sql)} < least(coalesce(s.week_hour, 18) * 60 + ${lateMinutes}, ${quietHours.from * 60})
      and not 'day' = any(today.taken)
    order by a.id`
  return rows.map(({ chosen, ...member }) => ({ ...member, choices: choicesFrom(chosen) }))
}

/**
 * Whether the week of the athlete `a` is still to come on their day `local.day`, and takes what else there is to tell with it. It is not
 * waited for when it will be left out.
 */
export const weekComes = (sql: Sql) => sql`exists (
  select from private.notice_choices c left join private.notice_settings s on s.athlete_id = c.athlete_id
  where c.athlete_id = a.id and c.kind = 'week' and c.channel = 'mail'
    and extract(isodow from local.day) = coalesce(s.week_day, 7)
    -- With the minutes until the next run.
    and ${minuteOf(sql)} < ${dueFrom(sql)} + 10
    and exists (
      select from athlete_days d
      where d.athlete_id = a.id and d.points > 0 and d.local_on > local.day::date - ${quietDays.leftOut}::integer
    )
)`
