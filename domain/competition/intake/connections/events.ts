import type { Fetched, Service, ServiceEvent } from "#domain/services.ts"
import type { World } from "#domain/world.ts"
import { onRemoved } from "../../pipeline.ts"
import { markHandled, receive, unhandled } from "../receive.ts"
import { take } from "../take.ts"
import { fetchQueue } from "./queues.ts"
import { onRefusal } from "./refusal.ts"
import { connectionOf } from "./token.ts"

/** Records an event once, with the job that handles it. Quick: nothing is fetched here. */
export async function onEvent(world: World, { name: source }: Service, event: ServiceEvent): Promise<void> {
  const eventId = event.id
  await world.db.transaction(async (db) => {
    if (!(await receive({ ...world, db }, { source, eventId, payload: event }))) return
    await world.jobs.add(db, fetchQueue, { source, eventId }, { key: `${source} ${eventId}` })
  })
}

/** Answers an instant when it must wait until then: the allowance is used up. */
export async function handleEvent(world: World, service: Service, eventId: string): Promise<Date | null> {
  const { name: source } = service
  const event = await unhandled<ServiceEvent>(world.db, { source, eventId })
  if (!event) return null
  const [owner] = await world.db.sql<{ athlete_id: number }>`
    select athlete_id::float8 as athlete_id from private.connections
    where source = ${source} and account_id = ${event.accountId}
  `
  const until = owner ? await follow(world, service, owner.athlete_id, event) : null
  if (until) return until
  await markHandled(world, world.db, { source, eventId })
  return null
}

async function follow(
  world: World,
  service: Service,
  athleteId: number,
  { about }: ServiceEvent,
): Promise<Date | null> {
  const connection = await connectionOf(world, service, athleteId)
  if (!connection.ok) return onRefusal(world, service, athleteId, connection)
  const { token, accountId } = connection.value
  if (about.kind === "deauthorized") {
    // Anybody could have sent it: whether the grant has ended, the service itself must say.
    const asked = await service.fetch.activities(token, { after: world.now(), page: 1 })
    return asked.ok ? null : onRefusal(world, service, athleteId, asked)
  }
  const { externalId } = about
  const asked = await service.fetch.activity(token, externalId)
  if (asked.ok) {
    await takeFetched(world, service, { athleteId, accountId, fetched: [asked.value] })
    return null
  }
  if (asked.code !== "not_found") return onRefusal(world, service, athleteId, asked)
  // A deletion is looked up like the rest.
  await onRemoved(world, athleteId, [{ source: service.name, externalId }])
  return null
}

/** Takes what a service showed, apart from what belongs to another of its accounts; logs what was refused. */
export async function takeFetched(
  world: World,
  { name: source }: Service,
  { athleteId, accountId, fetched }: { athleteId: number; accountId: string; fetched: readonly Fetched[] },
): Promise<void> {
  const activities = fetched.flatMap((one) =>
    one.ok && (one.accountId === null || one.accountId === accountId) ? [one.activity] : [],
  )
  const outcomes = await take(world, { athleteId, source, activities })
  const malformed = fetched.flatMap((one) => (one.ok ? [] : [one.reason]))
  const refused = outcomes.flatMap((one) => (one.state === "refused" ? [one.reason] : []))
  for (const reason of [...malformed, ...refused])
    world.log.warn({ athleteId, source, reason }, "An activity of a service was refused")
}
