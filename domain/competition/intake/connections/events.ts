import type { Fetched, Service, ServiceEvent } from "#domain/services.ts"
import type { World } from "#domain/world.ts"
import { onRemoved } from "../../pipeline.ts"
import { markHandled, receive, unhandled } from "../receive.ts"
import { type Outcome, take } from "../take.ts"
import { forget, isConnected } from "./disconnect.ts"
import { legsOf } from "./legs.ts"
import { newestRead } from "./newest-read.ts"
import { fetchQueue } from "./queues.ts"
import { markRefused } from "./reconnect.ts"
import { onRefusal } from "./refusal.ts"
import { removeInSteps } from "./remove.ts"
import { ask } from "./token.ts"
import { noteRefused, showAgain, withhold } from "./withheld.ts"

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
  // An event that names no account is about whoever has the activity here.
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
  { about }: ServiceEvent,
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
  const { externalId, hint } = about
  const asOf = world.now()
  let account = ""
  const asked = await ask(world, service, athleteId, ({ token, accountId }) => {
    account = accountId
    return service.fetch.activity(token, externalId, { accountId, ...(hint ? { hint } : {}) })
  })
  if (asked.ok) {
    await takeFetched(world, service, { athleteId, accountId: account, fetched: [asked.value], asOf })
    return null
  }
  if (asked.code !== "not_found") return onRefusal(world, service, athleteId, asked)
  // A deletion is verified like the rest. What is announced as new or changed but not shown is private.
  const reason = about.deleted ? "gone" : "private"
  const newest = await newestRead(world, { source: service.name, athleteId, objects: [externalId], asOf })
  if (!newest.has(externalId)) return null
  const stored = await legsOf(world.db, { source: service.name, athleteId, objects: [externalId] })
  await onRemoved(world, athleteId, stored)
  if (stored.length > 0 || !about.deleted)
    await withhold(world, { source: service.name, athleteId, externalIds: [externalId], reason })
  return null
}

/**
 * Stores what a service returned, except what belongs to another of its accounts and what is known to be newer. What is
 * refused, its owner sees with the reason.
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
  // The connection ended while the service was answering: what `forget` could not see yet goes as well.
  if (!(await isConnected(world.db, source, athleteId, accountId))) {
    await onRemoved(
      world,
      athleteId,
      externalIds.map((externalId) => ({ source, externalId })),
    )
    return
  }
  // Legs that an object had before and does not have now.
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
  await noteRefused(world, { source, athleteId }, [...malformed, ...refused])
  for (const { reason } of [...malformed, ...refused])
    world.log.warn({ athleteId, source, reason }, "An activity of a service was refused")
}
