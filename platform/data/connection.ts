import type { Connection } from "@supabase/lite"
import { PostgresConnection } from "@supabase/lite/postgres"
import { sql } from "kysely"
import type { Log } from "#domain/world.ts"
import { applicationName } from "#primitives/application-name.ts"
import { readDatabaseUrl } from "#primitives/database-url.ts"
import type { Catalog } from "./catalog.ts"
import { DataError, fromDatabaseError } from "./errors.ts"
import { holdToMaxAffected } from "./max-affected.ts"
import type { DataRequest } from "./request.ts"
import { createSeals, type Seals } from "./seals.ts"
import { openSession, PreparedShapes } from "./session.ts"
import { requireExposed } from "./statement-relations.ts"
import { valueTypes } from "./value-types.ts"

type Statement = Parameters<PostgresConnection["onPostgrestAST"]>[0]
type Context = Parameters<Connection["withContext"]>[0]
type Work<T> = Parameters<typeof PostgresConnection.prototype.withContext<T>>[1]

/** Rows of the largest answer (lite's limit). */
const largestAnswer = 1_000

export interface DataConnectionOptions {
  url: string
  /** Connections in the pool. */
  max: number
  /** Schemas that callers may see; nothing else of the catalog is known to the Data API. */
  schemas: readonly string[]
  log: Log
}

/**
 * lite's connection with its own notion of a request: one transaction per request under the caller's role,
 * rolled back on every answer that is not a success, values printed as `to_json` prints them,
 * and a catalog that holds the exposed schemas only.
 */
export class DataConnection extends PostgresConnection {
  readonly seals: Seals
  readonly #schemas: ReadonlySet<string>
  readonly #log: Log
  readonly #shapes = new PreparedShapes()
  /** Found by the claims object, the one thing of a request that lite hands through. */
  readonly #requests = new WeakMap<object, DataRequest>()
  #catalog: Promise<Catalog> | undefined

  constructor({ url: address, max, schemas, log }: DataConnectionOptions) {
    const { url, ssl } = readDatabaseUrl(address)
    const seals = createSeals()
    super({
      url,
      postgresOptions: {
        max,
        idle_timeout: 0,
        connect_timeout: 10,
        onnotice: () => {},
        connection: { application_name: applicationName("b4m data api") },
        types: valueTypes(seals),
        ...(ssl ? { ssl } : {}),
      },
    })
    this.seals = seals
    this.#schemas = new Set(schemas)
    this.#log = log
    // Without this lite grants ALL on every table to anon and authenticated at its first request.
    Object.assign(this, { rlsState: "active" })
  }

  remember(request: DataRequest): void {
    this.#requests.set(request.claims, request)
  }

