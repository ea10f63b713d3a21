import { stat } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import postgres from "postgres"
import type { Log } from "#domain/world.ts"
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
import { type DatabaseUser, listUsers, registerUser } from "./embedded/users.ts"
import { watchPostmaster } from "./embedded/watch.ts"

export interface EmbeddedOptions {
  /** Folder of this database alone, such as data/postgres. */
  dataDir: string
  log: Log
  /** What this process is, for messages: "server", "backup". */
  purpose?: string
  /** Settings of PostgreSQL on top of ours, for tests. */
  settings?: Record<string, string>
  /** Called when PostgreSQL was launched and has yet to be ready: time for other work. */
  onLaunched?: () => void
}

export interface Embedded {
  /** Connection string of the superuser on database `b4m`. Holds the password: never log it. */
  url: string
  /** Where the data really is; another place than asked for when the database's user cannot enter that. */
  dataDir: string
  /** Sentences for whoever started it. */
  notes: string[]
  /** Ends this process's use. The last user stops the server, in order; until then it runs on for the others. */
  stop(): Promise<void>
}

/** Name of the database that holds everything of ours. */
export const DATABASE = "b4m"

/**
 * Starts our own PostgreSQL on `dataDir`, or joins the one that already runs there, and keeps it running: a server
 * that dies while it is in use is started again at the same address. Whatever a kill left behind is put right.
 * Several processes may use one folder at a time, and several folders run side by side.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await choosePlace(options.dataDir)
  const settings = { ...serverSettings, ...options.settings }
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

/** Who uses the database of this folder at the moment. Empty when it does not run. */
export async function embeddedUsers(dataDir: string): Promise<DatabaseUser[]> {
  if (!(await stat(dataDir).catch(() => null))) return []
  return listUsers(usersOf(await choosePlace(dataDir)))
}

/** Stops a server that runs for nobody, because its users were killed. Answers whether there was one. */
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
    // Its users were killed. It may be of an older version or have other settings, so it is stopped in order.
    log.info({ pid: running.pid }, "Stopping the database that a killed process left running")
    await stopPostmaster(place, running.pid)
  }
  await prepareCluster(place)
  // Another program may take the port between the look and the start.
  for (let attempt = 0; attempt < 20; attempt++) {
    const started = await startPostmaster(place, await freePort(), settings, onLaunched)
    if (started !== "taken") return started
  }
  throw new Error("No free port on 127.0.0.1 was found for the database.")
}

/** Asks with the password, so a wrong one is found here and not by the first visitor. */
async function ensureDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: "b4m start" } })
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (!found) await sql`create database ${sql(DATABASE)}`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function addressOf(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}

function usersOf(place: Place): string {
  return join(place.root, "users")
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
