import type { Series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import { allocate } from "./allocate.ts"
import { type Awarded, applyAllocation } from "./award.ts"
import { type Ineligible, ineligible, type RankedCandidate } from "./eligibility.ts"
import type { SeasonRow } from "./season.ts"
import { rulesOf } from "./season-prizes.ts"

export interface Settled {
  /** Prizes that were newly awarded or changed hands, in the order of the places. */
  winners: Awarded[]
  passedOver: { rank: number; athlete: string; why: Ineligible }[]
}

/** An athlete with a final place, and the state of their prize. */
interface Placed extends RankedCandidate {
  line: number
  /** The eligibility decided when settling first reached this row; null when it has not been decided yet. */
  verdict: Ineligible | "eligible" | null
  prize: {
    status: "awarded" | "claimed" | "shipped" | "withdrawn"
    because: string | null
  } | null
}

/** A prize that was declined or not claimed in time does not return to the same athlete. */
const forfeited = ["declined", "unclaimed"]

/**
 * Allocates the prizes of a frozen season according to the current facts, and notifies everyone whose prize changed.
 * Idempotent, also from several processes: it locks the season's row.
 *
 * Eligibility is decided once, when the order of winners first reaches an athlete, and stored: what they or their
 * club change afterward takes no prize away. Only disqualifications and deleted accounts are checked again.
 */
export async function settle(world: World, season: SeasonRow): Promise<Settled> {
  const { db } = world
  await db.sql`select from seasons where id = ${season.id} for update`
  const rules = await rulesOf(db, season)
  const { order, verdicts, passedOver } = await winningOrder(world, season, rules)
  await db.sql`
    update season_results r set verdict = v.verdict
    from jsonb_to_recordset(${db.sql.json(verdicts)}) as v (line integer, verdict text)
    where r.season_id = ${season.id} and r.line = v.line
  `
  const shipped = await db.sql<{ place: number; athleteId: number | null }>`
    select place, athlete_id::float8 as "athleteId" from prizes where season_id = ${season.id} and status = 'shipped'
  `
  const places = rules.prizes.map(({ place }) => place)
  const winners = await applyAllocation(world, season, rules, allocate(places, order, shipped))
  await db.sql`update seasons set settled_at = coalesce(settled_at, ${world.now()}) where id = ${season.id}`
  return { winners, passedOver }
}

interface WinningOrder {
  /** As many eligible athletes as there are prizes, or all there are, best first. */
  order: number[]
  /** What was decided now, by line of the final table. */
  verdicts: { line: number; verdict: string }[]
  passedOver: Settled["passedOver"]
}

/** Reads only as much of the final table as it takes to find the winners, which is nearly always the top of it. */
async function winningOrder(world: World, season: SeasonRow, rules: Series): Promise<WinningOrder> {
  for (let limit = firstLookedAt; ; limit *= 10) {
    const placed = await readPlaced(world, season, limit)
    const found = orderOf(placed, rules)
    if (found.order.length >= rules.prizes.length || placed.length < limit) return found
  }
}

function orderOf(all: readonly Placed[], rules: Series): WinningOrder {
  const found: WinningOrder = { order: [], verdicts: [], passedOver: [] }
  for (const placed of all) {
    const { rank, line, name, athleteId } = placed
    const why = verdictOn(placed, rules)
    if (athleteId !== null && !placed.disqualified && placed.verdict === null)
      found.verdicts.push({ line, verdict: why ?? "eligible" })
    if (why || athleteId === null)
      found.passedOver.push({ rank, athlete: name ?? "an erased athlete", why: why ?? "erased" })
    else if (!forfeited.includes(placed.prize?.because ?? "")) found.order.push(athleteId)
    if (found.order.length >= rules.prizes.length) break
  }
  return found
}

/** Why the athlete cannot get a prize of this season; undefined when they can. */
function verdictOn(placed: Placed, rules: Series): Ineligible | undefined {
  if (placed.athleteId === null) return "erased"
  if (placed.disqualified) return "disqualified"
  if (placed.verdict === null) return ineligible(placed, rules)
  return placed.verdict === "eligible" ? undefined : placed.verdict
}

/** The first `limit` athletes of the final table, best first; ties are in the order of joining. */
async function readPlaced(world: World, season: SeasonRow, limit: number): Promise<Placed[]> {
  return world.db.sql<Placed>`
    with before as (
      select p.athlete_id
      from prizes p
      join seasons s on s.id = p.season_id
      where s.series = ${season.series} and s.to_on = ${season.from}::date - 1 and p.status <> 'withdrawn'
        and p.place = 1
    )
    select
      r.line, r.verdict, r.athlete_id::float8 as "athleteId", r.rank, a.display_name as name, u.email, a.visibility,
      a.club, a.demo,
      case when p.id is not null then jsonb_build_object('status', p.status, 'because', p.withdrawn_because) end as prize,
      exists (
        select from disqualifications d where d.season_id = r.season_id and d.athlete_id = r.athlete_id
      ) as disqualified,
      r.athlete_id in (select athlete_id from before) as "wonBefore"
    from season_results r
    left join athletes a on a.id = r.athlete_id
    left join auth.users u on u.id = a.user_id
    left join prizes p on p.season_id = r.season_id and p.athlete_id = r.athlete_id
    where r.season_id = ${season.id}
    order by r.rank, a.joined_at, r.line
    limit ${limit}
  `
}

const firstLookedAt = 1000
