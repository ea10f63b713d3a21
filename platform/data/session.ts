import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely"
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import type postgres from "postgres"
import { DataError } from "./errors.ts"
import type { DataRequest } from "./request.ts"
import type { Seals } from "./seals.ts"

/** How long a request waits for a free connection before it is turned away, in milliseconds (PostgREST's db-pool-acquisition-timeout). */
const acquireTimeoutMs = 10_000
/** How long one statement may run per role, in milliseconds: what Supabase sets for its roles. 0 is without end. */
const statementTimeoutMs: Record<string, number> = { anon: 3_000, authenticated: 8_000 }
/** Statements that a connection keeps prepared; shapes beyond that are sent anew each time. */
const preparedLimit = 300

/**
 * Everything that a request sets for its transaction, in one statement: role, claims and what SQL functions may read.
 * `role` comes first, so that the rest already runs with the caller's rights.
 */
const contextStatement = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
 set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true),
 set_config('request.method', $4, true), set_config('request.path', $5, true),
 set_config('request.headers', $6, true), set_config('search_path', $7, true),
 set_config('statement_timeout', $8, true), set_config('timezone', $9, true)`

/** A transaction of one request on one connection. */
export interface Session {
  db: Kysely<unknown>
  /** Statements that reached the database so far. */
  statements(): number
  commit(): Promise<void>
  rollback(): Promise<void>
  release(): void
}

/** Decides which statements are worth preparing: those seen before, up to a limit that a caller cannot exceed. */
export class PreparedShapes {
  readonly #seen = new Set<string>()

  isPrepared(text: string): boolean {
    if (this.#seen.has(text)) return true
    if (this.#seen.size < preparedLimit && text.length < 10_000) this.#seen.add(text)
    return false
  }
}

/**
 * Takes a connection and opens the request's transaction on it. `begin` and the context travel together with
 * the first statement, so that reading costs two round trips in all.
 */
export async function openSession(
  pool: postgres.Sql,
  request: DataRequest,
  seals: Seals,
  shapes: PreparedShapes,
): Promise<Session> {
  const connection = await reserve(pool)
  const readOnly = request.method === "GET" || request.method === "HEAD"
  const opening = Promise.all([
    connection.unsafe(readOnly ? "begin read only" : "begin"),
    connection.unsafe(contextStatement, contextOf(request), { prepare: true }),
  ])
  // Seen by `run` or `commit`; without this an error between them would count as unhandled.
  opening.catch(() => {})
  let statements = 0

  async function run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    statements++
    const parameters = query.parameters.map(seals.open) as postgres.ParameterOrJSON<never>[]
    const result = connection.unsafe(query.sql, parameters, { prepare: shapes.isPrepared(query.sql) })
    const [answer] = await Promise.allSettled([result, opening])
    await opening
    if (answer.status === "rejected") throw answer.reason
    const rows = answer.value
    const changes = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(rows.command)
    return { rows: [...rows] as Row[], ...(changes && { numAffectedRows: BigInt(rows.count) }) }
  }

  return {
    db: new Kysely({ dialect: dialectOf({ executeQuery: run, streamQuery: refuseStreaming }) }),
    statements: () => statements,
    async commit() {
      await opening
      await connection.unsafe("commit")
    },
    async rollback() {
      await connection.unsafe("rollback")
    },
    release: () => connection.release(),
  }
}

function contextOf({ claims, method, path, schema, headers, timezone }: DataRequest): string[] {
  return [
    claims.role,
    JSON.stringify(claims),
    claims.sub ?? "",
    method,
    path,
    JSON.stringify(headers),
    `"${schema.replaceAll('"', '""')}", extensions`,
    String(statementTimeoutMs[claims.role] ?? 0),
    timezone ?? "UTC",
  ]
}

async function reserve(pool: postgres.Sql): Promise<postgres.ReservedSql> {
  const pending = pool.reserve()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(resolve, acquireTimeoutMs, "timeout")
  })
  const winner = await Promise.race([pending, timeout]).finally(() => clearTimeout(timer))
  if (winner !== "timeout") return winner
  pending.then((late) => late.release()).catch(() => {})
  throw new DataError(504, "PGRST003", "Timed out acquiring connection from connection pool.")
}

function dialectOf(connection: DatabaseConnection) {
  const nothing = async () => {}
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    destroy: nothing,
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

// biome-ignore lint/correctness/useYield: it only refuses
async function* refuseStreaming(): AsyncGenerator<never> {
  throw new Error("The Data API does not stream statements")
}
