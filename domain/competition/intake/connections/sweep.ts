import type { ServiceName } from "#content/services.ts"
import type { Fetched, Service, ServiceAnswer } from "#domain/services.ts"
import type { World } from "#domain/world.ts"
import { onRemoved } from "../../pipeline.ts"
import { overdue } from "../receive.ts"
import { endAlarms, standingAlarms } from "./alarm.ts"
import { takeFetched } from "./events.ts"
import { fetchQueue, sweepQueue } from "./queues.ts"
import { onRefusal } from "./refusal.ts"
import { refreshRestricted } from "./restricted.ts"
import { type Asked, ask } from "./token.ts"
import { clearRefused, withhold } from "./withheld.ts"

const dayMs = 86_400_000
/** Covers a running season, its grace period and late activities. */
const reachMs = 48 * dayMs
const sweepEveryMs = 20 * 3_600_000
const overdueMs = 1_800_000
const perRun = 200

/**
 * Queues a sweep for each connection of a service that had none for most of a day, and a fetch for events whose job was lost.
 * Returns how many sweeps were queued.
 */
export async function queueSweeps(world: World, source: ServiceName): Promise<number> {
  const now = world.now().getTime()
  // While the service refuses this site, one sweep is enough to detect when that ends.
  const alarms = await standingAlarms(world.db, source)
  const limit = alarms.some(({ because }) => because !== "capacity") ? 1 : perRun
  const due = await world.db.sql<{ id: number }>`
    select athlete_id::float8 as id from private.connections
    where source = ${source} and (swept_at is null or swept_at < ${new Date(now - sweepEveryMs)})
      and (retry_at is null or retry_at <= ${new Date(now)})
    order by swept_at nulls first
    limit ${limit}
  `
  for (const { id: athleteId } of due)
    await world.jobs.add(world.db, sweepQueue, { source, athleteId }, { key: `${source} ${athleteId}` })
  const lost = await overdue(world.db, { source, before: new Date(now - overdueMs), limit })
  for (const eventId of lost)
    await world.jobs.add(world.db, fetchQueue, { source, eventId }, { key: `${source} ${eventId}` })
  return due.length
}

/**
 * Compares an athlete's last weeks with a service: adds missed activities, removes those deleted there, and updates club
 * membership. The first sweep of a connection is its backfill. Returns when to continue if it must wait.
 */
export async function sweep(world: World, service: Service, athleteId: number): Promise<Date | null> {
  const started = world.now()
  const after = new Date(started.getTime() - reachMs)
  const refused = async (refusal: Exclude<Asked<unknown>, { ok: true }>) => {
    const until = await onRefusal(world, service, athleteId, refusal)
    // Connections that were not compared remain due.
    return until === "later" ? null : until
  }
  let accountId = ""
  const listed = await ask(world, service, athleteId, (connection) => {
    accountId = connection.accountId
    return list(service, connection.token, after)
  })
  if (!listed.ok) return refused(listed)
  const { fetched, since } = listed.value
  await takeFetched(world, service, { athleteId, accountId, fetched })
  await clearRefused(world, { source: service.name, athleteId, before: started })
  await removeGone(world, service.name, { athleteId, fetched, since, started })
  const { isClubMember } = service.fetch
  if (isClubMember) {
    const member = await ask(world, service, athleteId, ({ token }) => isClubMember(token))
    if (!member.ok) return refused(member)
    const club = member.value ? "member" : "not-member"
    await world.db.sql`update athletes set club = ${club} where id = ${athleteId} and club <> ${club}`
  }
  await world.db.sql`
    update private.connections set
      swept_at = ${started}, confirmed_at = ${started}, refused_at = null, retry_at = null
    where source = ${service.name} and athlete_id = ${athleteId}
  `
  await refreshRestricted(world, athleteId)
  await endAlarms(world, { source: service.name, by: "reading" })
  return null
}

/** Everything that the service lists, and from when on its list is complete. */
async function list(
  service: Service,
  token: string,
  after: Date,
): Promise<ServiceAnswer<{ fetched: Fetched[]; since: Date }>> {
  const fetched: Fetched[] = []
  let since = after
  for (let page = 1; ; page++) {
    const asked = await service.fetch.activities(token, { after, page })
    if (!asked.ok) return asked
    const { activities, more, completeSince } = asked.value
    fetched.push(...activities)
    if (completeSince && completeSince > since) since = completeSince
    if (!more) return { ok: true, value: { fetched, since } }
  }
}

/** Removes what the service no longer lists. Removes nothing when an entry of the list could not be identified. */
async function removeGone(
  world: World,
  source: ServiceName,
  order: { athleteId: number; fetched: readonly Fetched[]; since: Date; started: Date },
): Promise<void> {
  const { athleteId, fetched, since, started } = order
  const there = fetched.map((one) => (one.ok ? one.activity.externalId : one.externalId))
  if (there.includes(null)) return
  const gone = await world.db.sql<{ source: string; externalId: string }>`
    select source, external_id as "externalId" from activities
    where athlete_id = ${athleteId} and source = ${source} and started_at > ${new Date(since.getTime() + dayMs)}
      and received_at < ${started} and external_id <> all(${there}::text[])
  `
  if (gone.length === 0) return
  await onRemoved(world, athleteId, gone)
  const externalIds = gone.map(({ externalId }) => externalId)
  await withhold(world, { source, athleteId, externalIds, reason: "gone" })
}
