import { addWalkIn, checkIn, setGuests } from "#domain/events/attend.ts"
import type { Occurrence } from "#domain/events/occurrence.ts"
import { addDate, cancelDay, messageAll, moveDay, setSpots } from "#domain/events/run.ts"
import { freeSpot, seat } from "#domain/events/seat.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"
import { act, type Subject } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** Checks somebody in, or undoes it. Errors: those of `act` and `checkIn`. */
export async function checkInFromConsole(
  world: World,
  operator: Operator,
  { id, here, undoes = null }: { id: string; here: boolean; undoes?: number | null },
) {
  const command = here ? ("event.check-in" as const) : ("event.check-out" as const)
  const look = lookAtSpot(id)
  return act(world, operator, { command, subject: await spotSubject(world.db, id), undoes, look }, (inside) =>
    checkIn(inside, { id, here }),
  )
}

/** Sets the guests of a spot. Errors: those of `act` and `setGuests`. */
export async function guestsFromConsole(
  world: World,
  operator: Operator,
  { id, guests }: { id: string; guests: number },
) {
  const subject = await spotSubject(world.db, id)
  return act(world, operator, { command: "event.guests", subject, look: lookAtSpot(id) }, (inside) =>
    setGuests(inside, { id, guests }),
  )
}

/** Adds somebody who came without a spot. Errors: those of `act` and `addWalkIn`. */
export async function walkInFromConsole(
  world: World,
  operator: Operator,
  occurrence: Occurrence,
  person: { name: string; email: string | null },
) {
  const { email } = person
  const command = { ...onDay("event.walk-in", occurrence), look: lookAtDay(occurrence) }
  const subject = { ...command.subject, person: { email } }
  return act(world, operator, { ...command, subject }, (inside) => addWalkIn(inside, occurrence, person))
}

/** Frees a spot or a place in line, and tells the person. Errors: those of `act` and `freeSpot`. */
export async function freeFromConsole(
  world: World,
  operator: Operator,
  { id, text }: { id: string; text: string },
) {
  const subject = await spotSubject(world.db, id)
  const command = { command: "event.free" as const, subject, look: lookAtSpot(id), reason: text }
  return act(world, operator, command, (inside) => freeSpot(inside, { id, text }))
}

/** Gives a spot to somebody in line, or back to somebody who lost it. Errors: those of `act` and `seat`. */
export async function seatFromConsole(
  world: World,
  operator: Operator,
  { id, undoes = null }: { id: string; undoes?: number | null },
) {
  const subject = await spotSubject(world.db, id)
  return act(world, operator, { command: "event.seat", subject, look: lookAtSpot(id), undoes }, (inside) =>
    seat(inside, { id }),
  )
}

type DayCommand =
  | { do: "spots"; spots: number; text?: never }
  | { do: "call-off"; text: string }
  | { do: "move"; startsAt: Date; text: string }
  | { do: "message"; text: string }
  | { do: "add"; spots: number; text?: never }

/**
 * A change that an owner makes to a whole day. Errors: those of `act` and of the verb in domain/events/run.ts, and
 * `changed`: somebody else moved or canceled it since `occurrence` was read.
 */
export async function runDay(world: World, operator: Operator, occurrence: Occurrence, given: DayCommand) {
  const { text: reason = null } = given
  const command = { ...onDay(`event.${given.do}`, occurrence), look: lookAtDay(occurrence), reason }
  return act(
    world,
    operator,
    command,
    async (inside): Promise<{ ok: true; told?: number } | { ok: false; code: string }> => {
      const now = await heldOn(inside.db, occurrence.event, occurrence.on)
      if (given.do !== "add" && !isAsSeen(now, occurrence)) return { ok: false, code: "changed" }
      if (given.do === "spots") return setSpots(inside, occurrence, given.spots)
      if (given.do === "call-off") return cancelDay(inside, occurrence, given.text)
      if (given.do === "move") return moveDay(inside, occurrence, given)
      if (given.do === "message") return messageAll(inside, occurrence, given.text)
      return addDate(inside, occurrence, given.spots)
    },
  )
}

function isAsSeen(now: Occurrence | undefined, seen: Occurrence): boolean {
  return (
    now?.startsAt.getTime() === seen.startsAt.getTime() &&
    (now.calledOff ?? false) === (seen.calledOff ?? false)
  )
}

function onDay(command: CommandName, { event, on }: Occurrence): { command: CommandName; subject: Subject } {
  return { command, subject: { kind: "event", id: `${event.slug}/${on}` } }
}

async function spotSubject(db: Db, id: string): Promise<Subject> {
  const [row] = await db.sql<{ email: string | null; user_id: string | null }>`
    select email, user_id from event_signups where id = ${id}
  `
  return { kind: "spot", id, person: { email: row?.email ?? null, userId: row?.user_id ?? null } }
}

function lookAtSpot(id: string) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const [row] = await db.sql<Record<string, unknown>>`
      select state, guests, checked_in_at as "checkedInAt" from event_signups where id = ${id}
    `
    return { ...row }
  }
}

function lookAtDay({ event, on }: Occurrence) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const [row] = await db.sql<Record<string, unknown>>`
      select starts_at as "startsAt", spots, taken, called_off_at as "calledOffAt" from event_occurrences
      where event = ${event.slug} and held_on = ${on}
    `
    return { ...row }
  }
}
