import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Announced, FetchedPage, Service, ServiceAnswer } from "#ports/services.ts"
import { overdue, unknown } from "../receive.ts"
import { endAlarms, standingAlarms } from "./alarm.ts"
import { ask } from "./ask.ts"
import { onEvent, takeFetched } from "./events.ts"
import { recordSuccess } from "./health.ts"
import { settleMissing } from "./missing.ts"
import { fetchQueue, sweepQueue } from "./queues.ts"
import { onRefusal } from "./refusal.ts"
import { refreshRestricted } from "./restricted.ts"
import type { Asked } from "./token.ts"
import { forgetVersions, versionEvent } from "./versions.ts"
import { clearRefused } from "./withheld.ts"

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
 * Compares an athlete's last weeks with a service: adds missed activities, or queues them where each has to be fetched by
 * itself, removes those that are gone there (missing.ts), and updates club membership. The first sweep of a connection is its backfill. Returns when to continue if it must wait.
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
  const [row] = (await world.db.sql`
    select exists (
      select from private.connections
      where source = ${service.name} and athlete_id = ${athleteId} and swept_at is null
    ) as first
  `) as [{ first: boolean }]
  const listed = await ask(world, service, athleteId, (connection) => {
    accountId = connection.accountId
    return list(service, connection, { after, first: row.first })
  })
  if (!listed.ok) return refused(listed)
  const { found, since } = listed.value
  const fetched = found.filter((one) => one.ok !== "announced")
  const announced = found.filter((one) => one.ok === "announced")
  await queueAnnounced(world, service, { athleteId, accountId, announced, first: row.first })
  await takeFetched(world, service, { athleteId, accountId, fetched, asOf: started })
  const settled = await settleMissing(world, service, { athleteId, accountId, found, since, started })
  if (!settled.ok) return refused(settled)
  if (settled.believed) await clearRefused(world, { source: service.name, athleteId, before: started })
  const { isClubMember } = service.fetch
  if (isClubMember) {
    const member = await ask(world, service, athleteId, ({ token }) => isClubMember(token))
    if (!member.ok) return refused(member)
    const club = member.value ? "member" : "not-member"
    await world.db.sql`update athletes set club = ${club} where id = ${athleteId} and club <> ${club}`
  }
  await world.db.sql`
    update private.connections set
      swept_at = ${started}, refused_at = null, retry_at = null,
      confirmed_at = case when ${settled.believed} then ${started} else confirmed_at end
    where source = ${service.name} and athlete_id = ${athleteId}
  `
  await refreshRestricted(world, athleteId)
  await endAlarms(world, { source: service.name, by: "reading" })
  await recordSuccess(world, service.name)
  return null
}

/** A version of an object is fetched once, whether an event or a sweep names it first. */
async function queueAnnounced(
  world: World,
  service: Service,
  {
    athleteId,
    accountId,
    announced,
    first,
  }: { athleteId: number; accountId: string; announced: readonly Announced[]; first: boolean },
): Promise<void> {
  const events = announced.map((one) => versionEvent(accountId, one))
  // An athlete who reconnects may have lost the data fetched before.
  const objects = announced.map(({ externalId }) => externalId)
  if (first) await forgetVersions(world, { source: service.name, athleteId, objects, absent: true })
  const news = await unknown(world.db, { source: service.name, eventIds: events.map(({ id }) => id) })
  for (const event of events.filter(({ id }) => news.has(id))) await onEvent(world, service, event)
}

type Found = FetchedPage["activities"][number]

/** Everything that the service lists, and the instant from which the list is complete. */
async function list(
  service: Service,
  { token, accountId }: { token: string; accountId: string },
  { after, first }: { after: Date; first: boolean },
): Promise<ServiceAnswer<{ found: Found[]; since: Date }>> {
  const found: Found[] = []
  let since = after
  for (let page = 1; ; page++) {
    const asked = await service.fetch.activities(token, { after, page, accountId, first })
    if (!asked.ok) return asked
    const { activities, more, completeSince } = asked.value
    found.push(...activities)
    since = new Date(Math.max(since.getTime(), (completeSince ?? since).getTime()))
    if (!more) return { ok: true, value: { found, since } }
  }
}
