import postgres from "postgres"
import type { Db, Sql } from "#domain/world.ts"
import { applicationName } from "#primitives/application-name.ts"
import { readDatabaseUrl } from "#primitives/database-url.ts"
import { Batches } from "./batch-socket.ts"
import { createListener } from "./listener.ts"
import { type Encryption, openSocket } from "./open-socket.ts"
import { type ReservedConnection, reserve } from "./reserve.ts"

interface PostgresOptions {
  url: string
  /** For LISTEN, where `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** Connections in the pool. */
  max: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
}

/** What the process needs beyond the Db port: shutdown, and LISTEN for the live adapter. */
export interface PostgresDb extends Db {
  /**
   * Listens over a dedicated connection that is reopened when lost; calls `onReady` each time it is
   * established.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>
  /** One connection of the pool until it is released, for statements that travel together. */
  reserve(): Promise<ReservedConnection>
  /** Waits for running queries up to `timeoutSeconds`, then closes every connection. */
  end(timeoutSeconds?: number): Promise<void>
}

/** Opens a PostgreSQL pool. Connects lazily: the first query shows whether the server is available. */
export function connectPostgres(options: PostgresOptions): PostgresDb {
  const { url, ssl } = readDatabaseUrl(options.url)
  const encryption = ssl ?? encryptionOf(url)
  const batches = new Batches()
  const pool = postgres(url, {
    max: options.max,
    idle_timeout: 0,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: applicationName(options.applicationName ?? "b4m") },
    ssl: false,
    socket: async (target) => batches.carryOver(await openSocket(target, encryption)),
  } as postgres.Options<Record<string, never>> & { socket: OpenSocket })
  // False behind a pooler in transaction mode.
  const prepares = Boolean(pool.options.prepare)
  const listener = createListener({ url: options.directUrl ?? options.url })
  return {
    ...wrap(pool),
    listen: (channel, onPayload, onReady) => listener.listen({ channel, onPayload, onReady }),
    reserve: () => reserve(pool, batches, prepares),
    end: (timeoutSeconds = 5) => pool.end({ timeout: timeoutSeconds }),
  }
}

/** An option of postgres.js that its types leave out. */
type OpenSocket = (target: Parameters<typeof openSocket>[0]) => ReturnType<typeof openSocket>

/** What a URL says of encryption, in the words that the driver knows. */
function encryptionOf(url: string): Encryption {
  const { searchParams } = new URL(url)
  if (searchParams.get("sslrootcert") === "system") return "verify-full"
  const mode = searchParams.get("sslmode") ?? searchParams.get("ssl") ?? "disable"
  return mode === "disable" || mode === "false" ? false : mode
}

function wrap(sql: postgres.Sql | postgres.TransactionSql): Db {
  return {
    sql: sql as unknown as Sql,
    transaction: (work) => begin(sql, (inner) => work(wrap(inner))),
    query: async (text, values = []) => [
      ...(await sql.unsafe(text, values as postgres.ParameterOrJSON<never>[])),
    ],
  }
}

async function begin<T>(
  sql: postgres.Sql | postgres.TransactionSql,
  work: (inner: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const done = "savepoint" in sql ? sql.savepoint(work) : sql.begin(work)
  return (await done) as T
}
