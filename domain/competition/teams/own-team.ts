import { viewerKind } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"
import { isOpen } from "./founding.ts"

/** What a member can do in a race of captains' teams. */
export interface OwnTeam {
  race: Race
  /** Whether rosters can still change. */
  open: boolean
  joined: boolean
  /** The member's team; null without one. */
  team: {
    number: number
    name: string
    /** For its members, to pass on; null once rosters are locked. */
    code: string | null
    captain: boolean
    members: { slug: string | null; name: string | null; mine: boolean }[]
  } | null
}

/** Errors: `unknown_race`, also for one whose teams are drawn. */
export async function ownTeam(
  { db, now }: Pick<World, "db" | "now">,
  { season, name, userId }: RaceAddress & { userId: string },
): Promise<{ ok: true; own: OwnTeam } | { ok: false; code: "unknown_race" }> {
  const race = await findRace(db, { season, name })
  if (race?.entrants !== "captains") return { ok: false, code: "unknown_race" }
  const [athlete] = await db.sql`select from athletes where user_id = ${userId}`
  const [team] = await db.sql<{ id: number; number: number; name: string; code: string; captain: boolean }>`
    select t.id, t.number::integer as number, t.name, c.code, coalesce(c.athlete_id = a.id, false) as captain
    from athletes a
    join team_members m on m.athlete_id = a.id and m.race_id = ${race.id} and m.until_on is null
    join teams t on t.id = m.team_id
    join private.captains c on c.team_id = t.id
    where a.user_id = ${userId}`
  const open = isOpen(race, now())
  if (!team) return { ok: true, own: { race, open, joined: athlete !== undefined, team: null } }
  const members = await db.sql<{ slug: string | null; name: string | null; mine: boolean }>`
    select case when shown.name then a.slug end as slug, case when shown.name then a.display_name end as name,
      a.user_id = ${userId} as mine
    from team_members m
    join athletes a on a.id = m.athlete_id
    cross join lateral private.display(
      ${viewerKind(db, userId)},
      a.visibility, a.restricted_data, false, null
    ) shown
    where m.team_id = ${team.id} and m.until_on is null
    order by m.id`
  const { number, name: called, captain } = team
  return {
    ok: true,
    own: {
      race,
      open,
      joined: true,
      team: { number, name: called, captain, members, code: open ? team.code : null },
    },
  }
}
