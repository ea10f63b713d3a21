import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { dayIn } from "#primitives/zones.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace } from "../races/race.ts"
import { transfer } from "./roster-changes.ts"
import type { Membership } from "./rosters.ts"

type TransferRefusal = Refusal<
  | "unknown_race"
  | "unknown_team"
  | "unknown_athlete"
  | "too_late"
  | Extract<ReturnType<typeof transfer>, { ok: false }>["code"]
>

/**
 * Moves an athlete to another team of a running race from tomorrow on, once a season. What they trained until today
 * still counts for the old team. Errors: `unknown_race`, `unknown_team`, `unknown_athlete`; `too_late`: the season is
 * over; and those of `transfer`.
 */
export async function transferMember(
  world: Pick<World, "db" | "now">,
  { season, name, athlete, to, reason }: RaceAddress & { athlete: string; to: number; reason: string },
): Promise<{ ok: true } | TransferRefusal> {
  const { db } = world
  const now = world.now()
  return db.transaction(async (inside) => {
    const race = await findRace(inside, { season, name })
    if (!race?.drawnAt) return { ok: false, code: "unknown_race" }
    if (now >= race.closesAt) return { ok: false, code: "too_late" }
    await inside.sql`select from races where id = ${race.id} for update`
    const [who] = await inside.sql<{ id: number; timeZone: string }>`
      select id::float8 as id, time_zone as "timeZone" from athletes where slug = ${athlete}`
    if (!who) return { ok: false, code: "unknown_athlete" }
    const [team] = await inside.sql<{ id: number }>`
      select id from teams where race_id = ${race.id} and number = ${to}`
    if (!team) return { ok: false, code: "unknown_team" }
    const stays = await inside.sql<Membership>`
      select athlete_id::float8 as athlete, team_id as team, from_on::text as from, until_on::text as until
      from team_members where race_id = ${race.id} and athlete_id = ${who.id} order by id`
    const today = dayIn(now, who.timeZone)
    const moved = transfer(stays, { athlete: who.id, to: team.id, today, reason })
    if (!moved.ok) return moved
    const next = moved.value.at(-1) as Membership
    await inside.sql`
      update team_members set until_on = ${next.from}
      where race_id = ${race.id} and athlete_id = ${who.id} and until_on is null and from_on < ${next.from}`
    await inside.sql`
      delete from team_members where race_id = ${race.id} and athlete_id = ${who.id} and until_on is null`
    await inside.sql`
      insert into team_members (race_id, team_id, athlete_id, from_on, came, reason)
      values (${race.id}, ${team.id}, ${who.id}, ${next.from}, 'transferred', ${reason.trim()})`
    return { ok: true }
  })
}
