import type { Db } from "#domain/world.ts"

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
