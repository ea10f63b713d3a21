import type { Series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { rulesOf } from "../series/season-prizes.ts"
import { type Awarded, applyAllocation } from "./award.ts"
import { expectedWinners } from "./expected-winners.ts"
import { giveFinisherCodes } from "./finisher-codes.ts"
import { undisputed } from "./open-objections.ts"
import { placesToLeaveOpen, storeOpenPlaces } from "./open-places.ts"
import { undisputedOfTeams } from "./open-team-objections.ts"
import { awardsFrom, type SeasonRow } from "./season.ts"
import type { PassedOver } from "./winning-order.ts"

export interface Settled {
  /** Prizes that were newly awarded or changed hands, in the order of the places. */
  winners: Awarded[]
  passedOver: PassedOver[]
  /** Places that stay open, because a day of the prospective winner has not been checked. */
  open: number[]
}

/**
 * Allocates the prizes of a frozen season according to the current facts, and notifies everyone whose prize changed.
 * Awards nothing before the winners' check is over, and no place that has not been checked. Idempotent, also from
 * several processes: it locks the season's row.
 */
export async function settle(world: World, given: SeasonRow): Promise<Settled> {
  const { db } = world
  const [row] = (await db.sql`
    select closed_at as "closedAt", settled_at as "settledAt" from seasons where id = ${given.id} for update
  `) as [Pick<SeasonRow, "closedAt" | "settledAt">]
  const season = { ...given, ...row }
  const rules = await rulesOf(db, season)
  const { allocated, passedOver, teamPrizes } = await decideWinners(db, season, rules)
  if (!season.settledAt && world.now() < awardsFrom(season)) return { winners: [], passedOver, open: [] }
  const unseen = await placesToLeaveOpen(db, season, allocated)
  // A place that an open objection could change waits for the reply.
  const settled = [
    ...(await undisputed(
      world,
      season,
      rules,
      allocated.filter(({ team }) => !team),
    )),
    ...(await undisputedOfTeams(
      db,
      season,
      teamPrizes,
      allocated.filter(({ team }) => team),
    )),
  ]
  const seen = settled.filter(({ place, athleteId }) =>
    unseen.every((one) => one.place !== place || one.athleteId !== athleteId),
  )
  const open = allocated.filter(({ place }) => seen.every((one) => one.place !== place))
  const winners = await applyAllocation(world, season, rules, seen)
  await storeOpenPlaces(db, { season, open, now: world.now() })
  await db.sql`update seasons set settled_at = coalesce(settled_at, ${world.now()}) where id = ${season.id}`
  await giveFinisherCodes(db, season, world.now())
  return { winners, passedOver, open: open.map(({ place }) => place) }
}

/**
 * Decides and stores who may win a frozen season. Eligibility is decided once, when the order of winners first reaches an athlete:
 * what they or their club change afterward takes no prize away. Only disqualifications, deleted accounts and, until a prize is
 * awarded, ties to the sponsor and to operators are checked again.
 */
export async function decideWinners(db: Db, season: SeasonRow, rules: Series) {
  const found = await expectedWinners(db, season, rules, "results")
  await db.sql`
    update season_results r set verdict = v.verdict
    from jsonb_to_recordset(${db.sql.json(found.verdicts)}) as v (line integer, verdict text)
    where r.season_id = ${season.id} and r.line = v.line
  `
  for (const { race, verdicts } of found.teamVerdicts)
    await db.sql`
      update team_members m set verdict = v.verdict
      from jsonb_to_recordset(${db.sql.json(verdicts)}) as v (athlete bigint, verdict text)
      where m.race_id = ${race} and m.athlete_id = v.athlete
    `
  return found
}
