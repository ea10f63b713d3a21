import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** The private races that a person is in, for "export my data"; of others only how many there are. */
export async function exportPrivateRaces(db: Db, person: Pick<Account, "id">): Promise<unknown> {
  return db.sql`
    select r.from_on::text as from, r.to_on::text as to, e.entered_at, r.ended_at, r.closed_at, result.rank, result.value as points,
      (select count(*)::integer from race_entrants other where other.race_id = r.id) as entrants
    from athletes a
    join race_entrants e on e.athlete_id = a.id
    join races r on r.id = e.race_id
    left join race_results result on result.race_id = r.id and result.athlete_id = a.id
    where a.user_id = ${person.id}
    order by r.from_on, r.id`
}
