import { addressShape } from "#domain/competition/seasons/address.ts"
import { correctAddress, correctTracking, moveClaim } from "#domain/competition/seasons/correct-prize.ts"
import { declineForWinner } from "#domain/competition/seasons/pass-on.ts"
import { ship } from "#domain/competition/seasons/prizes.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import type { Inverse } from "./inverse.ts"
import { act, rehearse, type Subject } from "./journal.ts"
import type { Operator } from "./roles.ts"

/** Marks a prize as shipped and notifies the winner. Errors: those of `act` and `ship`. */
export async function shipPrize(
  world: World,
  operator: Operator,
  { prizeId, tracking, dryRun = false }: { prizeId: number; tracking: string | null; dryRun?: boolean },
) {
  const command = await about(world.db, "prize.ship", prizeId)
  return (dryRun ? rehearse : act)(world, operator, command, (inside) => ship(inside, { prizeId, tracking }))
}

/**
 * Passes on the prize of a winner who wrote that they do not want it. It cannot be undone, because the next winner is told.
 * Errors: those of `act` and `declineForWinner`.
 */
export async function declinePrize(
  world: World,
  operator: Operator,
  { prizeId, text }: { prizeId: number; text: string },
) {
  const command = { ...(await about(world.db, "prize.decline", prizeId)), reason: text }
  return act(world, operator, command, (inside) => declineForWinner(inside, { prizeId, text }))
}

interface Correcting {
  prizeId: number
  undoes?: number | null
}

/** Moves the end of the time to claim a prize. Errors: those of `act` and `moveClaim`. */
export async function extendClaim(
  world: World,
  operator: Operator,
  { prizeId, until, undoes = null }: Correcting & { until: Date },
) {
  const command = { ...(await about(world.db, "prize.extend", prizeId)), undoes }
  return act(world, operator, command, (inside) => moveClaim(inside, { prizeId, until }))
}

/** Corrects where a prize is sent. Errors: those of `act` and `correctAddress`. */
export async function correctPrizeAddress(
  world: World,
  operator: Operator,
  { prizeId, address, undoes = null }: Correcting & Parameters<typeof correctAddress>[1],
) {
  const command = { ...(await about(world.db, "prize.address", prizeId)), undoes }
  return act(world, operator, command, (inside) => correctAddress(inside, { prizeId, address }))
}

/** Corrects the tracking number of a shipped prize. Errors: those of `act` and `correctTracking`. */
export async function correctPrizeTracking(
  world: World,
  operator: Operator,
  { prizeId, tracking, undoes = null }: Correcting & { tracking: string | null },
) {
  const command = { ...(await about(world.db, "prize.tracking", prizeId)), undoes }
  return act(world, operator, command, (inside) => correctTracking(inside, { prizeId, tracking }))
}

export const prizeInverses: Partial<Record<CommandName, Inverse>> = {
  "prize.extend": (world, operator, { id, subjectId, before }) =>
    extendClaim(world, operator, {
      prizeId: Number(subjectId),
      until: new Date(String(before.claimUntil)),
      undoes: id,
    }),
  "prize.address": async (world, operator, { id, subjectId, before }) => {
    const address = addressShape.safeParse(withoutNulls(before.address))
    return address.success
      ? correctPrizeAddress(world, operator, {
          prizeId: Number(subjectId),
          address: address.data,
          undoes: id,
        })
      : { ok: false, code: "not_undoable" }
  },
  "prize.tracking": (world, operator, { id, subjectId, before }) =>
    correctPrizeTracking(world, operator, {
      prizeId: Number(subjectId),
      tracking: typeof before.tracking === "string" ? before.tracking : null,
      undoes: id,
    }),
}

/** An address as stored in the entry, in the form in which it is typed: a missing line is empty. */
function withoutNulls(address: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(address)).map(([name, value]) => [name, value ?? ""]))
}

async function about(db: Db, command: CommandName, prizeId: number) {
  const [owner] = await db.sql<{ userId: string | null }>`
    select a.user_id as "userId" from prizes p join athletes a on a.id = p.athlete_id where p.id = ${prizeId}`
  const subject: Subject = {
    kind: "prize",
    id: String(prizeId),
    person: { userId: owner?.userId ?? null },
  }
  const look = async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<Record<string, unknown>>`
      select status, tracking, claim_until as "claimUntil", address from prizes where id = ${prizeId}`
    return { ...row }
  }
  return { command, subject, look }
}
