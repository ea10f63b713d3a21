import { competition, type Series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import { titleAt } from "../series/season-prizes.ts"
import type { Allocated } from "./allocate.ts"
import { mailMoved, mailPassedOn, mailWon, type Withdrawn } from "./mails.ts"
import { refundShipping } from "./refund-shipping.ts"
import type { SeasonRow } from "./season.ts"

export interface Awarded {
  prizeId: number
  place: number
  title: string
  athlete: string
}

interface HeldPrize {
  id: number
  place: number
  athleteId: number | null
  status: "awarded" | "claimed" | "withdrawn"
}

/**
 * Makes the unshipped prizes match `allocated`: awards, moves, and withdraws prizes, each with a mail. A prize
 * that moved gets a new claim period; a shipping address and a paid shipping fee move with it.
 * Returns the changes, in the order of the places.
 */
export async function applyAllocation(
  world: World,
  season: SeasonRow,
  rules: Series,
  allocated: readonly Allocated[],
): Promise<Awarded[]> {
  const { sql } = world.db
  const held = await sql<HeldPrize>`
    select id::float8 as id, place, athlete_id::float8 as "athleteId", status
    from prizes where season_id = ${season.id} and status <> 'shipped'
    for update
  `
  const changed = keepPlaces(allocated, held).flatMap((one) => {
    const prize = held.find(({ athleteId }) => athleteId === one.athleteId)
    if (prize && prize.status !== "withdrawn" && prize.place === one.place) return []
    return [{ ...one, prize }]
  })
  const losers = held.filter(({ athleteId }) => !allocated.some((one) => one.athleteId === athleteId))
  for (const { id, athleteId } of losers) {
    const taken = await undoFromDesk(world, id, athleteId === null ? "erased" : "reordered")
    if (taken) await mailPassedOn(world, season, id, taken)
  }
  // Vacate the places first, because a place can hold only one prize at a time.
  const moving = changed.flatMap(({ prize }) => (prize ? [prize.id] : []))
  await sql`update prizes set place = -place where id = any(${moving}::bigint[]) and place > 0`
  const awarded: Awarded[] = []
  for (const { prize, ...one } of changed) {
    const { place } = one
    const moved = prize !== undefined && prize.status !== "withdrawn"
    const row = await putPrize(world, season, rules, one)
    awarded.push({ prizeId: row.id, place, title: row.title, athlete: row.name })
    await (moved ? mailMoved : mailWon)(world, season, rules, row.id)
  }
  return awarded
}

/**
 * Members of a team get the same prize, so that whoever holds one keeps it, whatever its number, when another leaves: nobody is
 * told of a change that is none.
 */
function keepPlaces(allocated: readonly Allocated[], held: readonly HeldPrize[]): Allocated[] {
  const kept = allocated.flatMap((one) => {
    const prize = held.find(({ athleteId }) => athleteId === one.athleteId)
    const keeps = prize && prize.status !== "withdrawn" && one.team?.places.includes(prize.place)
    return keeps ? [{ ...one, place: prize.place }] : []
  })
  const isKept = ({ athleteId }: Allocated) => kept.some((one) => one.athleteId === athleteId)
  const free = allocated.filter(({ place }) => kept.every((one) => one.place !== place))
  return allocated.map((one) => {
    if (!one.team) return one
    if (isKept(one)) return kept.find(({ athleteId }) => athleteId === one.athleteId) as Allocated
    const next = free.findIndex(({ team }) => team?.race.id === one.team?.race.id)
    const [taken] = free.splice(next, 1)
    return { ...one, place: taken?.place ?? one.place }
  })
}

/** Creates the athlete's prize of the season or moves it to this place, claimable from now on. */
async function putPrize(
  world: World,
  season: SeasonRow,
  rules: Series,
  { place, athleteId, team }: Allocated,
): Promise<{ id: number; title: string; name: string }> {
  const title = team?.title ?? titleAt(rules, place)
  const now = world.now()
  const claimUntil = new Date(now.getTime() + competition.claimDays * 86_400_000)
  const [row] = (await world.db.sql`
    insert into prizes as p (season_id, place, race_id, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    values (
      ${season.id}, ${place}, ${team?.race.id ?? null}, ${title}, ${athleteId}, 'awarded', ${rules.prizeShippingCents}, ${now}, ${claimUntil}
    )
    on conflict (season_id, athlete_id) do update set
      place = excluded.place, race_id = excluded.race_id, title = excluded.title, awarded_at = excluded.awarded_at,
      claim_until = excluded.claim_until,
      status = case when p.status = 'withdrawn' then 'awarded' else p.status end,
      withdrawn_at = null, withdrawn_because = null, withdrawn_reason = null
    returning id::float8 as id, title, (select display_name from athletes where id = p.athlete_id) as name
  `) as [{ id: number; title: string; name: string }]
  return row
}

/** Why a prize was withdrawn; the notice to its winner is derived from it. */
type Because = "disqualified" | "declined" | "unclaimed" | "reordered" | "erased"

/** Withdraws an unshipped prize and refunds the shipping fee paid for it. Returns undefined for any other prize. */
export async function undoFromDesk(
  world: World,
  prizeId: number,
  because: Because,
  reason: string | null = null,
): Promise<Withdrawn | undefined> {
  const { sql } = world.db
  const [prize] = await sql<{ order: string | null }>`
    select shipping_order as "order" from prizes
    where id = ${prizeId} and status in ('awarded', 'claimed')
    for update
  `
  if (!prize) return undefined
  await sql`
    update prizes set status = 'withdrawn', withdrawn_at = ${world.now()}, withdrawn_because = ${because},
      withdrawn_reason = ${reason}, address = null, consent_text = null, claimed_at = null,
      shipping_paid_at = null, shipping_order = null
    where id = ${prizeId}
  `
  if (prize.order) await refundShipping(world, prize.order)
  return { refunded: prize.order !== null }
}
