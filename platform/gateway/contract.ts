import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { Hono } from "hono"
import type { Log } from "#ports/log.ts"

/**
 * Listens on a channel of the database; calls `onReady` each time it starts to, because earlier notifications are lost.
 * Returns the function that stops listening.
 */
type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  onReady?: () => void,
) => Promise<() => Promise<void>>

/** The database roles that a request may use, as Supabase names them. */
export type CallerRole = "anon" | "authenticated" | "service_role"

/**
 * Verified claims of an access token, as GoTrue issues them. Row-level security sees all of them as
 * `request.jwt.claims`.
 */
export interface Claims {
  role?: string
  sub?: string
  /** Seconds since the epoch. */
  exp?: number
  [name: string]: unknown
}

/** The caller, once the API key and token have been verified. */
export interface Caller {
  role: CallerRole
  /** The signed-in member's id, or null for a bare API key. */
  userId: string | null
  claims: Claims
}

/**
 * Returns the claims of a genuine, unexpired access token whose session is open, else null. Never throws for a bad token; rejects
 * while it cannot be checked.
 */
export type VerifyToken = (token: string) => Promise<Claims | null>

/** `sb_publishable_...` (role anon, may be public) and `sb_secret_...` (role service_role, server only). */
export interface ApiKeys {
  publishable: string
  secret: string
}

export interface FunctionContext {
  caller: Caller
  requestId: string
}

/**
 * One backend function, called at /functions/v1/<name>. `request.signal` aborts when the client disconnects.
 * `bodyLimit` is the largest body in bytes; default `BodyLimits.functions`.
 */
export type GatewayFunction = ((
  request: Request,
  context: FunctionContext,
) => Response | Promise<Response>) & { readonly bodyLimit?: number }

/** Settings of the Data API, as in PostgREST. */
export interface DataSettings {
  /** Schemas that callers may see, the default one first. Default `["public"]`. */
  schemas?: readonly string[]
  /**
   * Whether `select` may count, sum, average and compare. Default false: one request could read a whole
   * table.
   */
  aggregates?: boolean
  /** Whether a change without a filter may change every row of a table. Default false, as on Supabase. */
  changesOfAllRows?: boolean
  /** Whether `Accept: application/vnd.pgrst.plan` returns the query plan. Default false. */
  plans?: boolean
  /** Functions of the database whose rows this process can compute, by "schema.name". */
  computed?: Readonly<Record<string, ComputedRows>>
}

/**
 * Computes the rows that a function of the database would return. Callers need the privilege to execute that function,
 * and filter, order and count its rows as always.
 */
export interface ComputedRows {
  /** Columns of the rows in order, with their types in SQL. */
  columns: Readonly<Record<string, string>>
  /** Null if the database has to answer, such as for arguments that it refuses. */
  rows(given: Readonly<Record<string, unknown>>, claims: Claims): Promise<readonly object[] | null>
}

export interface PostgrestService {
  /** Such as "http://localhost:3001". */
  url: string
  /** PGRST_JWT_SECRET of that PostgREST, used for nothing else, at least 32 characters. */
  jwtSecret: string
}

/** A statement of a batch. Values are strings whose types PostgreSQL infers. */
export interface DataStatement {
  text: string
  values: readonly (string | null)[]
  /** Whether to prepare the statement. */
  prepare: boolean
}

/** One connection of the site's pool, for one request at a time. */
export interface DataSession {
  /**
   * Runs statements one after the other in one round trip; returns the rows of each, with every value in PostgreSQL's
   * text format. Outside a transaction they form one; after an error, none of the following is run. Nothing is sent
   * once the connection is lost.
   */
  run(statements: readonly DataStatement[]): Promise<(string | null)[][][]>
  /** Returns the connection to the pool, between transactions. */
  release(): void
}

/** The interface to the site's database that the Data API needs. */
export interface DataDatabase {
  /** Waits for a free connection. */
  reserve(): Promise<DataSession>
  listen: Listen
}

/** A replica of the site's database, which may be a little older, for reads of callers that nobody is signed in as. */
export interface DataReplica {
  /** Whether it can be read at the moment. */
  isUsable(): boolean
  /** Waits for a free connection to it. */
  reserve(): Promise<DataSession>
  /** Rejects as soon as it is gone. */
  whileThere<T>(work: Promise<T>): Promise<T>
  /** It is not usable until it has what was written before this call. */
  wrote(): void
  /** Names of tables and views that are never read there. */
  except: ReadonlySet<string>
}

/** This process and its database serve everything. */
export interface LocalBackend {
  kind: "local"
  database: DataDatabase
  /** Connections of the site's pool that the Data API may use at once. Default 4. */
  dataConnections?: number
  /** Answers anonymous reads of tables and views while it is usable. */
  dataReplica?: DataReplica
  /** What the Data API exposes and allows. */
  data?: DataSettings
  /** A PostgREST that serves /rest/v1 instead of this process. */
  postgrest?: PostgrestService
  /**
   * The result of platform/auth/service.ts: an app whose paths are relative to /auth/v1, and its token check.
   */
  auth: { app: Hono; verifyToken: VerifyToken }
  /** The result of platform/storage/service.ts; without it, /storage/v1 responds with 501. */
  storage?: { app: Hono }
  /** The result of platform/realtime/service.ts; without it, /realtime/v1 responds with 501. */
  realtime?: RealtimeBackend
}

/** The owner of a token, or the message of its refusal. Rejects while the token cannot be verified. */
export type IdentifyToken = (token: string) => Promise<{ caller: Caller } | { refused: string }>

export interface RealtimeBackend {
  app: Hono
  /** Accepts a websocket of a caller whose key was verified; returns the refusal if there is one. */
  accept(
    upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer },
    who: { caller: Caller; identify: IdentifyToken },
  ): { status: number; error: string } | null
}

/** A Supabase project (hosted or self-hosted) serves /auth, /rest, /storage and /realtime. */
export interface ProjectBackend {
  kind: "project"
  /** The project's origin, such as "https://abc.supabase.co". */
  url: string
  /** The project's own keys, which replace a caller's key of this server. */
  keys: ApiKeys
  /** For projects that still sign with a shared HS256 secret; otherwise the project's JWKS is used. */
  jwtSecret?: string
}

/** Largest request body in bytes for each service. */
export interface BodyLimits {
  auth: number
  rest: number
  /** For functions without a limit of their own. */
  functions: number
  /** Used only when a project stores the files; this process applies the limits of each bucket. */
  storage: number
}

export interface GatewayOptions {
  keys: ApiKeys
  backend: LocalBackend | ProjectBackend
  functions?: Readonly<Record<string, GatewayFunction>>
  log: Log
  /** Default: the system clock. */
  now?: () => Date
  bodyLimits?: Partial<BodyLimits>
}

/** Variables that the gateway's sub-apps read with `c.get(...)`. */
export interface GatewayVariables {
  caller: Caller
  /** Why there is no caller, for a service that decides itself whether it needs one. */
  refusal: string
  requestId: string
}
