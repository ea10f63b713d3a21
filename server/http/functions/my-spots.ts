import { z } from "zod"
import { comingSpots } from "#domain/events/spot.ts"
import { memberFunction } from "./member-function.ts"

/** The signed-in member's spots and waitlist places: {} -> [{ event, on, state, place }]. */
export const mySpots = memberFunction(z.object({}), async (world, _input, { userId }) => ({
  ok: true,
  value: await comingSpots(world, userId),
}))
