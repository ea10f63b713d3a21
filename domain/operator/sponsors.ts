import { type Sponsored, sponsorshipOf } from "#domain/competition/seasons/sponsorship.ts"
import {
  addSponsor,
  endSponsorLink,
  makeSponsorLink,
  setSponsor,
} from "#domain/competition/sponsors/sponsors.ts"
import { endSponsorList } from "#domain/leads/preferences.ts"
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

/** Says who sponsors a season or a side race; null: nobody. Errors: those of `act` and `setSponsor`. */
export async function setSponsorFromConsole(
  world: World,
  operator: Operator,
  { undoes = null, ...given }: Sponsored & { sponsor: number | null; undoes?: number | null },
) {
  const look = async (db: Db) => ({ sponsor: (await sponsorshipOf(db, given))?.sponsor.id ?? null })
  const command =
    given.race === null
      ? ({ command: "season.sponsor", subject: { kind: "season", id: given.season } } as const)
      : ({ command: "race.sponsor", subject: { kind: "race", id: `${given.season}/${given.race}` } } as const)
  return act(world, operator, { ...command, undoes, look }, async (inside) => {
    const done = await setSponsor(inside, given)
    if (done.ok && done.ended !== null) await endSponsorList(inside, done.ended)
    return done
  })
}

const restore: Inverse = (world, operator, { id, subjectId, before }) => {
  const [season = "", race = null] = subjectId.split("/")
  return setSponsorFromConsole(world, operator, {
    ...{ season, race, undoes: id },
    sponsor: typeof before.sponsor === "number" ? before.sponsor : null,
  })
}

export const sponsorInverses: Partial<Record<CommandName, Inverse>> = {
  "season.sponsor": restore,
  "race.sponsor": restore,
}
