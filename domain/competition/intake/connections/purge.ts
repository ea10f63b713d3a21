import { type ServiceName, serviceNames, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import { purgeReads } from "./newest-read.ts"

/**
 * Removes raw data of services whose terms limit how long it may be stored: event payloads, reasons of refusals, and the name and climb of
 * activities that the service has not shown again within the limit (device, route and the rest are never stored). What
 * remains is what the rules need for the same verdict and points: kind, start, duration, distance, top speed.
 */
export async function purgeRaw(world: World): Promise<{ events: number; activities: number }> {
  const purged = { events: 0, activities: 0 }
  for (const source of serviceNames) {
    const { keepRawDays } = services[source]
    if (keepRawDays === null) continue
    const before = new Date(world.now().getTime() - keepRawDays * 86_400_000)
    const { events, activities } = await purge(world, source, before)
    purged.events += events
    purged.activities += activities
  }
  // Longer than a sweep looks back: for that long, a repeat of a handled event is recognized.
  const twoMonths = new Date(world.now().getTime() - 60 * 86_400_000)
  await world.db.sql`delete from private.receipts where done_at < ${twoMonths}`
  const month = new Date(world.now().getTime() - 30 * 86_400_000)
  await world.db.sql`delete from withheld_activities where noticed_at < ${month}`
  await purgeReads(world)
  await world.db.sql`delete from private.connection_invitations where expires_at < ${world.now()}`
  return purged
}

async function purge(world: World, source: ServiceName, before: Date) {
  const events = await world.db.sql`
    delete from private.receipts where source = ${source} and received_at < ${before} returning 1
  `
  await world.db.sql`
    delete from withheld_activities
    where source = ${source} and reason = 'refused' and noticed_at < ${before}
  `
  const activities = await world.db.sql`
    update activities a set name = null, elevation_m = null
    where source = ${source} and received_at < ${before}
      and (name is not null or elevation_m is not null)
      and not exists (
        select from private.connections c
        where c.source = ${source} and c.athlete_id = a.athlete_id and c.confirmed_at > ${before}
          and a.started_at > c.confirmed_at - interval '47 days'
      )
    returning 1
  `
  return { events: events.length, activities: activities.length }
}
