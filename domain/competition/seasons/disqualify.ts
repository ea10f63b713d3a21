import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { undoFromDesk } from "./award.ts"
import { mailDisqualified } from "./mails.ts"
import { listSeasons, type SeasonRow } from "./season.ts"
import { type Settled, settle } from "./settle.ts"

type Refused = Refusal<"unknown_season" | "unknown_athlete">

/**
 * Disqualifies an athlete from a season for breaking the rules. In a settled season, unshipped prizes move up to
 * the athletes behind, and everyone whose prize changes is notified once. A shipped prize stays with its winner.
 * Idempotent. Errors: `unknown_season`, `unknown_athlete`.
 */
export async function disqualify(
  world: World,
  { season, athlete, reason }: { season: string; athlete: string; reason: string },
): Promise<{ ok: true; settled: Settled | null } | Refused> {
  return resettle(world, { season, athlete }, async (inside, found, athleteId) => {
    const { sql } = inside.db
    await sql`
      insert into disqualifications (season_id, athlete_id, reason, at)
      values (${found.id}, ${athleteId}, ${reason}, ${world.now()})
      on conflict do nothing
    `
    const [prize] = await sql<{ id: number }>`
      select id::float8 as id from prizes where season_id = ${found.id} and athlete_id = ${athleteId}
    `
    const taken = prize && (await undoFromDesk(inside, prize.id, "disqualified", reason))
    if (prize && taken) await mailDisqualified(inside, found, prize.id, { reason, ...taken })
  })
}

/**
 * Reverses a disqualification: the athlete regains their place in the final table, and unshipped prizes move
 * accordingly. Errors: `unknown_season`, `unknown_athlete`, `not_disqualified`.
 */
export async function reinstate(
  world: World,
  { season, athlete }: { season: string; athlete: string },
): Promise<{ ok: true; settled: Settled | null } | Refused | Refusal<"not_disqualified">> {
  let removed = 0
  const done = await resettle(world, { season, athlete }, async ({ db }, { id }, athleteId) => {
    const rows = await db.sql`
      delete from disqualifications where season_id = ${id} and athlete_id = ${athleteId} returning athlete_id
    `
    removed = rows.length
  })
  return done.ok && removed === 0 ? { ok: false, code: "not_disqualified" } : done
}

/** Applies a change to an athlete in a season and reallocates the prizes, in one transaction. */
async function resettle(
  world: World,
  { season: slug, athlete }: { season: string; athlete: string },
  change: (inside: World, season: SeasonRow, athleteId: number) => Promise<void>,
): Promise<{ ok: true; settled: Settled | null } | Refused> {
  const season = (await listSeasons(world.db)).find((one) => one.slug === slug)
  if (!season) return { ok: false, code: "unknown_season" }
  return world.db.transaction(async (db) => {
    const inside = { ...world, db }
    const [row] = await db.sql<{ id: number }>`select id::float8 as id from athletes where slug = ${athlete}`
    if (!row) return { ok: false, code: "unknown_athlete" }
    const [held] = (await db.sql`
      select closed_at is not null as closed from seasons where id = ${season.id} for update
    `) as [{ closed: boolean }]
    await change(inside, season, row.id)
    return { ok: true, settled: held.closed ? await settle(inside, season) : null }
  })
}
