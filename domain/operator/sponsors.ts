import {
  addSponsor,
  endSponsorLink,
  makeSponsorLink,
  setSponsor,
  sponsorOf,
} from "#domain/competition/sponsors/sponsors.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import type { Inverse } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

const subjectOf = (id: number) => ({ kind: "sponsor", id: String(id) })

/** When the link ends; the journal never has the link itself. */
function lookAtLink(id: number) {
  return async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<Record<string, unknown>>`
      select link_until as "linkUntil" from private.sponsors where id = ${id}`
    return { ...row }
  }
}

/** Adds a sponsor. Errors: those of `act` and `addSponsor`. */
export async function addSponsorFromConsole(world: World, operator: Operator, name: string) {
  const command = {
    command: "sponsor.add",
    subject: (made: { id: number }) => subjectOf(made.id),
    reason: name,
  } as const
  return act(world, operator, command, (inside) => addSponsor(inside, name))
}

/** Makes a sponsor's link, in place of the one before. Errors: those of `act` and `makeSponsorLink`. */
export async function linkSponsor(world: World, operator: Operator, id: number) {
  const command = { command: "sponsor.link", subject: subjectOf(id), look: lookAtLink(id) } as const
  return act(world, operator, command, (inside) => makeSponsorLink(inside, id))
}

/** Ends a sponsor's link. Errors: those of `act` and `endSponsorLink`. */
export async function unlinkSponsor(world: World, operator: Operator, id: number) {
  const command = { command: "sponsor.end-link", subject: subjectOf(id), look: lookAtLink(id) } as const
  return act(world, operator, command, (inside) => endSponsorLink(inside, id))
}

/** Says whose season it is; null: nobody's. Errors: those of `act` and `setSponsor`. */
export async function setSeasonSponsor(
  world: World,
  operator: Operator,
  { undoes = null, ...given }: { season: string; sponsor: number | null; undoes?: number | null },
) {
  const look = async (db: Db) => ({ sponsor: (await sponsorOf(db, given.season))?.id ?? null })
  const subject = { kind: "season", id: given.season }
  return act(world, operator, { command: "season.sponsor", subject, undoes, look }, (inside) =>
    setSponsor(inside, given),
  )
}

export const sponsorInverses: Partial<Record<CommandName, Inverse>> = {
  "season.sponsor": (world, operator, { id, subjectId, before }) =>
    setSeasonSponsor(world, operator, {
      season: subjectId,
      sponsor: typeof before.sponsor === "number" ? before.sponsor : null,
      undoes: id,
    }),
}
