import type { World } from "#domain/world.ts"

/** Strava allows a copy for seven days (API policy, 6.2); a day is kept in hand. */
const keptMs = 6 * 86_400_000

/**
 * Removes raw data of Strava: what events brought, and of each activity that Strava has not shown again for six days what
 * points are not made of: its name and climb (device, route and the rest are never kept). What stays is what the rules
 * need to give the same verdict and points again: kind, start, duration, distance, top speed.
 */
export async function purgeRaw(world: World): Promise<{ events: number; activities: number }> {
  const before = new Date(world.now().getTime() - keptMs)
  const events = await world.db.sql`
    delete from private.receipts where source = 'strava' and received_at < ${before} returning 1
  `
  const activities = await world.db.sql`
    update activities a set name = null, elevation_m = null
    where source = 'strava' and received_at < ${before}
      and (name is not null or elevation_m is not null)
      and not exists (
        select from private.strava_connections c
        where c.athlete_id = a.athlete_id and c.swept_at > ${before} and a.started_at > c.swept_at - interval '47 days'
      )
    returning 1
  `
  await world.db.sql`delete from private.strava_invitations where expires_at < ${world.now()}`
  return { events: events.length, activities: activities.length }
}
