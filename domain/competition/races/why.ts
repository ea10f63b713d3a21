import type { ActivityKind } from "#content/activity-kinds.ts"
import { isOfTeams } from "#content/races.ts"
import { displayOf, viewerKind } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { RaceAddress } from "./page.ts"
import { asRow, daysOf, findRace, type Race } from "./race.ts"

/** What one day added to an athlete's value in a race. */
export interface RaceDay {
  /** "2026-11-20" in the athlete's time zone. */
  on: string
  value: number
  /** What it would have added without the daily limit. */
  whole: number
  /** False if the number of days that count in a week is limited, and other days of this week are better. */
  kept: boolean
  /** Kinds of activity recorded for the first time; null in races of another metric. */
  firstKinds: ActivityKind[] | null
  credits: string[]
}

interface RaceWhy {
  race: Race
  athlete: { slug: string; name: string; mine: boolean }
  /** Latest first. */
  days: RaceDay[]
}

/**
 * How an athlete's value in a race adds up, day by day, as far as the viewer may see the days. Errors: `unknown_race`;
 * `unknown_athlete`, also for an athlete whose name this viewer may not see.
 */
export async function raceWhy(
  world: World,
  { season, name, athlete, viewer }: RaceAddress & { athlete: string; viewer: string | null },
): Promise<{ ok: true; why: RaceWhy } | { ok: false; code: "unknown_race" | "unknown_athlete" }> {
  const race = await findRace(world.db, { season, name })
  if (!race || isOfTeams(race)) return { ok: false, code: "unknown_race" }
  // It is no sum of days, and what it is compared with is known to its athlete alone (`rise` of ownRacePlace).
  if (race.metric === "rise") return { ok: false, code: "unknown_athlete" }
  const { sql } = world.db
  const rows = await sql<
    RaceDay & { name: string; mine: boolean; seen: boolean; on: string | null; shown: boolean }
  >`
    with who as (
      select a.*, coalesce(a.user_id = ${viewer}, false) as mine,
        ${viewerKind(world.db, viewer)} as viewer,
        ${displayOf(world.db)} as source_display
      from athletes a where a.slug = ${athlete}
    )
    select who.display_name as name, who.mine, seen.name as seen, d.local_on::text as on, d.value, d.whole, d.kept,
      d.first_kinds as "firstKinds", coalesce(d.credits, '{}') as credits, coalesce(shown.points, false) as shown
    from who
    cross join lateral private.display(who.viewer, who.visibility, who.restricted_data, false, who.source_display) seen
    left join lateral private.race_days(${asRow(sql, race, daysOf(race))}, array[who.id]) d on true
    left join lateral private.display(
      who.viewer, who.visibility, who.restricted_data, d.restricted, who.source_display
    ) shown on d.local_on is not null
    order by d.local_on desc`
  const [first] = rows
  // An athlete's contribution to a joint goal is shown only to that athlete.
  if (!first?.seen || (race.entrants === "together" && !first.mine))
    return { ok: false, code: "unknown_athlete" }
  const days = rows.flatMap(({ on, value, whole, kept, firstKinds, credits, shown }) =>
    on !== null && shown ? [{ on, value, whole, kept, firstKinds, credits }] : [],
  )
  return { ok: true, why: { race, athlete: { slug: athlete, name: first.name, mine: first.mine }, days } }
}
