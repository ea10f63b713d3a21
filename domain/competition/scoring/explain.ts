import { displayOf, viewerKind } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import { isDay } from "#primitives/days.ts"
import type { ScoreLine } from "./score.ts"

/** One day of an athlete as this viewer may see it; hidden values are null. */
export interface ExplainedDay {
  /** "2026-11-20" in the athlete's time zone. */
  on: string
  points: number | null
  active: boolean
  /** What earned the points, line by line; the lines add up to the day's points. */
  lines: ScoreLine[] | null
  /** Attributions that the terms of sources require beside the points and lines. */
  credits: string[]
}

export interface Explained {
  athlete: {
    slug: string
    name: string
    photo: string | null
    /** The drawn figure in place of a photo. */
    figure: string
    demo: boolean
    mine: boolean
  }
  /** Latest first. */
  days: ExplainedDay[]
}

/**
 * Explains an athlete's points day by day, under the display policy. With a board: its days, and, of a day that the
 * season's opening or closing splits, only the part that counts for it. Without a board: all days from `from` on.
 * Errors: `unknown_athlete`, also for an athlete whose name this viewer may not see, and for a `from` that is no day.
 */
export async function explain(
  world: World,
  {
    athlete,
    viewer,
    board,
    from,
  }: {
    athlete: string
    viewer: string | null
    board?: { id: number; from: string; to: string | null }
    from?: string
  },
): Promise<{ ok: true; explained: Explained } | { ok: false; code: "unknown_athlete" }> {
  if (from !== undefined && !isDay(from)) return { ok: false, code: "unknown_athlete" }
  const rows = await world.db.sql<ExplainRow>`
    with who as (
      select
        a.*, coalesce(a.user_id = ${viewer}, false) as mine,
        ${viewerKind(world.db, viewer)} as viewer,
        ${displayOf(world.db)} as source_display
      from athletes a
      where a.slug = ${athlete}
    )
    select
      who.display_name as name, who.photo,
      private.figure(who.sport, who.look, who.mine or who.restricted_data = 'none') as figure, who.demo, who.mine, seen.name as is_seen, d.local_on::text as local_on, d.active,
      coalesce(shown.days, false) as show_day,
      case when shown.points then coalesce((cut.part ->> 'points')::integer, d.points) end as points,
      case when shown.details and cut.part is null then d.lines end as lines,
      case when shown.points then d.credits end as credits
    from who
    -- Whoever may see the athlete's unrestricted days may know the name.
    cross join lateral private.display(
      who.viewer, who.visibility, who.restricted_data, false, who.source_display
    ) seen
    left join athlete_days d on d.athlete_id = who.id and d.points > 0
      and d.local_on >= ${board?.from ?? from ?? "0001-01-01"}::date
      and d.local_on <= coalesce(${board?.to ?? null}::date, 'infinity')
    left join lateral (select d.exceptions -> ${String(board?.id ?? 0)} as part) cut on true
    left join lateral private.display(
      who.viewer, who.visibility, who.restricted_data, d.restricted, who.source_display
    ) shown on true
    order by d.local_on desc
  `
  const [first] = rows
  if (!first?.is_seen) return { ok: false, code: "unknown_athlete" }
  const days = rows.flatMap((row) =>
    row.local_on !== null && row.show_day && row.points !== 0
      ? [
          {
            on: row.local_on,
            points: row.points,
            active: row.active as boolean,
            lines: row.lines,
            credits: row.credits ?? [],
          },
        ]
      : [],
  )
  const { name, photo, figure, demo, mine } = first
  return { ok: true, explained: { athlete: { slug: athlete, name, photo, figure, demo, mine }, days } }
}

interface ExplainRow {
  name: string
  photo: string | null
  figure: string
  demo: boolean
  mine: boolean
  is_seen: boolean
  local_on: string | null
  active: boolean | null
  show_day: boolean
  points: number | null
  lines: ScoreLine[] | null
  credits: string[] | null
}
