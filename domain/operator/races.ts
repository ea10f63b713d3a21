import { ownDates, type SideRace } from "#content/races.ts"
import { addRace, changeRace, endRace, readRule } from "#domain/competition/races/change.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import type { Inverse, Undoable } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

interface InSeason {
  season: string
  undoes?: number | null
}

const subjectOf = (season: string, name: string) => ({ kind: "race", id: `${season}/${name}` })

/** What an entry records of a race: its rule, and whether it was ended. */
function lookAt(season: string, name: string) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const rule = await readRule(db, { season, name })
    const [row] = await db.sql<{ ended: boolean }>`
      select r.ended_at is not null as ended from races r left join seasons s on s.id = r.season_id
      where coalesce(s.slug, ${ownDates}) = ${season} and r.entrants <> 'invited' and r.name = ${name}`
    return rule ? { ...rule, ended: row?.ended ?? false } : {}
  }
}

/** Adds a side race to a season. Errors: those of `act` and `addRace`. */
export async function addSideRace(
  world: World,
  operator: Operator,
  { season, race }: InSeason & { race: SideRace },
) {
  const command = {
    command: "race.add",
    subject: subjectOf(season, race.name),
    look: lookAt(season, race.name),
  } as const
  return act(world, operator, command, (inside) => addRace(inside, { season, race }))
}

/** Changes a side race. Errors: those of `act` and `changeRace`. */
export async function changeSideRace(
  world: World,
  operator: Operator,
  { season, race, undoes = null }: InSeason & { race: SideRace },
) {
  const command = {
    command: "race.change",
    subject: subjectOf(season, race.name),
    undoes,
    look: lookAt(season, race.name),
  } as const
  return act(world, operator, command, (inside) => changeRace(inside, { season, race }))
}

/** Ends a side race without results, or resumes it. Errors: those of `act` and `endRace`. */
export async function endSideRace(
  world: World,
  operator: Operator,
  { season, name, ended, undoes = null }: InSeason & { name: string; ended: boolean },
) {
  const command = {
    command: ended ? "race.end" : "race.resume",
    subject: subjectOf(season, name),
    undoes,
    look: lookAt(season, name),
  } as const
  return act(world, operator, command, (inside) => endRace(inside, { season, name, ended }))
}

/** The entry's season and race. */
function addressOf({ subjectId }: Undoable): { season: string; name: string } {
  const [season = "", name = ""] = subjectId.split("/")
  return { season, name }
}

const undoEnd: Inverse = (world, operator, entry) =>
  endSideRace(world, operator, { ...addressOf(entry), ended: entry.after.ended !== true, undoes: entry.id })

/** A race that was added is ended, because athletes may have seen it. */
export const raceInverses: Partial<Record<CommandName, Inverse>> = {
  "race.add": (world, operator, entry) =>
    endSideRace(world, operator, { ...addressOf(entry), ended: true, undoes: entry.id }),
  "race.end": undoEnd,
  "race.resume": undoEnd,
  async "race.change"(world, operator, entry) {
    const { season, name } = addressOf(entry)
    const rule = await readRule(world.db, { season, name })
    if (!rule) return { ok: false, code: "changed" }
    // The entry contains the changed fields.
    const race = { ...rule, ...(entry.before as Partial<SideRace>) }
    return changeSideRace(world, operator, { season, race, undoes: entry.id })
  },
}
