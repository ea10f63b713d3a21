import type { World } from "#domain/world.ts"
import type { Strava } from "../../../strava.ts"
import { onRemoved } from "../../pipeline.ts"
import { dealtWith, remember } from "../receive.ts"
import { take } from "../take.ts"
import { forget } from "./connection.ts"
import { toRecorded } from "./sent.ts"
import { connectionOf } from "./token.ts"

export const fetchQueue = "strava-fetch"

/** What Strava pushes. It is not signed, so nothing of it is believed but that there is something to look up. */
interface StravaEvent {
  object_type: "activity" | "athlete"
  object_id: string
  aspect_type: "create" | "update" | "delete"
  owner_id: string
  event_time: number
  updates: Record<string, string>
}

/** Remembers an event once, with the job that deals with it. Quick: nothing is fetched here. */
export async function onEvent(world: World, event: StravaEvent): Promise<void> {
  const eventId = `${event.object_type} ${event.object_id} ${event.aspect_type} ${event.event_time}`
  await world.db.transaction(async (db) => {
    const inside = { ...world, db }
    if (!(await remember(inside, { source: "strava", eventId, payload: event }))) return
    await world.jobs.add(db, fetchQueue, { eventId }, { key: eventId })
  })
}

/** Answers an instant when it must wait until then: the allowance is used up. */
export async function dealWith(world: World, strava: Strava, eventId: string): Promise<Date | null> {
  const [receipt] = await world.db.sql<{ payload: StravaEvent }>`
    select payload from private.receipts where source = 'strava' and event_id = ${eventId} and done_at is null
  `
  if (!receipt) return null
  const event = receipt.payload
  const [owner] = await world.db.sql<{ athlete_id: number }>`
    select athlete_id::float8 as athlete_id from private.strava_connections where strava_id = ${event.owner_id}
  `
  if (owner) {
    const until = await follow(world, strava, owner.athlete_id, event)
    if (until) return until
  }
  await dealtWith(world, world.db, { source: "strava", eventId })
  return null
}

async function follow(
  world: World,
  strava: Strava,
  athleteId: number,
  event: StravaEvent,
): Promise<Date | null> {
  if (event.object_type === "activity") {
    // A deletion is looked up like the rest: anybody could have sent the event.
    return lookUp(world, strava, athleteId, { source: "strava", externalId: event.object_id })
  }
  if (event.updates.authorized !== "false") return null
  // Whether the grant has really ended, Strava itself must say.
  const found = await connectionOf(world, strava, athleteId)
  if (found.ok) {
    const asked = await strava.clubs(found.value.token)
    if (asked.ok) return null
    if (asked.code === "limited") return asked.until
    if (asked.code !== "unauthorized") throw new Error(`Strava refused with ${asked.code}`)
  } else if (found.code === "limited") return found.until
  else if (found.code !== "unauthorized") return null
  await forget(world, athleteId)
  return null
}

/** Brings one activity to what Strava shows of it now. */
async function lookUp(
  world: World,
  strava: Strava,
  athleteId: number,
  record: { source: string; externalId: string },
): Promise<Date | null> {
  const connection = await connectionOf(world, strava, athleteId)
  const asked = connection.ok ? await strava.activity(connection.value.token, record.externalId) : connection
  if (asked.ok) {
    const found = "id" in asked.value ? asked.value : null
    const isTheirs = connection.ok && (!found?.stravaId || found.stravaId === connection.value.stravaId)
    if (!found || !isTheirs) return null
    const [outcome] = await take(world, { athleteId, source: "strava", activities: [toRecorded(found)] })
    if (outcome?.state === "refused")
      world.log.warn({ athleteId, reason: outcome.reason }, "An activity of Strava was refused")
    return null
  }
  if (asked.code === "limited") return asked.until
  if (asked.code === "not_found") await onRemoved(world, athleteId, [record])
  else if (asked.code === "unauthorized") await forget(world, athleteId)
  else if (asked.code !== "not_connected") throw new Error(`Strava refused with ${asked.code}`)
  return null
}
