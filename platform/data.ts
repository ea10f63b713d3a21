import type { Log } from "#domain/world.ts"
import { checkRequest, type DataCall } from "./data/check-request.ts"
import { DataError, fromDatabaseError } from "./data/errors.ts"
import { withFunctionHint } from "./data/function-hint.ts"
import { planAnswer } from "./data/plan.ts"
import type { DataRequest } from "./data/request.ts"
import type { Listen } from "./gateway/contract.ts"

export interface DataApiOptions {
  databaseUrl: string
  /** For news of changed tables, where a listener is there already; a connection of its own otherwise. */
  listen?: Listen | undefined
  /** Connections of its own pool. Default 4. */
  pool?: number
  /** Schemas that callers may see, the first one by default. Default `["public"]`. */
  schemas?: readonly string[] | undefined
  /** Whether `select` may count, sum, average and compare. Default false. */
  aggregates?: boolean | undefined
  /** Whether plans of queries are shown. Default false. */
  plans?: boolean | undefined
  log: Log
}

export interface DataApi {
  /** Answers one request whose path starts with /rest/v1, for a caller whose claims were verified. */
  fetch(request: Request, call: DataCall): Promise<Response>
  /** Reads the tables and functions again at the next request: after a migration. */
  reload(): void
  /** Waits for running statements (5 s), then closes the pool. */
  close(): Promise<void>
}

/** Where lite's own headers would contradict the gateway's. */
const gatewayHeaders = [
  "access-control-allow-origin",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-expose-headers",
  "access-control-max-age",
]

/**
 * PostgREST's protocol on our database: @supabase/lite's Data API with the corrections that
 * docs/decisions/2026-11-20-data-api.md lists. Of lite only the route /rest/v1 is ever reached.
 */
export async function createDataApi(options: DataApiOptions): Promise<DataApi> {
  const { App, DataConnection } = await loadLite()
  const schemas = options.schemas ?? ["public"]
  const { log } = options
  const connection = new DataConnection({ url: options.databaseUrl, max: options.pool ?? 4, schemas, log })
  const app = new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    studio: { enabled: false },
    api: {
      enabled: true,
      schemas: [...schemas],
      // lite shows its statement and calls it a plan.
      plan_enabled: false,
      aggregates_enabled: options.aggregates ?? false,
      limited_mutations_enabled: false,
    },
    options: {
      server: {
        disableStudio: true,
        disableFallback: true,
        // The caller was verified by the gateway; lite is only told.
        apiKeys: {
          resolver: async (_key: string, { env }: { env: unknown }) => ({
            type: "secret",
            claims: callOf(env).claims,
          }),
        },
      },
    },
  } as unknown as ConstructorParameters<typeof App>[0])

  // Supabase's word for "tables have changed"; migrations say it. Without the listener requests work all the same.
  const listen: Listen =
    options.listen ??
    (async (channel, onPayload) => (await connection.driver.listen(channel, onPayload)).unlisten)
  const listening = listen("pgrst", (payload) => {
    if (payload === "" || payload.startsWith("reload")) connection.forgetCatalog()
  }).catch(() => undefined)

  async function answer(request: Request, call: DataCall): Promise<Response> {
    const catalog = await connection.introspect()
    const { forLite, context } = await checkRequest(request, call, {
      catalog,
      schemas,
      seals: connection.seals,
      plans: options.plans ?? false,
    })
    connection.remember(context)
    const { seals } = connection
    const markedBefore = seals.marked()
    const bindings = { call: { ...call, claims: context.claims } } as never
    const response = await app.fetch(forLite, bindings)
    const { headers, status } = response
    if (context.plan?.rows && status < 500) return planAnswer(context.plan.wish, context.plan.rows)
    if (status === 500) {
      // The answer to HEAD does not say what is wrong; the one to GET does.
      const isHead = request.method === "HEAD"
      await refuseMissing(
        isHead ? await app.fetch(new Request(forLite, { method: "GET" }), bindings) : response.clone(),
      )
    }
    for (const name of gatewayHeaders) headers.delete(name)
    if (headers.has("content-location")) headers.set("content-location", contentLocation(request.url))
    if (context.rollback) headers.set("preference-applied", withRollback(headers.get("preference-applied")))
    // Nothing was applied to what was refused.
    if (status >= 400) headers.delete("preference-applied")
    else if (context.countedInFull) restorePreference(headers, "count", "estimated")
    if (!/return=/.test(context.prefer)) withdrawPreference(headers, "return=minimal")
    if (status < 300 && context.affected !== undefined && !context.path.startsWith("/rpc/")) {
      headers.set("content-range", rangeOfChange(context, context.affected))
    }
    // lite names the row that was made after every write, and "undefined" where it was not asked for the key.
    if (!/return=headers-only/.test(context.prefer) || /undefined/.test(headers.get("location") ?? "")) {
      headers.delete("location")
    }
    if (request.method === "HEAD" || status === 204) return new Response(null, { status, headers })
    if (status === 404 && context.path.startsWith("/rpc/")) {
      const refusal = withFunctionHint(await response.json(), context.path.slice("/rpc/".length), {
        catalog,
        schema: context.schema,
      })
      headers.delete("content-length")
      return Response.json(refusal, { status, headers })
    }
    // Reading a body only to find nothing in it would cost as much as the rest. Refusals may quote sealed values.
    if (status < 400 && seals.marked() === markedBefore) return response
    const body = seals.openBody(new Uint8Array(await response.arrayBuffer()))
    headers.set("content-length", String(body.byteLength))
    return new Response(body as BodyInit, { status, headers })
  }

  return {
    async fetch(request, call) {
      try {
        return await answer(request, call)
      } catch (error) {
        const known = error instanceof DataError ? error : fromDatabaseError(error, call.claims.role)
        if (known) return known.getResponse()
        throw error
      }
    },
    reload: () => connection.forgetCatalog(),
    async close() {
      // Where the driver listens, its end has closed that too.
      const close = await listening
      if (options.listen) await close?.()
      await connection.driver.end({ timeout: 5 })
    },
  }
}

