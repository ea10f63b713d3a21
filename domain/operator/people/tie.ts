import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** Why an athlete cannot win, as recorded by an operator; `kind` null: no reason is known. */
export interface Tie {
  kind: "sponsor" | "household" | null
  /** The account of the operator with whom the athlete lives. */
  householdOf: string | null
}

/**
 * Marks an athlete who works for the sponsor or shares a household with an operator, or removes the mark. Such athletes
 * cannot win, and the operator of a household decides nothing about them. Errors: those of `act`; `not_joined`;
 * `unknown_account`: that operator.
 */
export async function setTie(
  world: World,
  operator: Operator,
  { userId, tie, undoes = null }: { userId: string; tie: Tie; undoes?: number | null },
) {
  const subject = { kind: "account", id: userId, person: { userId } }
  const look = (db: Db) => readTie(db, userId).then((found) => ({ ...found }))
  return act(
    world,
    operator,
    { command: "person.tie", subject, undoes, look },
    async (inside): Promise<{ ok: true } | { ok: false; code: "not_joined" | "unknown_account" }> => {
      const { sql } = inside.db
      const athleteId = await athleteIdOf(inside.db, userId)
      if (athleteId === null) return { ok: false, code: "not_joined" }
      if (tie.householdOf !== null && !(await inside.accounts.find(inside.db, tie.householdOf)))
        return { ok: false, code: "unknown_account" }
      await sql`delete from private.ties where athlete_id = ${athleteId}`
      if (tie.kind !== null)
        await sql`
          insert into private.ties (athlete_id, kind, household_of, marked_at)
          values (${athleteId}, ${tie.kind}, ${tie.householdOf}, ${world.now()})
        `
      return { ok: true }
    },
  )
}

/** The tie that operators recorded for the athlete of an account. */
export async function readTie({ sql }: Db, userId: string): Promise<Tie> {
  const [row] = await sql<Tie>`
    select t.kind, t.household_of as "householdOf"
    from private.ties t join athletes a on a.id = t.athlete_id where a.user_id = ${userId}
  `
  return row ?? { kind: null, householdOf: null }
}

/** The operators with whom an athlete may live. */
export async function householdChoices({ sql }: Db): Promise<{ id: string; email: string | null }[]> {
  return sql<{ id: string; email: string | null }>`
    select id, email from auth.users
    where raw_app_meta_data ->> 'role' in ('owner', 'helper', 'moderator') and deleted_at is null order by email
  `
}
