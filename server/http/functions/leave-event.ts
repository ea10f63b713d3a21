import { z } from "zod"
import { leaveAsMember } from "#domain/events/leave.ts"
import { memberFunction } from "./member-function.ts"

/** Gives up the signed-in member's spot: { event, on } -> {}. */
export const leaveEvent = memberFunction(
  z.object({ event: z.string().max(80), on: z.iso.date() }),
  async (world, { event, on }, { userId }) => {
    const left = await leaveAsMember(world, { userId, event, on })
    if (!left.ok)
      return { ok: false, code: "not_found", message: "You have no spot in this session.", status: 404 }
    return { ok: true, value: {} }
  },
)
