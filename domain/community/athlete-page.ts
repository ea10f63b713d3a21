import type { ActivityKind } from "#content/activity-kinds.ts"
import { ownPageRule } from "#content/own-page.ts"
import { historiesOf } from "#domain/competition/streaks/histories.ts"
import { type Milestone, milestonesOf } from "#domain/competition/streaks/milestones.ts"
import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import { addDays, type Day, dayIn, mondayOf } from "#primitives/zones.ts"

/** What an athlete's page says about the person, as far as they show it. */
export interface AthletePage {
  /** A line in their own words; null without one. */
  words: string | null
  sports: ActivityKind[]
  /** A city or a wider region; null: not said. */
  region: string | null
  /** Of running seasons. */
  teams: { season: string; race: string; title: string; number: number; name: string }[]
  /** The latest; empty unless shown. Without names of activities. */
  milestones: Milestone[]
  /** Active days since a Monday about a year ago; null unless shown. */
  calendar: { from: Day; today: Day; days: { on: Day; points: number }[] } | null
}

/** The page of an athlete for an account, or a visitor (null). Undefined when they may not see the name. */
export async function athletePage(
  { db, now }: Pick<World, "db" | "now">,
  { athlete, viewer }: { athlete: string; viewer: string | null },
): Promise<AthletePage | undefined> {
  const [row] = await db.sql<Stored>`
    select a.id::float8 as id, a.time_zone as "timeZone", p.words, coalesce(p.sports, '{}') as sports, p.region,
      -- What came from a source whose terms restrict it is in no sum or list that names no source.
      coalesce(p.shows_calendar, false) and a.restricted_data = 'none' as calendar,
      coalesce(p.shows_milestones, false) and a.restricted_data = 'none' as milestones,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'season', s.slug, 'race', r.name, 'title', r.title, 'number', t.number, 'name', t.name
        ) order by s.opens_at, r.id)
        from team_members m
        join teams t on t.id = m.team_id
        join races r on r.id = m.race_id and r.ended_at is null
        join seasons s on s.id = r.season_id and s.closed_at is null
        where m.athlete_id = a.id and m.until_on is null
      ), '[]') as teams
    from athletes a
    left join private.athlete_pages p on p.athlete_id = a.id
    cross join lateral ${displayTo(db, viewer)} seen
    where a.slug = ${athlete} and seen.name`
  if (!row) return undefined
  const { id, timeZone, calendar, milestones, ...said } = row
  const [history] = calendar || milestones ? await historiesOf(db, [id]) : []
  const today = dayIn(now(), timeZone)
  const from = addDays(mondayOf(today), -7 * (ownPageRule.calendarWeeks - 1))
  const days = (history?.days ?? [])
    .filter((day) => day.active && day.on >= from)
    .map(({ on, points }) => ({ on, points }))
  return {
    ...said,
    milestones:
      history && milestones
        ? milestonesOf(history.days, history.activities).slice(0, ownPageRule.milestones)
        : [],
    // A year without active days is not shown as one.
    calendar: calendar && days.length > 0 ? { from, today, days } : null,
  }
}

type Stored = Pick<AthletePage, "words" | "sports" | "region" | "teams"> & {
  id: number
  timeZone: string
  calendar: boolean
  milestones: boolean
}
