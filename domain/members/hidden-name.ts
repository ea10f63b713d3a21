import type { Db } from "#ports/db.ts"

/**
 * Hides an athlete from everybody else by a moderator's decision: like an athlete who has chosen to be hidden, on every
 * surface. The choice of the athlete is kept, can be changed meanwhile, and applies again afterwards.
 */
export async function hideName({ sql }: Db, athleteId: number): Promise<void> {
  await sql`
    insert into private.hidden_names (athlete_id, chosen_visibility)
    select id, visibility from athletes where id = ${athleteId} on conflict do nothing`
  await sql`update athletes set visibility = 'hidden' where id = ${athleteId}`
}

/** Ends it; does nothing for an athlete who is not hidden by a decision. */
export async function showName({ sql }: Db, athleteId: number): Promise<void> {
  await sql`
    with kept as (delete from private.hidden_names where athlete_id = ${athleteId} returning chosen_visibility)
    update athletes set visibility = kept.chosen_visibility from kept where id = ${athleteId}`
}
