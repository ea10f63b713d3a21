import { z } from "zod"
import { importLimits } from "#content/import-limits.ts"
import { serviceNames } from "#content/services.ts"
import { connectionsOf } from "#domain/competition/intake/connections/connect.ts"
import { lastReceived } from "#domain/competition/intake/last-received.ts"
import { keptBytes } from "#domain/competition/originals/keep.ts"
import { memberFunction } from "./member-function.ts"

/**
 * The member's sources of activities: `{ files: { available, usedUp, lastReceived }, strava: { available,
 * connectedSince, comparedAt, reconnectBy, hidden, lastReceived } }`, with one entry per service. A service is not
 * available if the operator has not configured it; the page says so. `reconnectBy` is set if the connection no longer
 * works: its data is deleted then. `hidden` means that others cannot see its data. `usedUp` means that there is no
 * storage left for the original files of new recordings. `lastReceived` is when a recording last arrived from this
 * source.
 */
export const competitionSources = memberFunction(z.object({}), async (world, _input, { userId }) => {
  const [connections, came] = await Promise.all([
    connectionsOf(world.db, userId),
    lastReceived(world.db, userId),
  ])
  const entries = serviceNames.map((name) => {
    const connected = connections.get(name)
    const state = {
      available: world.sources.services.has(name),
      connectedSince: connected?.since.toISOString() ?? null,
      comparedAt: connected?.sweptAt?.toISOString() ?? null,
      reconnectBy: connected?.reconnectBy?.toISOString() ?? null,
      hidden: connected?.hidden ?? false,
      lastReceived: came.get(name)?.toISOString() ?? null,
    }
    return [name, state] as const
  })
  const left = importLimits.keptBytesPerAthlete - (await keptBytes(world.db, userId))
  const files = {
    available: true,
    usedUp: left < importLimits.usedUpBelowBytes,
    lastReceived: came.get("file")?.toISOString() ?? null,
  }
  return { ok: true, value: { files, ...Object.fromEntries(entries) } }
})
