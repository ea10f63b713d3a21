import { createHash } from "node:crypto"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import type { StrengthLog } from "#ports/recorded.ts"
import { cleanText } from "#primitives/plain.ts"
import { instantAt } from "#primitives/zones.ts"

/** Rows per statement. */
const perStatement = 500

/**
 * Stores strength logs in their owner's history. Idempotent: importing a session again replaces it. They are not activities
 * and earn no points. Returns how many were stored; those with an impossible date are skipped.
 */
export async function keepStrengthLogs(
  world: World,
  { athleteId, logs }: { athleteId: number; logs: readonly StrengthLog[] },
): Promise<number> {
  const [athlete] = await world.db.sql<{ time_zone: string }>`
    select time_zone from athletes where id = ${athleteId}
  `
  if (!athlete) return 0
  const rows = new Map(
    logs.flatMap((log) => {
      const row = toRow(log, athlete.time_zone)
      return isPossible(row.started_at, world.now()) ? [[`${row.app} ${row.external_id}`, row] as const] : []
    }),
  )
  const all = [...rows.values()].map((row) => ({
    ...row,
    athlete_id: athleteId,
    received_at: world.now(),
  }))
  for (let at = 0; at < all.length; at += perStatement)
    await write(world.db, all.slice(at, at + perStatement))
  return all.length
}

async function write(db: Db, rows: readonly object[]): Promise<void> {
  await db.sql`
    insert into strength_logs (
      athlete_id, app, external_id, title, started_at, local_on, duration_s, sets, reps, volume, weight_unit,
      exercises, received_at
    )
    select athlete_id, app, external_id, title, started_at, local_on, duration_s, sets, reps, volume, weight_unit,
      exercises, received_at
    from jsonb_populate_recordset(null::strength_logs, ${db.sql.json(rows)})
    on conflict (athlete_id, app, external_id) do update set
      started_at = excluded.started_at, duration_s = excluded.duration_s, sets = excluded.sets, reps = excluded.reps,
      volume = excluded.volume, weight_unit = excluded.weight_unit, exercises = excluded.exercises
  `
}

function toRow({ app, title, startedLocal, durationS, exercises, weightUnit }: StrengthLog, zone: string) {
  const day = startedLocal.slice(0, 10)
  const sum = (of: "sets" | "reps" | "volume") => exercises.reduce((total, one) => total + one[of], 0)
  return {
    app,
    external_id: createHash("sha256")
      .update(`${startedLocal}|${title ?? ""}`)
      .digest("hex")
      .slice(0, 32),
    title: cleanText(title ?? "", 200) || null,
    started_at: instantAt(day, startedLocal.slice(11), zone),
    local_on: day,
    duration_s: durationS,
    sets: sum("sets"),
    reps: Math.round(sum("reps")),
    volume: sum("volume"),
    weight_unit: weightUnit,
    exercises: exercises.map((one) => ({ ...one, name: cleanText(one.name, 100) })),
  }
}

/** From 1995, as for activities, until tomorrow. */
function isPossible(startedAt: Date, now: Date): boolean {
  return startedAt.getTime() >= Date.UTC(1995, 0) && startedAt.getTime() < now.getTime() + 86_400_000
}

/** All imported strength sessions of a person; null when there are none. */
export async function exportStrengthLogs(db: Db, { id }: Account): Promise<unknown> {
  const rows = await db.sql`
    select app, title, started_at, duration_s, weight_unit, exercises from strength_logs
    where athlete_id = (select id from athletes where user_id = ${id}) order by started_at
  `
  return rows.length > 0 ? rows : null
}
