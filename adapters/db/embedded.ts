import { stat } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import type { Log } from "#ports/log.ts"
import { prepareCluster, readPassword, SUPERUSER } from "./embedded/cluster.ts"
import { withLockFile } from "./embedded/mutex.ts"
import { choosePlace, type Place } from "./embedded/place.ts"
import {
  clusterOf,
  findPostmaster,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from "./embedded/postmaster.ts"
import { serverSettings } from "./embedded/settings.ts"
import { listUsers, registerUser } from "./embedded/users.ts"
import { archiveSettings } from "./embedded/wal-archive.ts"
import { watchPostmaster } from "./embedded/watch.ts"
import { connectPostgres } from "./postgres.ts"

interface EmbeddedOptions {
  /** A folder used only by this database, such as data/postgres. */
  dataDir: string
  /** The folder for archiving the write-ahead log; null turns archiving off, and undefined leaves it unchanged. */
  archiveTo?: string | null | undefined
  log: Log
  /** The purpose of this process, for messages: "server", "backup". */
  purpose?: string
  /** PostgreSQL settings in addition to the defaults, for tests. */
  settings?: Record<string, string>
  /**
   * Called after PostgreSQL was launched and before it is ready, so that the caller can do other work in the meantime.
   */
  onLaunched?: () => void
}

interface Embedded {
  /** Connection string of the superuser on database `b4m`. Contains the password: never log it. */
  url: string
  /**
   * The actual location of the data. It differs from the requested one if the database's account cannot enter that one.
   */
  dataDir: string
  /** Messages for the person who started the process. */
  notes: string[]
  /**
   * Unregisters this process. The last process shuts the server down cleanly; until then it keeps running for the
   * others.
   */
  stop(): Promise<void>
}

/** Name of the database that holds all data. */
const DATABASE = "b4m"

/**
 * Starts the embedded PostgreSQL on `dataDir`, or joins the one already running there, and keeps it running:
 * a server that dies while in use is restarted at the same address. Recovers from whatever a kill left
 * behind. Several processes may share a folder, and several folders can run side by side.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await choosePlace(options.dataDir)
  const archiving = await archiveSettings(place, options.archiveTo)
  const settings = { ...serverSettings, ...archiving, ...options.settings }
  const locked = <T>(work: () => Promise<T>) => withLockFile(join(place.root, "lock"), work)

  const { port, password, release } = await locked(async () => {
    const postmaster = await joinOrStart(place, settings, options)
    const password = await readPassword(place)
    if (password === null)
      throw new Error(`The password of the running database is missing in ${clusterOf(place)}.`)
    await ensureDatabase(addressOf(postmaster.port, password, "postgres"))
    const release = await registerUser(usersOf(place), options.purpose ?? "server")
    return { port: postmaster.port, password, release }
  })

  const watch = watchPostmaster(clusterOf(place), options.log, () =>
    locked(async () => {
      if (await findPostmaster(clusterOf(place))) return
      const again = await startPostmaster(place, port, settings)
      if (again === "taken") throw new Error(`Port ${port} of the database was taken by another program.`)
    }),
  )
  let stopping: Promise<void> | null = null
  const stop = async () => {
    await watch.end()
    await locked(async () => {
      await release()
      const others = await listUsers(usersOf(place))
      const postmaster = await findPostmaster(clusterOf(place))
      if (others.length === 0 && postmaster) await stopPostmaster(place, postmaster.pid)
    })
  }
  return {
    url: addressOf(port, password, DATABASE),
    dataDir: place.root,
    notes: place.notes,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Stops a server whose user processes were all killed. Returns whether there was one. */
export async function stopAbandoned(dataDir: string): Promise<boolean> {
  if (!(await stat(dataDir).catch(() => null))) return false
  const place = await choosePlace(dataDir)
  return withLockFile(join(place.root, "lock"), async () => {
    const running = await findPostmaster(clusterOf(place))
    if (!running || (await listUsers(usersOf(place))).length > 0) return false
    await stopPostmaster(place, running.pid)
    return true
  })
}

async function joinOrStart(
  place: Place,
  settings: Record<string, string>,
  { log, onLaunched }: EmbeddedOptions,
): Promise<Postmaster> {
  const cluster = clusterOf(place)
  const running = await findPostmaster(cluster)
  if (running) {
    if ((await listUsers(usersOf(place))).length > 0) return running
    // Its user processes were killed. It may be an older version or have other settings, so it is shut down cleanly.
    log.info({ pid: running.pid }, "Stopping the database that a killed process left running")
    await stopPostmaster(place, running.pid)
  }
  await prepareCluster(place)
  // Another program may take the port between the check and the start.
  for (let attempt = 0; attempt < 20; attempt++) {
    const started = await startPostmaster(place, await freePort(), settings, onLaunched)
    if (started !== "taken") return started
  }
  throw new Error("No free port on 127.0.0.1 was found for the database.")
}

/** Connects with the password, so that a wrong password is reported here and not to the first visitor. */
async function ensureDatabase(url: string): Promise<void> {
  const db = connectPostgres({ url, max: 1, applicationName: "b4m start" })
  try {
    const [found] = await db.sql`select 1 from pg_database where datname = ${DATABASE}`
    if (!found) await db.sql`create database ${db.sql(DATABASE)}`
  } finally {
    await db.end()
  }
}

function addressOf(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}

function usersOf(place: Place): string {
  return join(place.root, "users")
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
