import { z } from "zod"
import { joinAsMember } from "#domain/events/join.ts"
import { offeredOn } from "#domain/events/upcoming-days.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  past: "This session has already begun.",
  no_address: "Your account has no email address to send the details to.",
}

/** Reserves a spot at one occurrence for the signed-in member: { event, on } -> { state, place }. */
export const joinEvent = memberFunction(
  z.object({ event: z.string().max(80), on: z.iso.date() }),
  async (world, { event, on }, { userId }) => {
    const found = world.published.words.find("events", event)
    const occurrence = found && (await offeredOn(world, found, on))
    const account = await world.accounts.find(world.db, userId)
    if (!occurrence || !account)
      return { ok: false, code: "not_found", message: "There is no session on that date.", status: 404 }
    const joined = await joinAsMember(world, occurrence, account)
    if (!joined.ok) return { ok: false, code: joined.code, message: refusals[joined.code], status: 409 }
    return { ok: true, value: { state: joined.spot.state, place: joined.spot.place } }
  },
)
