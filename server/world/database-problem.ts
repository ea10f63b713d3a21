import type { Db } from "#ports/db.ts"
import { SettingError } from "../process/env.ts"

/** Explanations, by error code of the driver, the socket and PostgreSQL, of why a database cannot be used at all. */
const reasons: Record<string, (where: string, message: string) => string> = {
  ECONNREFUSED: (where) =>
    `Nothing answers at ${where}: is PostgreSQL running there, and does DATABASE_URL name its port?`,
  ENOTFOUND: (where) => `The host of DATABASE_URL is not known (${where}).`,
  EAI_AGAIN: (where) => `The name of the host in DATABASE_URL could not be looked up (${where}).`,
  CONNECT_TIMEOUT: (where) =>
    `${where} did not answer as PostgreSQL does: a firewall, the wrong host or port in DATABASE_URL, or another program there?`,
  ETIMEDOUT: (where) => `${where} did not answer: a firewall, or the wrong host in DATABASE_URL?`,
  EHOSTUNREACH: (where) => `${where} cannot be reached from this machine.`,
  ENETUNREACH: (where) => `${where} cannot be reached from this machine (an IPv6 address without IPv6?).`,
  ECONNRESET: (where) =>
    `${where} closed the connection at once: it may want TLS (sslmode=require), or be no PostgreSQL.`,
  CONNECTION_CLOSED: (where) =>
    `${where} closed the connection at once: it may want TLS (sslmode=require), or be no PostgreSQL.`,
  "28P01": (where) => `The password in DATABASE_URL is wrong for its user (${where}).`,
  "28000": (where, message) => `${where} does not let the user of DATABASE_URL in: ${message}.`,
  "3D000": (where, message) =>
    `The database of DATABASE_URL is not there (${where}): ${message}. Create it first.`,
  "53300": (where) =>
    `${where} has no connection left: raise its max_connections, or lower DATABASE_POOL of the processes that use it.`,
  "57P03": (where) => `The database at ${where} is starting up or shutting down; try again in a moment.`,
  "42501": (where, message) =>
    `The user of DATABASE_URL may not do what the site needs at ${where}: ${message}.`,
}

/** Error codes of OpenSSL and Node for a rejected certificate. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS/

/** Runs the first query against a database; a failure is reported in one sentence (see explainDatabaseProblem). */
export async function firstContact<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainDatabaseProblem(error, url)
  }
}

/**
 * The error of a first query as one sentence with code `database_refused`; returns any other error unchanged. The sentence
 * names host and port, never user or password.
 */
function explainDatabaseProblem(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  const { host } = new URL(url)
  const isCertificate = certificateCodes.test(code)
  const sentence = isCertificate
    ? `The certificate of ${host} is not trusted (${error.message}): name its authority with ?sslmode=verify-full&sslrootcert=<file> in DATABASE_URL.`
    : reasons[code]?.(host, error.message)
  if (!sentence) return error
  return Object.assign(new Error(sentence, { cause: error }), { code: "database_refused" })
}

/** The same for the first query against a replica. */
export function explainReplicaProblem(error: unknown, url: string): unknown {
  const explained = explainDatabaseProblem(error, url)
  if (!(explained instanceof Error) || explained === error) return error
  const message = explained.message.replace("DATABASE_URL", "DATABASE_READ_URL")
  return Object.assign(new Error(message, { cause: error }), { code: "database_refused" })
}

/**
 * The error that ended the start of the embedded database, with code `database_refused`; its messages are already
 * sentences for people. An error about a folder names the setting.
 */
export function explainStartProblem(
  error: unknown,
  { BACKUP_DIR }: { BACKUP_DIR?: string | undefined },
): unknown {
  if (!(error instanceof Error) || error.name !== "Error") return error
  const { code, path } = error as NodeJS.ErrnoException
  if (code === undefined) return Object.assign(error, { code: "database_refused" })
  if (path === undefined) return error
  const setting =
    BACKUP_DIR && (path.startsWith(BACKUP_DIR) || BACKUP_DIR.startsWith(path)) ? "BACKUP_DIR" : "DATA_DIR"
  return new SettingError(`${setting} cannot be used: ${path} cannot be made or written (${code})`)
}

/**
 * Throws a sentence if SUPABASE_URL is set with another kind of database, because the migrations depend on a Supabase
 * project's objects.
 */
export async function requireProject(db: Db): Promise<void> {
  const [found] = await db.query("select to_regclass('auth.users') is not null as ready")
  if (found?.ready) return
  const sentence =
    "SUPABASE_URL is set, but the database of DATABASE_URL belongs to no Supabase project (it has no table auth.users): " +
    "remove SUPABASE_URL, or set DATABASE_URL to the database of that project."
  throw Object.assign(new Error(sentence), { code: "database_refused" })
}

/** A name with several addresses has one error for each; the first one is reported. */
function codeOf(error: Error & { code?: unknown; errors?: unknown[] }): string {
  if (typeof error.code === "string") return error.code
  const [first] = error.errors ?? []
  return first instanceof Error ? codeOf(first) : ""
}
