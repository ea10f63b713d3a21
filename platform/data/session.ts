import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely"
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import type postgres from "postgres"
import { explain } from "./plan.ts"
import type { DataRequest } from "./request.ts"
import type { Seals } from "./seals.ts"
import { beginTransaction } from "./transaction.ts"

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
interface Session {
  db: Kysely<unknown>
  /** Statements that reached the database so far. */
  statements(): number
  commit(): Promise<void>
  /** Never throws: a transaction that cannot be rolled back is gone with its connection. */
  rollback(): Promise<void>
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

interface SessionOptions {
  request: DataRequest
  seals: Seals
  shapes: PreparedShapes
  /** Sees every statement before it is sent; throws when it must not be. */
  inspect(query: CompiledQuery): void
}

/** Opens the request's transaction. Its context travels together with the first statement. */
export async function openSession(
  pool: postgres.Sql,
  { request, seals, shapes, inspect }: SessionOptions,
): Promise<Session> {
  const readOnly = request.method === "GET" || request.method === "HEAD"
  const transaction = await beginTransaction(pool, readOnly ? "read only" : "")
  const context = transaction.send(contextStatement, contextOf(request), true)
  // Seen by `run` or `commit`; without this an error between them would count as unhandled.
  context.catch(() => {})
  let statements = 0

  async function run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    inspect(query)
    statements++
    // Before an upsert lite looks for the row whose key is left to its default, undefined here: there is none. postgres.js
    // (3.4.9) would take its own complaint about undefined for the answer to the statement before, and wait for ever.
    const parameters = query.parameters.map((value) => (value === undefined ? null : seals.open(value)))
    const { plan } = request
    const explained = plan && !plan.rows
    const text = explained ? explain(plan.wish, query.sql) : query.sql
    const answer = transaction.send(text, parameters, shapes.isPrepared(text))
    answer.catch(() => {})
    await context
    const rows = await answer
    if (explained) {
      plan.rows = [...rows]
      return { rows: [] }
    }
    const changes = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(rows.command)
    if (changes) request.affected = rows.count
    return { rows: [...rows] as Row[], ...(changes && { numAffectedRows: BigInt(rows.count) }) }
  }

  return {
    db: new Kysely({ dialect: dialectOf({ executeQuery: run, streamQuery: refuseStreaming }) }),
    statements: () => statements,
    async commit() {
      await context
      await transaction.commit()
    },
    rollback: transaction.rollback,
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
