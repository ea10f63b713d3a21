import { close } from "#domain/competition/seasons/close.ts"
import { disqualify, reinstate } from "#domain/competition/seasons/disqualify.ts"
import { addFinisherCodes } from "#domain/competition/seasons/finisher-codes.ts"
import { writeToHolders } from "#domain/competition/seasons/winners-message.ts"
import { setPrizes } from "#domain/competition/series/season-prizes.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act, rehearse, type Subject } from "./journal.ts"
import type { Operator } from "./roles.ts"

interface DryRun {
  /** Performs everything and rolls it back. */
  dryRun?: boolean
}

interface InSeason {
  /** Names in URLs. */
  season: string
  athlete: string
}

/**
 * Closes a season: freezes the results, awards the prizes, notifies the winners. Errors: those of `act` and `close`.
 */
export async function closeSeason(
  world: World,
  operator: Operator,
  { season, early = false, dryRun = false }: { season: string; early?: boolean } & DryRun,
) {
  const look = async ({ sql }: Db) => {
    const [row] = await sql<Record<string, unknown>>`
      select closed_at is not null as closed, settled_at is not null as settled from seasons where slug = ${season}`
    return { ...row }
  }
  const command = { command: "season.close", subject: { kind: "season", id: season }, look } as const
  return (dryRun ? rehearse : act)(world, operator, command, (inside) => close(inside, season, { early }))
}

/** Excludes an athlete from a season; unshipped prizes move up. Errors: those of `act` and `disqualify`. */
export async function disqualifyAthlete(
  world: World,
  operator: Operator,
  given: InSeason & { reason: string; undoes?: number | null; why?: string | null } & DryRun,
) {
  const { season, athlete, reason, undoes = null, why } = given
  const command = {
    command: "season.disqualify",
    subject: await placeOf(world.db, given),
    // The athlete is shown `reason`; the reason for restoring an old decision is only for the journal.
    reason: why ?? reason,
    undoes,
    look: lookAtPlace(given),
  } as const
  return (given.dryRun ? rehearse : act)(world, operator, command, (inside) =>
    disqualify(inside, { season, athlete, reason }),
  )
}

/** Reverses a disqualification. Errors: those of `act` and `reinstate`. */
export async function reinstateAthlete(
  world: World,
  operator: Operator,
  given: InSeason & { undoes?: number | null; why?: string | null } & DryRun,
) {
  const { season, athlete, undoes = null, why = null } = given
  const command = {
    command: "season.reinstate",
    subject: await placeOf(world.db, given),
    reason: why,
    undoes,
    look: lookAtPlace(given),
  } as const
  return (given.dryRun ? rehearse : act)(world, operator, command, (inside) =>
    reinstate(inside, { season, athlete }),
  )
}

/**
 * Sets the prizes of a season before it closes, first place first; an empty list restores those of its series. Errors:
 * those of `act` and `setPrizes`.
 */
export async function setSeasonPrizes(
  world: World,
  operator: Operator,
  given: { season: string; titles: readonly string[]; undoes?: number | null },
) {
  const { season, titles, undoes = null } = given
  const look = async ({ sql }: Db) => {
    const rows = await sql<{ title: string }>`
      select p.title from private.season_prizes p join seasons s on s.id = p.season_id
      where s.slug = ${season} order by p.place`
    return { prizes: rows.map(({ title }) => title) }
  }
  const command = { command: "season.prizes", subject: { kind: "season", id: season }, undoes, look } as const
  return act(world, operator, command, (inside) => setPrizes(inside, { season, titles }))
}

/** Adds codes for the finishers of a season; the journal has their number only. Errors: those of `act` and `addFinisherCodes`. */
export async function addSeasonCodes(
  world: World,
  operator: Operator,
  given: { season: string; gift: string; codes: readonly string[] },
) {
  const { season } = given
  const look = async ({ sql }: Db) => {
    const [row] = await sql<Record<string, unknown>>`
      select s.finish_gift as gift, (
        select count(*)::integer from private.finisher_codes c where c.season_id = s.id
      ) as codes from seasons s where s.slug = ${season}`
    return { ...row }
  }
  const command = { command: "season.codes", subject: { kind: "season", id: season }, look } as const
  return act(world, operator, command, (inside) => addFinisherCodes(inside, given))
}

/** Writes to everybody who holds a prize of a season. Errors: those of `act` and `writeToHolders`. */
export async function writeToWinners(
  world: World,
  operator: Operator,
  { dryRun = false, ...message }: { id: string; season: string; subject: string; text: string } & DryRun,
) {
  const command = {
    command: "season.message",
    subject: { kind: "season", id: message.season },
    reason: message.subject,
  } as const
  return (dryRun ? rehearse : act)(world, operator, command, (inside) =>
    writeToHolders(inside, { ...message, by: operator.name }),
  )
}

async function placeOf(db: Db, { season, athlete }: InSeason): Promise<Subject> {
  const [row] = await db.sql<{ id: number; user_id: string | null }>`
    select id::float8 as id, user_id from athletes where slug = ${athlete}`
  return { kind: "place", id: `${season}:${row?.id ?? "unknown"}`, person: { userId: row?.user_id ?? null } }
}

function lookAtPlace({ season, athlete }: InSeason) {
  return async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<{ reason: string }>`
      select d.reason from disqualifications d
      join seasons s on s.id = d.season_id
      join athletes a on a.id = d.athlete_id
      where s.slug = ${season} and a.slug = ${athlete}`
    return { disqualified: row?.reason ?? null }
  }
}
