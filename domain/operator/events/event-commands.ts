import { addWalkIn, checkGuestIn, checkIn, setGuests } from "#domain/events/attend.ts"
import { joinByHand } from "#domain/events/join.ts"
import type { Occurrence } from "#domain/events/occurrence.ts"
import { addDate, cancelDay, messageAll, moveDay, removeDate, setSpots } from "#domain/events/run.ts"
import { freeSpot, seat } from "#domain/events/seat.ts"
import { transferBack, transferSpot } from "#domain/events/transfer.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"
import { act, type Subject } from "../journal.ts"
import type { Operator } from "../roles.ts"

/**
 * Checks somebody in, or one of their guests by number, or undoes it. Errors: those of `act`, `checkIn` and
 * `checkGuestIn`.
 */
export async function checkInFromConsole(
  world: World,
  operator: Operator,
  { id, here, guest, undoes = null }: { id: string; here: boolean; guest?: number; undoes?: number | null },
) {
  const command = here ? ("event.check-in" as const) : ("event.check-out" as const)
  const look = lookAtSpot(id)
  return act(
    world,
    operator,
    { command, subject: await spotSubject(world.db, id), undoes, look },
    (inside) =>
      guest === undefined ? checkIn(inside, { id, here }) : checkGuestIn(inside, { id, here, guest }),
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
  { id, text, undoes = null }: { id: string; text: string; undoes?: number | null },
) {
  const subject = await spotSubject(world.db, id)
  const command = { command: "event.free" as const, subject, look: lookAtSpot(id), reason: text, undoes }
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

/** Puts somebody on the list who wrote or called. Errors: those of `act` and `joinByHand`. */
export async function putFromConsole(
  world: World,
  operator: Operator,
  occurrence: Occurrence,
  person: { name: string; email: string },
) {
  const { event, on } = occurrence
  const email = person.email.toLowerCase()
  const command = {
    command: "event.put" as const,
    subject: ({ id }: { id: string }) => ({ kind: "spot", id, person: { email } }),
    look: async ({ sql }: Db): Promise<Record<string, unknown>> => {
      const [row] = await sql<Record<string, unknown>>`
        select state from event_signups where event = ${event.slug} and held_on = ${on} and email = ${email}`
      return { ...row }
    },
  }
  return act(world, operator, command, (inside) => joinByHand(inside, occurrence, { ...person, email }))
}

/** Gives a spot to another person. Errors: those of `act` and `transferSpot`. */
export async function transferFromConsole(
  world: World,
  operator: Operator,
  { id, name, email }: { id: string; name: string; email: string },
) {
  const subject = await spotSubject(world.db, id)
  const look = async (db: Db, made?: { id: string }) => ({
    ...(await stateOf(db, id)),
    heir: made?.id ?? null,
  })
  return act(world, operator, { command: "event.transfer", subject, look }, (inside) =>
    transferSpot(inside, { id, name, email }),
  )
}

/** Takes a transfer back. Errors: those of `act` and `transferBack`. */
export async function undoTransfer(
  world: World,
  operator: Operator,
  { id, heir, undoes }: { id: string; heir: string; undoes: number },
) {
  const subject = await spotSubject(world.db, id)
  const look = async (db: Db) => {
    const { state } = await stateOf(db, heir)
    return { ...(await stateOf(db, id)), heir: state === "going" ? heir : null }
  }
  return act(world, operator, { command: "event.transfer", subject, look, undoes }, (inside) =>
    transferBack(inside, { id, heir }),
  )
}

type DayCommand =
  | { do: "spots"; spots: number; text?: never }
  | { do: "call-off"; text: string }
  | { do: "move"; startsAt: Date; text: string }
  | { do: "message"; text: string }
  | { do: "add"; spots: number; text?: never }
  | { do: "remove"; undoes?: number; text?: never }

/**
 * A change that an owner makes to a whole day. Errors: those of `act` and of the verb in domain/events/run.ts, and
 * `changed`: somebody else moved or canceled it since `occurrence` was read.
 */
export async function runDay(world: World, operator: Operator, occurrence: Occurrence, given: DayCommand) {
  const { text: reason = null } = given
  const undoes = given.do === "remove" ? (given.undoes ?? null) : null
  const command = { ...onDay(`event.${given.do}`, occurrence), look: lookAtDay(occurrence), reason, undoes }
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
      if (given.do === "remove") return removeDate(inside, occurrence)
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

async function stateOf({ sql }: Db, id: string): Promise<{ state: string | null }> {
  const [row] = await sql<{ state: string }>`select state from event_signups where id = ${id}`
  return { state: row?.state ?? null }
}

function lookAtSpot(id: string) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const [row] = await db.sql<Record<string, unknown>>`
      select state, guests, guests_here as "guestsHere", checked_in_at as "checkedInAt" from event_signups where id = ${id}
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
