import type { World } from "#domain/world.ts"
import { announce } from "./boards/board.ts"
import { removeUnused } from "./originals/remove.ts"
import type { SentActivity } from "./scoring/activity.ts"
import { type Ingested, ingest } from "./scoring/ingest.ts"
import type { RecordName } from "./scoring/plan.ts"

/**
 * The flow of the product as one function: an activity that intake/take.ts has parsed is judged (activity.ts), stored
 * (ingest.ts, plan.ts), turned into the points of its day (day.ts, score.ts), which a trigger adds to every board whose
 * window contains the day, and open pages are notified (board.ts). A repeat, an edit and an older copy all take this
 * path.
 */
export async function onActivity(world: World, athleteId: number, sent: SentActivity): Promise<Ingested> {
  return onActivities(world, athleteId, [sent])
}

/**
 * Several activities of one athlete in one step: all of them or none. Sources call intake/take.ts, which keeps a bad one
 * from taking its neighbors along.
 */
export async function onActivities(
  world: World,
  athleteId: number,
  put: readonly SentActivity[],
): Promise<Ingested> {
  return settle(world, ingest(world.db, athleteId, { put, remove: [], receivedAt: world.now() }))
}

/** The source reports that these are gone; afterward, everything is as if they had never been sent. */
export async function onRemoved(
  world: World,
  athleteId: number,
  remove: readonly RecordName[],
): Promise<Ingested> {
  const removed = await settle(
    world,
    ingest(world.db, athleteId, { put: [], remove, receivedAt: world.now() }),
  )
  const contentIds = remove.flatMap(({ source, externalId }) =>
    source === "file" ? [externalId.split("#")[0] ?? ""] : [],
  )
  if (contentIds.length > 0) await removeUnused(world, { athleteId, contentIds })
  return removed
}

/** An operator's decision on an activity. Null revokes the decision, so that the rules apply. */
export async function onDecision(
  world: World,
  athleteId: number,
  record: RecordName,
  decision: "count" | "decline" | null,
): Promise<Ingested> {
  const change = { put: [], remove: [], decide: [{ ...record, decision }], receivedAt: world.now() }
  return settle(world, ingest(world.db, athleteId, change))
}

async function settle(world: World, ingesting: Promise<Ingested>): Promise<Ingested> {
  const ingested = await ingesting
  if (ingested.ok && ingested.days.length > 0) announce(world)
  return ingested
}
