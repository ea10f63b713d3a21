import { z } from "zod"
import { disconnect } from "#domain/competition/intake/strava/connection.ts"
import { memberFunction } from "./member-function.ts"

/** Ends the connection and removes everything that came through it; a mail confirms it. */
export const disconnectStrava = memberFunction(z.object({}), async (world, _input, { userId }) => {
  if (!world.strava)
    return { ok: false, code: "strava_off", message: "Strava is not connected to this site." }
  const done = await disconnect(world, userId)
  if (done.ok) return { ok: true, value: { disconnected: true } }
  return { ok: false, code: done.code, message: "Your account is not connected to Strava.", status: 409 }
})