  /** What the exposed schemas hold. Read once; `forgetCatalog` after a migration. */
  override async introspect(): Promise<Catalog> {
    this.#catalog ??= this.#readCatalog().catch((error: unknown) => {
      this.#catalog = undefined
      throw error
    })
    return this.#catalog
  }

  forgetCatalog(): void {
    this.#catalog = undefined
  }

  async #readCatalog(): Promise<Catalog> {
    // lite answers an empty catalog when the database is away; ask first, so that this is an error and not an empty site.
    const large = await this.driver<{ name: string }[]>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.reltuples > ${largestAnswer} and c.relkind in ('r', 'p', 'm')`
    const all = await super.introspect()
    const exposed = <T extends { schema?: string }>(list: T[] | undefined) =>
      (list ?? []).filter(({ schema }) => this.#schemas.has(schema ?? "public"))
    return {
      ...all,
      large: new Set(large.map(({ name }) => name)),
      tables: exposed(all.tables),
      columns: exposed(all.columns),
      indexes: exposed(all.indexes),
      foreign_keys: exposed(all.foreign_keys).filter((key) =>
        this.#schemas.has(key.ref_schema ?? key.schema),
      ),
      primary_keys: exposed(all.primary_keys),
      views: exposed(all.views),
      check_constraints: exposed(all.check_constraints),
      unique_constraints: exposed(all.unique_constraints),
      comments: exposed(all.comments),
      triggers: exposed(all.triggers),
      functions: exposed(all.functions),
      partitions: exposed(all.partitions),
    }
  }

  /**
   * Runs one request in its transaction. `work` answers a Response; only a success is committed. When a migration
   * changed a table under a prepared statement, everything is done once more: nothing has happened yet.
   */
  override async withContext<T>(context: Context, work: Work<T>): Promise<T> {
    const request = this.#requestOf(context)
    try {
      return await this.#runOnce(request, work)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.forgetCatalog()
      return this.#runOnce(request, work)
    }
  }

  async #runOnce<T>(request: DataRequest, work: Work<T>): Promise<T> {
    const catalog = await this.introspect()
    const session = await openSession(this.driver, {
      request,
      seals: this.seals,
      shapes: this.#shapes,
      inspect: (query) => requireExposed(query, { catalog, schema: request.schema }),
    })
    try {
      const result = await work(session.db)
      if (request.maxAffected !== undefined && result instanceof Response) {
        await holdToMaxAffected(result, request.maxAffected)
      }
      if (request.rollback || isRefusal(result)) await session.rollback()
      else await session.commit()
      return result
    } catch (error) {
      await session.rollback()
      throw isStalePlan(error) ? error : this.#explain(error, request, session.statements() > 0)
    }
  }

  /** The relations were checked against the catalog before lite saw the request; left to do are the gaps in rows. */
  override async onPostgrestAST(ast: Statement): Promise<Statement> {
    const { type } = ast
    const { columns, missing } = ast.$meta ?? {}
    const values = ast.values && (await this.#withSomeColumn(ast.values, ast))
    if (type === "insert" && values !== ast.values) return { ...ast, values: values as object }
    if (!columns || !values || (type !== "insert" && type !== "upsert")) return ast
    return { ...ast, values: fillGaps(values, columns, missing === "default" ? undefined : null) }
  }

  /** A row of defaults alone has no columns, which lite cannot write: one of its columns is given its default by name. */
  async #withSomeColumn(values: object | object[], { from, schema }: Statement): Promise<object | object[]> {
    const rows = Array.isArray(values) ? values : [values]
    if (rows.length === 0 || rows.some((row) => Object.keys(row).length > 0)) return values
    const { columns } = await this.introspect()
    const column = columns.find((one) => one.table === from && one.schema === schema)
    return column ? rows.map(() => ({ [column.name]: sql`default` })) : values
  }

  /**
   * lite calls this for every error that it has no answer for, and would print it (with the row's values) and
   * answer 500. Throwing a DataError answers in its place.
   */
  override normalizeDbError(error: unknown): never {
    throw error instanceof DataError ? error : this.#explain(error, undefined, false)
  }

  #requestOf(context: Context): DataRequest {
    const claims = (context?.auth as { jwt?: object } | undefined)?.jwt
    const request = claims && this.#requests.get(claims)
    if (!request) throw new Error("A statement reached the Data API without a verified caller")
    return request
  }

  #explain(error: unknown, request: DataRequest | undefined, afterStatement: boolean): Error {
    if (error instanceof DataError) return error
    const known = fromDatabaseError(error, request?.claims.role ?? "anon")
    if (known) return withTable(known, request)
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    if (answered.has(name) && error instanceof Error) return error
    if (!afterStatement) {
      // The parser throws plain Errors with a sentence for the caller; anything else it tripped over.
      const sentence = name === "Error" ? message : "The request could not be understood"
      return new DataError(400, "PGRST100", sentence)
    }
    this.#log.error({ error: name, stack, path: request?.path }, "The Data API failed after a statement")
    return new DataError(500, "PGRSTX00", "Internal error")
  }
}

/**
 * Gives every row every column of `columns`: null, or undefined for the column's default. lite inserts the default
 * in both cases and answers null in both.
 */
function fillGaps(values: object | object[], columns: string[], gap: null | undefined): object | object[] {
  const gaps = Object.fromEntries(columns.map((column) => [column, gap]))
  return Array.isArray(values) ? values.map((row) => ({ ...gaps, ...row })) : { ...gaps, ...values }
}

/** "cached plan must not change result type": postgres.js forgets the statement, but its transaction is spoilt. */
function isStalePlan(error: unknown): boolean {
  return error instanceof Error && "routine" in error && error.routine === "RevalidateCachedQuery"
}

function isRefusal(result: unknown): boolean {
  return result instanceof Response && result.status >= 400
}

/** PostgreSQL names only the column of the one table in a statement; PostgREST's statements name both. */
function withTable(error: DataError, request: DataRequest | undefined): DataError {
  const column = error.code === "42703" && /^column "([^"]+)" does not exist$/.exec(error.message)?.[1]
  if (!column || !request) return error
  const name = request.path.replace(/^\/(rpc\/)?/, "")
  return new DataError(400, error.code, `column ${name}.${column} does not exist`, error)
}

/** Errors of lite's own parser and planner, for which it has an answer in PostgREST's words. */
const answered = new Set([
  "ContentTypeNotAcceptableError",
  "CsvParseError",
  "EmbedError",
  "OrderParseError",
  "QueryParamParseError",
  "RouteValidationError",
  "SanitizeError",
  "SelectParseError",
])
