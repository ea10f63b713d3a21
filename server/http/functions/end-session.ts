import { z } from "zod"
import { memberFunction } from "./member-function.ts"

const shape = z.object({ id: z.uuid("must be the id of a session") })

/** Signs the caller out of one device. 404 `session_not_found` if it belongs to another account or has ended. */
export const endSession = memberFunction(shape, async (world, { id }, { userId }) => {
  const ended = await world.accounts.endSession(world.db, userId, id)
  return ended
    ? { ok: true, value: { ended: id } }
    : {
        ok: false,
        code: "session_not_found",
        message: "This device is already signed out.",
        status: 404,
      }
})
