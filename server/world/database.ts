import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { isHeardDirectly, isTransactionPooler } from "#adapters/db/pooler.ts"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { unfitAsReplica } from "#adapters/db/replica/contact.ts"
import { connectReplica, type Replica } from "#adapters/db/replica.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withoutPreparing } from "#primitives/database-url.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import { type Env, SettingError } from "../process/env.ts"
import type { ServerLog } from "../process/log.ts"
import { archiveFolder, backupFolder } from "./backup-names.ts"
import type { Closers } from "./closers.ts"
import { explainReplicaProblem, explainStartProblem, firstContact } from "./database-problem.ts"
import { shareConnections } from "./share-connections.ts"

export interface OpenedDatabase {
  db: PostgresDb
  /** The replica of DATABASE_READ_URL; only for the server. */
  replica?: Replica
  /** Connection string of the owner, for queries; contains the password. */
  url: string
  /** The same without a pooler, for migrations and anything else that needs a session. */
  directUrl: string
  /** The location of the data, to be shown to people. */
  place: string
  /** Sentences for the person who started the server. */
  notes: readonly string[]
}

/** The longest statement outside requests, renderings and jobs, which have their own deadlines, in ms. */
const statementMs = 30_000
/** How long the start waits for a replica, in ms. */
const replicaWithinMs = 5_000

/**
 * Connects to DATABASE_URL, or starts (or joins) the embedded PostgreSQL below DATA_DIR and connects to that. `purpose`
 * is the application name shown in lists of connections: "server", "jobs". `onLaunched` is called when PostgreSQL is
 * running but not ready yet.
 */
export async function openDatabase(
  env: Env,
  log: ServerLog,
  closers: Closers,
  purpose: string,
  onLaunched?: () => void,
): Promise<OpenedDatabase> {
  const { statements: max } = shareConnections(env)
  // Commands may have to read all data.
  const limits = purpose === "server" ? { statementMs } : {}
  if (env.DATABASE_URL) {
    const given = env.DATABASE_URL
    const { url, directUrl, notes } = await firstContact(given, () =>
      findAddresses(given, env.DATABASE_DIRECT_URL),
    )
    const db = connectPostgres({ url, directUrl, max, ...limits })
    closers.add("database connections", () => db.end())
    const { hostname, pathname } = new URL(url)
    const opened = { db, url, directUrl, place: `PostgreSQL ${pathname.slice(1)} on ${hostname}` }
    if (!env.DATABASE_READ_URL || purpose !== "server") return { ...opened, notes }
    const found = await findReplica(env.DATABASE_READ_URL, db)
    const { DATABASE_POOL: most } = env
    const replica = connectReplica({
      ...{ url: found.url, primary: db, primaryUrl: directUrl, max: most, log, ...limits },
    })
    closers.add("replica", () => replica.close())
    return { ...opened, replica, notes: [...notes, ...found.notes] }
  }
  const folder = backupFolder(env)
  const embedded = await startEmbedded({
    dataDir: join(env.DATA_DIR, "postgres"),
    // A command may lack access to the folder, and must not turn off the archiving that the server started.
    archiveTo: purpose === "server" ? (folder ? archiveFolder(folder) : null) : undefined,
    log,
    purpose,
    onLaunched,
  }).catch((error: unknown) => {
    throw explainStartProblem(error, env)
  })
  closers.add("database", () => embedded.stop(), Number.POSITIVE_INFINITY)
  const { url } = embedded
  const db = connectPostgres({ url, max, ...limits })
  closers.add("database connections", () => db.end())
  return { db, url, directUrl: url, place: embedded.dataDir, notes: embedded.notes }
}

/**
 * A replica that does not answer does not prevent the start; one that is none does. Behind a pooler in transaction mode,
 * or where this is unknown, nothing is prepared.
 */
async function findReplica(given: string, primary: PostgresDb) {
  const contact = connectPostgres({ url: withoutPreparing(given), max: 1, applicationName: "b4m start" })
  try {
    const unfit = await withOwnDeadline(replicaWithinMs, () => unfitAsReplica(contact, primary))
    if (unfit)
      throw new SettingError(`DATABASE_READ_URL must lead to a replica of DATABASE_URL, but ${unfit}`)
    const url = (await isTransactionPooler(given)) ? withoutPreparing(given) : given
    return {
      url,
      notes: [`Pages of athletes and anonymous reads come from the replica on ${hostOf(given)}.`],
    }
  } catch (error) {
    if (!isDatabaseAway(error)) throw explainReplicaProblem(error, given)
    const note = `The replica on ${hostOf(given)} does not answer: everything is read from the database itself.`
    return { url: withoutPreparing(given), notes: [note] }
  } finally {
    await contact.end(0)
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname
}

/**
 * Behind a pooler in transaction mode, a prepared statement, including the driver's own `commit`, may be a different
 * one or missing on the next backend: writes would be acknowledged and lost. So nothing is prepared there, and work
 * that needs a session uses the direct connection string.
 */
async function findAddresses(given: string, direct: string | undefined) {
  const isPooled = await isTransactionPooler(given)
  if (isPooled && !direct)
    throw new SettingError(
      "DATABASE_URL leads to a pooler in transaction mode, which loses notifications and locks: " +
        "set DATABASE_DIRECT_URL to the address of PostgreSQL itself (or of a pooler in session mode)",
    )
  if (direct && !(await isHeardDirectly(given, direct)))
    throw new SettingError(
      "DATABASE_DIRECT_URL must lead to the database of DATABASE_URL, and to no pooler in transaction mode: " +
        "a notification sent through the one was not heard over the other",
    )
  return {
    url: isPooled ? withoutPreparing(given) : given,
    directUrl: direct ?? given,
    notes: isPooled
      ? ["A pooler in transaction mode is in front of the database: statements are not prepared."]
      : [],
  }
}
