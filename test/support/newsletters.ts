import { createIssue, scheduleIssue } from "#domain/leads/newsletter/issue.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Confirmed readers of a list. */
export async function addReaders(db: Db, list: string, emails: readonly string[]): Promise<void> {
  await db.sql`
    with who as (
      insert into subscribers (email, created_at, manage_hash)
      select email, now(), sha256(email::bytea) from unnest(${emails}::text[]) as e (email)
      on conflict (email) do update set email = excluded.email
      returning id
    )
    insert into subscriptions (subscriber_id, list, state, requested_at, confirmed_at)
    select id, ${list}, 'confirmed', now(), now() from who
    on conflict (subscriber_id, list) do update set state = 'confirmed'`
}

/** An issue that is due now, for the given number of new readers of the newsletter. Returns its number. */
export async function scheduledIssue(
  world: World,
  text: Parameters<typeof createIssue>[1],
  recipients: number,
): Promise<number> {
  await addReaders(
    world.db,
    "newsletter",
    Array.from({ length: recipients }, (_, index) => `reader${index + 1}@example.com`),
  )
  const made = await createIssue(world, text)
  if (!made.ok) throw new Error(made.code)
  await scheduleIssue(world, made.id, world.now())
  return made.id
}
