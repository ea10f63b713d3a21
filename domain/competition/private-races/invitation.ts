import { privateRaceRule } from "#content/private-race-rule.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { Day } from "#primitives/zones.ts"
import { earliestDay } from "../calendar/days-anywhere.ts"
import { type RaceRow, shownRows } from "../races/rows.ts"
import { entrantsOf, lockMember, raceOfSecret, type StoredRace } from "./stored.ts"
import { unplaced } from "./table.ts"

interface Invitation {
  from: Day
  to: Day
  /** Whoever has been in it the longest, as this viewer may see them. */
  inviter: Pick<RaceRow, "athlete" | "name" | "photo" | "figure"> | null
  /** How many are in it; who they are is for its members. */
  entrants: number
  isFull: boolean
  /** Part of the members' address, if the viewer is in it. */
  own: string | null
}

/** Whether somebody can still enter. */
function isOpen(race: StoredRace, now: Date): boolean {
  return !race.endedAt && !race.closedAt && race.to >= earliestDay(now)
}

/**
 * What the link to a private race shows to whoever has it. Errors: `unknown_race`, also once it is over.
 * @param userId the signed-in account; null for a visitor
 */
export async function invitationOf(
  world: World,
  { secret, userId }: { secret: string; userId: string | null },
): Promise<{ ok: true; invitation: Invitation } | Refusal<"unknown_race">> {
  const { db } = world
  const race = await raceOfSecret(db, secret)
  if (!race) return { ok: false, code: "unknown_race" }
  const entrants = await entrantsOf(db, race.id)
  const me = userId === null ? null : await athleteIdOf(db, userId)
  const own = me !== null && entrants.includes(me) ? race.name : null
  if (own === null && !isOpen(race, world.now())) return { ok: false, code: "unknown_race" }
  const [inviter] = await shownRows(world, race, entrants.slice(0, 1).map(unplaced), userId)
  return {
    ok: true,
    invitation: {
      from: race.from,
      to: race.to,
      inviter: inviter ?? null,
      entrants: entrants.length,
      isFull: entrants.length >= privateRaceRule.entrants.most,
      own,
    },
  }
}

/**
 * Puts the member into the race of a link; again changes nothing. Errors: `not_joined` the competition; `unknown_race`, also once
 * it is over; `full`; `too_many`: the member is in as many races as allowed.
 */
export async function enterPrivateRace(
  world: World,
  { secret, userId }: { secret: string; userId: string },
): Promise<{ ok: true; name: string } | Refusal<"not_joined" | "unknown_race" | "full" | "too_many">> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const member = await lockMember(db, { userId, now })
    if (!member) return { ok: false, code: "not_joined" }
    const found = await raceOfSecret(db, secret)
    // Locked, so that two who enter at a time do not exceed the number of entrants together.
    const [locked] = await db.sql`select from races where id = ${found?.id ?? 0} for update`
    const race = locked && (await raceOfSecret(db, secret))
    if (!race) return { ok: false, code: "unknown_race" }
    const entrants = await entrantsOf(db, race.id)
    if (entrants.includes(member.id)) return { ok: true, name: race.name }
    if (!isOpen(race, now)) return { ok: false, code: "unknown_race" }
    if (entrants.length >= privateRaceRule.entrants.most) return { ok: false, code: "full" }
    if (member.races >= privateRaceRule.mostAtOnce) return { ok: false, code: "too_many" }
    await db.sql`
      insert into race_entrants (race_id, athlete_id, entered_at) values (${race.id}, ${member.id}, ${now})`
    return { ok: true, name: race.name }
  })
}
