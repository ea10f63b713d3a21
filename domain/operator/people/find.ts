import type { Db } from "#ports/db.ts"
import { roles } from "../roles.ts"

/** Somebody who has an account, or whose address is kept because they wrote, bought, signed up or subscribed. */
interface FoundPerson {
  /** Null for people without an account. */
  userId: string | null
  email: string
  name: string | null
  /** The athlete's slug. */
  athlete: string | null
  createdAt: Date | null
  lastSignInAt: Date | null
  role: string | null
  banned: boolean
}

interface PeopleFilter {
  /** Part of a name or of an address. */
  q?: string
  kind?: "account" | "athlete" | "operator" | "guest"
}

/**
 * One page of people, sorted by last sign-in, those without an account last, and the number of matches on all pages.
 */
export async function pageOfPeople(
  { sql }: Db,
  { q, kind }: PeopleFilter,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ rows: FoundPerson[]; total: number }> {
  const like = q
    ? `%${q
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, "\\$&")}%`
    : null
  const people = sql`
    with guests as (
      select distinct on (lower(email)) lower(email) as email, name from (
        select email, name from submissions
        union all select email, name from event_signups
        union all select email, name from subscribers
        union all select email, coalesce(payer_name, name) from orders where email is not null
      ) kept
      where not exists (select from auth.users u where lower(u.email) = lower(kept.email) and u.deleted_at is null)
      order by lower(email), name
    ),
    people as (
      select u.id as "userId", coalesce(u.email, '') as email, coalesce(u.raw_user_meta_data ->> 'full_name', a.display_name) as name,
        a.slug as athlete, u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
        u.raw_app_meta_data ->> 'role' as role, coalesce(u.banned_until > ${now}, false) as banned
      from auth.users u left join athletes a on a.user_id = u.id
      where u.deleted_at is null
      union all
      select null, email, name, null, null, null, null, false from guests
    ),
    matching as (
      select * from people p
      where (${like}::text is null or lower(p.email) like ${like} or lower(coalesce(p.name, '')) like ${like})
        and (${kind ?? null}::text is null or case ${kind ?? null}
          when 'account' then p."userId" is not null
          when 'athlete' then p.athlete is not null
          when 'operator' then p.role in ${sql([...roles])}
          else p."userId" is null
        end)
    )
  `
  const [count] = (await sql`${people} select count(*)::int as n from matching`) as [{ n: number }]
  const rows = await sql<FoundPerson>`
    ${people} select * from matching order by "lastSignInAt" desc nulls last, email limit ${limit} offset ${offset}
  `
  return { rows: [...rows], total: count.n }
}
