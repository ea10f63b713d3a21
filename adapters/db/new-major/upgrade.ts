import { rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { type Binaries, majorVersion } from "../embedded/binaries.ts"
import {
  clusterVersion,
  createCluster,
  makePartial,
  partialCluster,
  readPassword,
  removePartial,
  replaceCluster,
  resetPassword,
  SUPERUSER,
} from "../embedded/cluster.ts"
import { withLockFile } from "../embedded/mutex.ts"
import { choosePlace, type Place } from "../embedded/place.ts"
import { clusterOf, startPostmaster, stopPostmaster } from "../embedded/postmaster.ts"
import { refuseRunning } from "../embedded/restore.ts"
import { serverSettings } from "../embedded/settings.ts"
import { freePort, stopAbandoned } from "../embedded.ts"
import { type CopiedServer, copyServer } from "./copy-server.ts"
import { findOldBinaries, givenBinaries } from "./old-binaries.ts"

interface UpgradeOptions {
  /** Folder of the database, as for startEmbedded. */
  dataDir: string
  /** Folder of the old version's binaries; without it, npm downloads them. */
  binaries?: string | undefined
  /** Called with the next step, for the person who is waiting. */
  say: (line: string) => void
}

interface UpgradeReport extends CopiedServer {
  /** Major versions. */
  from: string
  to: string
  /** The location of the old data, unchanged. */
  keptIn: string
}

/**
 * Copies a database of a previous major version to a new one next to it, compares the two, and only then replaces the
 * old one, which is kept. The database must not be running. Returns null if it has the current version already, or if
 * there is none. An interruption at any moment leaves either the old or the new database, complete; call it again.
 */
export async function upgradeEmbedded(options: UpgradeOptions): Promise<UpgradeReport | null> {
  if (!(await stat(options.dataDir).catch(() => null))) return null
  await stopAbandoned(options.dataDir)
  const place = await choosePlace(options.dataDir)
  // Copying may take a long time; a process that starts the site in the meantime is told which process to wait for.
  return withLockFile(join(place.root, "lock"), async () => {
    await refuseRunning(place)
    const from = await clusterVersion(clusterOf(place))
    const to = majorVersion(place.binaries)
    if (from === null || from === to) return null
    if (Number(from) > Number(to))
      throw new Error(
        `The database is of PostgreSQL ${from}, and this version brings only ${to}. Use a newer version.`,
      )
    await removePartial(place)
    const folder = join(place.root, "binaries")
    options.say(`The database is of PostgreSQL ${from}; this version brings ${to}.`)
    const binaries = options.binaries
      ? await givenBinaries(options.binaries, from)
      : await findOldBinaries(from, folder)
    const old: Place = { ...place, binaries }
    const fresh: Place = { ...place, root: partialCluster(place) }
    try {
      await makePartial(fresh)
      await createCluster(fresh)
      options.say("Copying and comparing ...")
      const copied = await copy(old, fresh)
      const keptIn = join(place.root, `postgresql-${from}-${new Date().toISOString().replace(/[:.]/g, "-")}`)
      await replaceCluster(place, clusterOf(fresh), keptIn)
      if (!options.binaries) await removeFetched(binaries)
      return { ...copied, from, to, keptIn }
    } finally {
      await rm(fresh.root, { recursive: true, force: true, maxRetries: 10 })
    }
  })
}

/** Runs both servers, closed to other connections, until the copy is complete and flushed. */
async function copy(old: Place, fresh: Place): Promise<CopiedServer> {
  if ((await readPassword(old)) === null) await resetPassword(old)
  const { io_method: _since18, ...settings } = serverSettings
  // Guards against accidental writes to the old database.
  const readOnly = { ...settings, default_transaction_read_only: "on", autovacuum: "off" }
  const source = await start(old, readOnly)
  try {
    const target = await start(fresh, { ...serverSettings, autovacuum: "off" })
    try {
      return await copyServer({ from: await source.url(), to: await target.url() })
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}

async function start(place: Place, settings: Record<string, string>) {
  const port = await freePort()
  const started = await startPostmaster(place, port, settings)
  if (started === "taken") throw new Error(`Port ${port} was taken by another program. Try again.`)
  return {
    url: async () => `postgres://${SUPERUSER}:${await readPassword(place)}@127.0.0.1:${port}/postgres`,
    stop: () => stopPostmaster(place, started.pid),
  }
}

const removeFetched = (binaries: Binaries) => rm(binaries.root, { recursive: true, force: true })
