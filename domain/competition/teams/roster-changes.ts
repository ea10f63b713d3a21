import type { Outcome, Refusal } from "#primitives/outcome.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import type { Membership } from "./rosters.ts"

/**
 * Moves an athlete to another team from tomorrow on. What they trained until today still counts for the old team.
 * Errors: `no_reason` (it is shown in the public notes), `not_in_a_team`, `same_team`, and `transferred_before`,
 * because each athlete can be moved once a season.
 * @param stays of the season
 * @param today in the athlete's time zone
 */
export function transfer(
  stays: readonly Membership[],
  { athlete, to, today, reason }: { athlete: number; to: number; today: Day; reason: string },
): Outcome<Membership[], Refusal<"no_reason" | "not_in_a_team" | "same_team" | "transferred_before">> {
  if (reason.trim() === "") return { ok: false, code: "no_reason" }
  const own = stays.filter((stay) => stay.athlete === athlete)
  const present = own.find(({ until }) => until === null)
  if (!present) return { ok: false, code: "not_in_a_team" }
  if (present.team === to) return { ok: false, code: "same_team" }
  if (own.length > 1) return { ok: false, code: "transferred_before" }
  const tomorrow = addDays(today, 1)
  return {
    ok: true,
    value: [...ended(stays, present, tomorrow), { athlete, team: to, from: tomorrow, until: null }],
  }
}

/**
 * Ends an athlete's stay after today. Their points stay with the team, which still counts them as a former member. A
 * stay that has not begun, as before the season, is deleted instead.
 * Errors: `not_in_a_team`.
 * @param today in the athlete's time zone
 */
export function leave(
  stays: readonly Membership[],
  { athlete, today }: { athlete: number; today: Day },
): Outcome<Membership[], Refusal<"not_in_a_team">> {
  const present = stays.find((stay) => stay.athlete === athlete && stay.until === null)
  if (!present) return { ok: false, code: "not_in_a_team" }
  return { ok: true, value: ended(stays, present, addDays(today, 1)) }
}

/**
 * Removes the person and keeps the stay, so that the team has one more former member. The person's days are erased with
 * them.
 */
export function erase(stays: readonly Membership[], athlete: number): Membership[] {
  return stays.map((stay) => (stay.athlete === athlete ? { ...stay, athlete: null } : stay))
}

/** Sets the end of a stay; one that has not begun is deleted. */
function ended(stays: readonly Membership[], present: Membership, until: Day): Membership[] {
  if (until <= present.from) return stays.filter((stay) => stay !== present)
  return stays.map((stay) => (stay === present ? { ...stay, until } : stay))
}
