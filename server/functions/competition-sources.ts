import { z } from "zod"
import { connectedSince } from "#domain/competition/intake/strava/connection.ts"
import { memberFunction } from "./member-function.ts"

/**
 * How activities of the member come in: `{ strava: { available, connectedSince, comparedAt } }`. Not available: the operator
 * has not set it up, and the page says so.
 */
export const competitionSources = memberFunction(z.object({}), async (world, _input, { userId }) => {
  const connected = await connectedSince(world.db, userId)
  return {
    ok: true,
    value: {
      files: { available: true },
      strava: {
        available: world.strava !== undefined,
        connectedSince: connected?.since.toISOString() ?? null,
        comparedAt: connected?.sweptAt?.toISOString() ?? null,
      },
    },
  }
})
