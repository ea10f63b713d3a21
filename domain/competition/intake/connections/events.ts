import { type ServiceName, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { AboutActivity, Fetched, Service, ServiceEvent } from "#ports/services.ts"
import { onRemoved } from "../../pipeline.ts"
import { forgetEvent, markHandled, receive, unhandled } from "../receive.ts"
import { type Outcome, take } from "../take.ts"
import { ask } from "./ask.ts"
import { forget, isConnected } from "./disconnect.ts"
import { fetchConfirmed } from "./fetch-confirmed.ts"
import { legsOf } from "./legs.ts"
import { newestRead } from "./newest-read.ts"
import { fetchQueue } from "./queues.ts"
import { markRefused } from "./reconnect.ts"
import { onRefusal } from "./refusal.ts"
import { removeInSteps } from "./remove.ts"
import { forgetVersions } from "./versions.ts"
import { recordRefused, showAgain, withhold } from "./withheld.ts"

/** Records an event once, with the job that handles it. Fast: nothing is fetched here. */
export async function onEvent(world: World, { name: source }: Service, event: ServiceEvent): Promise<void> {
  const eventId = event.id
  await world.db.transaction(async (db) => {
    const { accountId } = event
    if (!(await receive({ ...world, db }, { source, eventId, accountId, payload: event }))) return
    await world.jobs.add(db, fetchQueue, { source, eventId }, { key: `${source} ${eventId}` })
  })
}

/** Returns when to continue if the allowance is used up. */
export async function handleEvent(world: World, service: Service, eventId: string): Promise<Date | null> {
  const { name: source } = service
  const event = await unhandled<ServiceEvent>(world.db, { source, eventId })
  if (!event) return null
  const object = event.about.kind === "activity" ? event.about.externalId : null
  // An event that names no account concerns the athlete who has the activity here.
  const [owner] = await world.db.sql<{ athlete_id: number }>`
    select c.athlete_id::float8 as athlete_id from private.connections c
    where c.source = ${source} and case
      when ${event.accountId}::text is not null then c.account_id = ${event.accountId}
      else exists (
        select from activities a
        where a.athlete_id = c.athlete_id and a.source = c.source and a.external_id = ${object}
      )
    end
  `
  const until = owner ? await follow(world, service, owner.athlete_id, event) : null
  // An unmarked event is queued again with the next sweeps.
  if (until === "later") return null
  if (until) return until
  await markHandled(world, world.db, { source, eventId })
  return null
}

async function follow(
  world: World,
  service: Service,
  athleteId: number,
  { id: eventId, about }: ServiceEvent,
): Promise<Date | "later" | null> {
  if (about.kind === "deauthorized") {
    // Anybody could have sent it: only the service's refusal to renew the grant shows that it was revoked.
    const asked = await ask(world, service, athleteId, ({ token, accountId }) =>
      service.fetch.activities(token, { after: world.now(), page: 1, accountId, first: false }),
    )
    if (asked.ok) return null
    if (asked.code !== "grant_refused") return onRefusal(world, service, athleteId, asked)
    await markRefused(world, world.db, { source: service.name, athleteId })
    await forget(world, { source: service.name, athleteId, because: "deauthorized" })
    return null
  }
  return followActivity(world, service, athleteId, { eventId, about })
}

async function followActivity(
  world: World,
  service: Service,
  athleteId: number,
  { eventId, about }: { eventId: string; about: AboutActivity },
): Promise<Date | "later" | null> {
  const { externalId } = about
  const { name: source } = service
  const asOf = world.now()
  const asked = await fetchConfirmed(world, service, athleteId, about)
  if (!asked.ok && asked.code === "object_refused") {
    const reason = `could not be read: ${services[source].title} refuses it`
    await recordRefused(world, { source, athleteId }, [{ externalId, reason }])
    world.log.warn({ athleteId, source }, "A service refuses a single activity")
    // The next comparison with the list requests it again.
    await forgetEvent(world, { source, eventId })
    return null
  }
  if (!asked.ok && asked.code !== "not_found") return onRefusal(world, service, athleteId, asked)
  const stored = await legsOf(world.db, { source, athleteId, objects: [externalId] })
  const isEmpty = asked.ok && asked.value.fetched.ok && asked.value.fetched.activities.length === 0
  const contradicts = about.listed && (!asked.ok || (isEmpty && stored.length > 0))
  if (asked.ok && !contradicts) {
    const { accountId, fetched } = asked.value
    await takeFetched(world, service, { athleteId, accountId, fetched: [fetched], asOf })
    return null
  }
  const newest = await newestRead(world, { source, athleteId, objects: [externalId], asOf })
  if (!newest.has(externalId)) return null
  if (contradicts) {
    // The list includes it: nothing is removed, and the next comparison requests it again.
    if (stored.length === 0)
      await withhold(world, { source, athleteId, externalIds: [externalId], reason: absentReason(source) })
    await forgetEvent(world, { source, eventId })
    return null
  }
  await onRemoved(world, athleteId, stored)
  await forgetVersions(world, { source, athleteId, objects: [externalId] })
  // A deletion is verified like the rest.
  const reason = about.deleted ? "gone" : absentReason(source)
  if (stored.length > 0 || !about.deleted)
    await withhold(world, { source, athleteId, externalIds: [externalId], reason })
  return null
}

/** Why an announced object is not there when it is requested. */
function absentReason(source: ServiceName): "private" | "missing" {
  return services[source].hidesPrivate ? "private" : "missing"
}

/**
 * Stores the objects that a service returned, except those that belong to another of its accounts and those for which a
 * newer version is known. Refused objects are shown to their owner with the reason.
 */
export async function takeFetched(
  world: World,
  { name: source }: Service,
  {
    athleteId,
    accountId,
    fetched,
    asOf,
  }: { athleteId: number; accountId: string; fetched: readonly Fetched[]; asOf: Date },
): Promise<void> {
  const theirs = fetched.flatMap((one) =>
    one.ok && (one.accountId === null || one.accountId === accountId) ? [one] : [],
  )
  const read = theirs.map(({ externalId }) => externalId)
  const newest = await newestRead(world, { source, athleteId, objects: read, asOf })
  const own = theirs.filter(({ externalId }) => newest.has(externalId))
  const activities = own.flatMap((one) => one.activities)
  const outcomes = await take(world, { athleteId, source, activities })
  const externalIds = activities.map(({ externalId }) => externalId)
  // The connection ended while the request was in progress: data that `forget` could not see yet is removed as well.
  if (!(await isConnected(world.db, source, athleteId, accountId))) {
    await onRemoved(
      world,
      athleteId,
      externalIds.map((externalId) => ({ source, externalId })),
    )
    return
  }
  // Legs that an object no longer has.
  const objects = own.map(({ externalId }) => externalId)
  const former = await legsOf(world.db, { source, athleteId, objects })
  const gone = former.filter(({ externalId }) => !externalIds.includes(externalId))
  await removeInSteps(world, athleteId, gone)
  await showAgain(world, { source, athleteId, externalIds: objects })
  const malformed = fetched.flatMap((one) => (one.ok ? [] : [one]))
  const refused = externalIds.flatMap((externalId, n) => {
    const outcome = outcomes[n] as Outcome
    return outcome.state === "refused" ? [{ externalId, reason: outcome.reason }] : []
  })
  await recordRefused(world, { source, athleteId }, [...malformed, ...refused])
  for (const { reason } of [...malformed, ...refused])
    world.log.warn({ athleteId, source, reason }, "An activity of a service was refused")
}
