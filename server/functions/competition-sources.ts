import { z } from "zod"
import { serviceNames } from "#content/services.ts"
import { connectionsOf } from "#domain/competition/intake/connections/connect.ts"
import { memberFunction } from "./member-function.ts"

/**
 * The member's sources of activities: `{ files: { available }, strava: { available, connectedSince, comparedAt,
 * reconnectBy, hidden } }`, one entry per service. A service is not available when the operator has not configured
 * it; the page says so. `reconnectBy` is set when the connection no longer works: its data is deleted then. `hidden`
 * means that others cannot see its data.
 */
export const competitionSources = memberFunction(z.object({}), async (world, _input, { userId }) => {
  const connections = await connectionsOf(world.db, userId)
  const entries = serviceNames.map((name) => {
    const connected = connections.get(name)
    const state = {
      available: world.sources.services.has(name),
      connectedSince: connected?.since.toISOString() ?? null,
      comparedAt: connected?.sweptAt?.toISOString() ?? null,
      reconnectBy: connected?.reconnectBy?.toISOString() ?? null,
      hidden: connected?.hidden ?? false,
    }
    return [name, state] as const
  })
  return { ok: true, value: { files: { available: true }, ...Object.fromEntries(entries) } }
})
