import { restrictedServices, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"

const dayMs = 86_400_000

/**
 * Updates `athletes.restricted_data` from the stored activities and when they were last confirmed, for one athlete or
 * for all. Returns how many athletes changed. Idempotent.
 */
export async function refreshRestricted(world: World, athleteId: number | null = null): Promise<number> {
  const terms = restrictedServices.map((source) => {
    const days: number | null = services[source].keepRawDays
    const from = days === null ? "-infinity" : new Date(world.now().getTime() - days * dayMs).toISOString()
    return { source, shown_from: from }
  })
  const changed = await world.db.sql`
    with terms as (
      select * from jsonb_to_recordset(${world.db.sql.json(terms)}) t (source text, shown_from timestamptz)
    ),
    candidates as (
      select id from athletes where restricted_data <> 'none'
      union
      select c.athlete_id from private.connections c join terms using (source)
    ),
    states as (
      select p.id, held.state
      from candidates p
      cross join lateral (
        -- What has no connection any more is confirmed by nobody.
        select case bool_or(coalesce(c.confirmed_at < t.shown_from, true))
          when true then 'unconfirmed' when false then 'confirmed' else 'none'
        end as state
        from terms t
        left join private.connections c on c.source = t.source and c.athlete_id = p.id
        where c.athlete_id is not null
          or exists (select from activities x where x.athlete_id = p.id and x.source = t.source)
      ) held
      where ${athleteId}::bigint is null or p.id = ${athleteId}::bigint
    )
    update athletes a set restricted_data = s.state
    from states s
    where a.id = s.id and a.restricted_data <> s.state
    returning 1
  `
  return changed.length
}
