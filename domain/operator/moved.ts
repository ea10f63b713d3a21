import type { World } from "#domain/world.ts"

/**
 * A text that changes when something moved that an open desk shows: a message, a decision, a journal entry, or who looks at
 * which activity. One small query on indexes and a table of open claims, so that nothing has to announce itself: writers of the
 * inbox avoid NOTIFY (domain/leads/submit.ts).
 */
export async function readConsoleState({ db, now }: Pick<World, "db" | "now">): Promise<string> {
  const [row] = (await db.sql<{ state: string }>`
    select concat_ws('/',
      (select max(id) from private.journal),
      (select count(*) || '-' || max(submitted_at) from submissions where status = 'new'),
      (select count(*) || '-' || max(submitted_at) from submissions where status = 'spam' and status_by is null),
      (select string_agg(activity_id || ':' || operator_id, ',' order by activity_id)
       from private.review_claims where until > ${now()})
    ) as state
  `) as [{ state: string }]
  return row.state
}
