import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { mailDeclined } from "../activity-mails.ts"
import { onDecision } from "../pipeline.ts"
import type { SourceName } from "../scoring/activity.ts"

/** Counts, declines, or (null) returns to the rules. */
export type Decision = "count" | "decline" | null

interface DecisionGiven {
  id: number
  decision: Decision
  /** What the athlete reads; a decline is mailed with it. */
  reason?: string | null
  /** The activity's `version` that the operator saw; null decides regardless of the version. */
  seen?: string | null
  /** The athlete is notified by another mail, the reply to an objection. */
  toldOtherwise?: boolean
}

/** The reason given for a decline when the operator wrote none. */
const reasonByDefault = "It does not follow the competition’s rules."

/**
 * Decides on an activity; updates days, boards and open pages, and mails the athlete when it is declined. Errors:
 * `unknown_activity`; `changed`: somebody decided since, or the activity changed; `unchanged`: it already has this
 * decision.
 */
export async function decideOn(
  world: World,
  { id, decision, reason = null, seen = null, toldOtherwise = false }: DecisionGiven,
): Promise<{ ok: true } | { ok: false; code: "unknown_activity" | "changed" | "unchanged" }> {
  return world.db.transaction(async (db) => {
    // Not a row lock, because an ingest takes row locks in a different order.
    await db.sql`select pg_advisory_xact_lock(hashtextextended('activity review', ${id}))`
    const [found] = await db.sql<{
      athlete_id: number
      source: SourceName
      external_id: string
      decision: Decision
    }>`
      select athlete_id::float8 as athlete_id, source, external_id, decision from activities where id = ${id}
    `
    if (!found) return { ok: false, code: "unknown_activity" }
    if (seen !== null && (await versionOf(db, id)) !== seen) return { ok: false, code: "changed" }
    if (found.decision === decision) return { ok: false, code: "unchanged" }
    const declined = decision === "decline" ? reason || reasonByDefault : null
    await db.sql`
      insert into activity_reviews (activity_id, at, decision, reason)
      values (${id}, ${world.now()}, ${decision}, ${declined ?? (reason || null)})
    `
    const inside = { ...world, db }
    await onDecision(
      inside,
      found.athlete_id,
      { source: found.source, externalId: found.external_id },
      decision,
    )
    if (declined !== null && !toldOtherwise) await mailDeclined(inside, id, declined)
    return { ok: true }
  })
}

/** Changes whenever somebody decides or the rules reach a different verdict. */
export async function versionOf(db: Db, id: number): Promise<string | null> {
  const [row] = await db.sql<{ version: string }>`
    select concat_ws('.', x.status, x.reason, coalesce(x.decision, 'rules'),
      coalesce((select max(r.id) from activity_reviews r where r.activity_id = x.id), 0)) as version
    from activities x where x.id = ${id}
  `
  return row?.version ?? null
}