/** lite replaces `process.emitWarning` with one that throws on Error objects; the original is put back. */
async function loadLite() {
  const { emitWarning } = process
  const [{ App }, { DataConnection }] = await Promise.all([
    import("@supabase/lite"),
    import("./data/connection.ts"),
  ])
  process.emitWarning = emitWarning
  return { App, DataConnection }
}

function callOf(env: unknown): DataCall {
  return (env as { call: DataCall }).call
}

/** The canonical address of a read: parameters in order of name. */
function contentLocation(address: string): string {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete("apikey")
  searchParams.sort()
  const path = pathname.replace(/^\/rest\/v1/, "")
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}

/** Content-Range of a change: lite counts the rows that it answers, and with return=minimal there is none. */
function rangeOfChange({ method, prefer }: DataRequest, affected: number): string {
  const total = /count=exact/.test(prefer) ? affected : "*"
  return method === "PATCH" && affected > 0 ? `0-${affected - 1}/${total}` : `*/${total}`
}

/** The preference as the caller wrote it, where lite was told another. */
function restorePreference(headers: Headers, name: string, value: string): void {
  const applied = headers.get("preference-applied")
  if (applied)
    headers.set("preference-applied", applied.replace(new RegExp(`${name}=[^,\\s]+`), `${name}=${value}`))
}

/** Takes back what the caller did not ask for. */
function withdrawPreference(headers: Headers, added: string): void {
  const others = (headers.get("preference-applied") ?? "")
    .split(", ")
    .filter((part) => part && part !== added)
  if (others.length > 0) headers.set("preference-applied", others.join(", "))
  else headers.delete("preference-applied")
}

/** lite answers 500 for what it cannot do, and for a request that passes a limit of PostgreSQL (SQLSTATE class 54). */
async function refuseMissing(answer: Response): Promise<void> {
  const { code, message } = (await answer.json()) as { code: string; message: string }
  if (/^54\w{3}$/.test(code)) throw new DataError(400, code, message)
  if (code === "PGRSTXXX")
    throw new DataError(400, "PGRST127", "Feature not implemented", { details: message })
}

function withRollback(applied: string | null): string {
  const others = (applied ?? "").split(",").map((part) => part.trim())
  return [...others.filter((part) => part && !part.startsWith("tx=")), "tx=rollback"].join(", ")
}
