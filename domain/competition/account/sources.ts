import { importLimits } from "#content/import-limits.ts"
import { type ServiceName, serviceNames } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { connectionsOf } from "../intake/connections/connect.ts"
import { lastReceived } from "../intake/last-received.ts"
import { keptBytes } from "../originals/keep.ts"

/** A service and the member's connection to it. Days are in words, on the member's clock. */
export interface OwnService {
  /** Whether the operator has configured it. */
  available: boolean
  connectedSince: string | null
  /** Set if the connection no longer works: its data is deleted then. */
  reconnectBy: string | null
  /** Its data is hidden from others, because the service has not confirmed it for too long. */
  hidden: boolean
  /** When a recording last came from it. */
  lastReceived: string | null
}

/** Everything that brings the member's training. */
export interface OwnSources {
  services: Record<ServiceName, OwnService>
  files: {
    /** There is no storage left for the original files of new recordings. */
    usedUp: boolean
    lastReceived: string | null
  }
}

const day = dateFormat({ dateStyle: "long" })

/** The member's sources of activities. @param zone the member's time zone */
export async function ownSources(
  world: World,
  { userId, zone }: { userId: string; zone: string },
): Promise<OwnSources> {
  const [connections, came, kept] = await Promise.all([
    connectionsOf(world.db, userId),
    lastReceived(world.db, userId),
    keptBytes(world.db, userId),
  ])
  const inWords = (at: Date | null | undefined) => (at ? day(at, zone) : null)
  const services = serviceNames.map((name): [ServiceName, OwnService] => {
    const connected = connections.get(name)
    return [
      name,
      {
        available: world.sources.services.has(name),
        connectedSince: inWords(connected?.since),
        reconnectBy: inWords(connected?.reconnectBy),
        hidden: connected?.hidden ?? false,
        lastReceived: inWords(came.get(name)),
      },
    ]
  })
  return {
    services: Object.fromEntries(services) as OwnSources["services"],
    files: {
      usedUp: importLimits.keptBytesPerAthlete - kept < importLimits.usedUpBelowBytes,
      lastReceived: inWords(came.get("file")),
    },
  }
}
