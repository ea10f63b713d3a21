import { eventBySlug } from "#domain/events/occurrence.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import type { CommandName } from "../commands.ts"
import type { Inverse, Undoable, Undone } from "../inverse.ts"
import type { Operator } from "../roles.ts"
import {
  checkInFromConsole,
  freeFromConsole,
  runDay,
  seatFromConsole,
  undoTransfer,
} from "./event-commands.ts"

/** The commands about spots and days that can be undone. */
export const eventInverses: Partial<Record<CommandName, Inverse>> = {
  "event.check-in": undoCheckIn,
  "event.check-out": undoCheckIn,
  "event.free": undoFree,
  "event.put": (world, operator, { id, subjectId }) =>
    freeFromConsole(world, operator, {
      id: subjectId,
      text: "We had put you on the list by mistake.",
      undoes: id,
    }),
  "event.transfer": async (world, operator, { id, subjectId, after: { heir } }) =>
    typeof heir === "string"
      ? undoTransfer(world, operator, { id: subjectId, heir, undoes: id })
      : { ok: false, code: "not_undoable" },
  "event.add": undoAdd,
}

async function undoCheckIn(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const { id: undoes, subjectId: id, before, after } = entry
  if (!Array.isArray(after.guestsHere))
    return checkInFromConsole(world, operator, { id, here: after.checkedInAt === null, undoes })
  const [was, is] = [before.guestsHere as number[], after.guestsHere as number[]]
  const guest = [...was, ...is].find((one) => was.includes(one) !== is.includes(one)) ?? 0
  return checkInFromConsole(world, operator, { id, guest, here: was.includes(guest), undoes })
}

/** They get a spot and are told; a place in line is not given back, because others have moved up. */
async function undoFree(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  if (entry.before.state !== "going") return { ok: false, code: "not_undoable" }
  return seatFromConsole(world, operator, { id: entry.subjectId, undoes: entry.id })
}

async function undoAdd(world: World, operator: Operator, { id, subjectId }: Undoable): Promise<Undone> {
  const [slug = "", on = ""] = subjectId.split("/")
  const event = eventBySlug(world.published.words, slug)
  const occurrence = event && (await heldOn(world.db, event, on))
  if (!occurrence) return { ok: false, code: "changed" }
  return runDay(world, operator, occurrence, { do: "remove", undoes: id })
}
