import { createHash } from "node:crypto"
import type { World } from "#domain/world.ts"
import type { Operator } from "./roles.ts"

/** The parts of open desks that change without the operator's action. */
interface ConsoleState {
  /** Changes with a message, a decision or a journal entry. */
  desks: string
  /** Which operator is looking at which activity now. */
  claims: readonly { activity: string; operator: string }[]
}

/**
 * Reads the current state. One small query on indexes and a table of open claims, so that no writer has to send
 * notifications: writers of the inbox avoid NOTIFY (domain/leads/submit.ts).
 */
export async function readConsoleState({ db, now }: Pick<World, "db" | "now">): Promise<ConsoleState> {
  const [row] = (await db.sql<ConsoleState>`
    select concat_ws('/',
      (select max(id) from private.journal),
      (select count(*) || '-' || max(submitted_at) from submissions where status = 'new'),
      (select count(*) || '-' || max(submitted_at) from submissions where status = 'spam' and status_by is null),
      (select count(*) || '-' || max(id) from private.reports where decision_id is null),
      (select count(*) || '-' || max(objected_at) from private.moderation_decisions where replied_at is null)
    ) as desks,
    (select coalesce(json_agg(json_build_object('activity', activity_id::text, 'operator', operator_id) order by activity_id), '[]')
     from private.review_claims where until > ${now()}) as claims
  `) as [ConsoleState]
  return row
}

/**
 * A short text that stays the same as long as an operator's desks show the same. A claim is shown only to the other
 * operators, so that opening an activity changes nothing on one's own desks.
 */
export function shownTo({ id }: Pick<Operator, "id">, { desks, claims }: ConsoleState): string {
  const others = claims.filter(({ operator }) => operator !== id)
  return createHash("sha256")
    .update(JSON.stringify([desks, others]))
    .digest("base64url")
    .slice(0, 16)
}
