import type { Db, World } from "#domain/world.ts"
import type { Strava, StravaActivity } from "../../../strava.ts"
import { onRemoved } from "../../pipeline.ts"
import { take } from "../take.ts"
import { forget, sweepQueue } from "./connection.ts"
import { fetchQueue } from "./events.ts"
import { toRecorded } from "./sent.ts"
import { connectionOf } from "./token.ts"

/** As far back as a running season, its grace and late activities reach. */
const reachMs = 48 * 86_400_000
const sweepEveryMs = 20 * 3_600_000
const perSweep = 200
const perPage = 200

/** Queues a look for every connection that had none for most of a day, and for events whose job was lost. */
export async function queueSweeps(world: World): Promise<number> {
  const before = new Date(world.now().getTime() - sweepEveryMs)
  const due = await world.db.sql<{ id: number }>`
    select athlete_id::float8 as id from private.strava_connections
    where swept_at is null or swept_at < ${before}
    order by swept_at nulls first
    limit ${perSweep}
  `
  for (const { id } of due) await queueSweep(world, world.db, id)
  const late = new Date(world.now().getTime() - 1_800_000)
  const lost = await world.db.sql<{ event_id: string }>`
    select event_id from private.receipts
    where source = 'strava' and done_at is null and received_at < ${late}
    limit ${perSweep}
  `
  for (const { event_id: eventId } of lost)
    await world.jobs.add(world.db, fetchQueue, { eventId }, { key: eventId })
  return due.length
}

async function queueSweep(world: World, db: Db, athleteId: number): Promise<void> {
  await world.jobs.add(db, sweepQueue, { athleteId }, { key: String(athleteId) })
}

/**
 * Compares the last weeks of one athlete with Strava: what was missed comes in, what is gone there goes here, and club
 * membership is looked up. Answers an instant when it must wait until then.
 */
export async function sweep(world: World, strava: Strava, athleteId: number): Promise<Date | null> {
  const started = world.now()
  const after = new Date(started.getTime() - reachMs)
  const connection = await connectionOf(world, strava, athleteId)
  if (!connection.ok) return ended(world, athleteId, connection)
  const { token } = connection.value
  const found: StravaActivity[] = []
  for (let page = 1; ; page++) {
    const asked = await strava.activities(token, { after, page })
    if (!asked.ok) return ended(world, athleteId, asked)
    found.push(...asked.value)
    if (asked.value.length < perPage) break
  }
  const outcomes = await take(world, { athleteId, source: "strava", activities: found.map(toRecorded) })
  for (const outcome of outcomes)
    if (outcome.state === "refused")
      world.log.warn({ athleteId, reason: outcome.reason }, "An activity of Strava was refused")
  const there = found.map(({ id }) => id)
  const gone = await world.db.sql<{ source: string; externalId: string }>`
    select source, external_id as "externalId" from activities
    where athlete_id = ${athleteId} and source = 'strava' and started_at > ${new Date(after.getTime() + 86_400_000)}
      and received_at < ${started} and external_id <> all(${there}::text[])
  `
  if (gone.length > 0) await onRemoved(world, athleteId, gone)
  if (strava.clubId !== null) {
    const clubs = await strava.clubs(token)
    if (!clubs.ok) return ended(world, athleteId, clubs)
    const club = clubs.value.includes(strava.clubId) ? "member" : "not-member"
    await world.db.sql`update athletes set club = ${club} where id = ${athleteId} and club <> ${club}`
  }
  await world.db
    .sql`update private.strava_connections set swept_at = ${started} where athlete_id = ${athleteId}`
  return null
}

async function ended(
  world: World,
  athleteId: number,
  refused: { code: string; until?: Date },
): Promise<Date | null> {
  if (refused.code === "limited") return refused.until ?? null
  if (refused.code === "unauthorized") await forget(world, athleteId)
  else if (refused.code !== "not_connected") throw new Error(`Strava refused with ${refused.code}`)
  return null
}
