import { withOwnDeadline } from "#primitives/deadline.ts"
import { answer } from "./data/answer.ts"
import type { Surroundings } from "./data/asked.ts"
import type { Catalog } from "./data/catalog.ts"
import { DataError, fromDatabaseError } from "./data/errors.ts"
import { readCatalog } from "./data/read-catalog.ts"
import type { DataCall } from "./data/request.ts"
import { Sessions } from "./data/session.ts"
import type { DataDatabase, DataReplica, DataSettings } from "./gateway/contract.ts"

/** Error codes for a relation, column, relationship or function that is not in the catalog. */
const unknownNames = new Set(["PGRST200", "PGRST202", "PGRST204", "PGRST205"])
/** The minimum interval between reloads of the catalog that are caused by unknown names. */
const lookAgainMs = 2_000
/**
 * Notifications within this time after a handled one are handled together at its end, because a migration sends many.
 */
const togetherMs = 250
/** The deadline in ms for loading data shared by requests, regardless of the deadline of the first one. */
const sharedWithinMs = 5_000

const inTime = <T>(read: () => Promise<T>) => withOwnDeadline(sharedWithinMs, read)

export interface DataApiOptions extends DataSettings {
  database: DataDatabase
  /** Connections of the site's pool that requests may use at once. Default 4. */
  connections?: number | undefined
  replica?: DataReplica | undefined
}

export interface DataApi {
  /** Handles a request whose path starts with /rest/v1, for a caller whose claims were verified. */
  fetch(request: Request, call: DataCall): Promise<Response>
  /** Reloads the catalog at the next request. Call it after a migration. */
  reload(): void
  /** Stops listening; its owner closes the pool. */
  close(): Promise<void>
}

/** Implements PostgREST's protocol on the site's database (docs/decisions/2026-11-22-data-api.md). */
export function createDataApi(options: DataApiOptions): DataApi {
  const {
    database,
    schemas = ["public"],
    aggregates = false,
    plans = false,
    changesOfAllRows = false,
    computed = {},
  } = options
  const sessions = new Sessions(database, options.connections ?? 4, options.replica)
  let catalog: Promise<Catalog> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let timezones: Promise<ReadonlySet<string>> | undefined

  /** Loaded once; reloaded after a failure. */
  function currentCatalog(): Promise<Catalog> {
    if (catalog) return catalog
    readAt = performance.now()
    const reading = inTime(() => sessions.use((session) => readCatalog(session, schemas)))
    catalog = reading
    reading.catch(() => {
      if (catalog === reading) catalog = undefined
    })
    return reading
  }

  /** Objects from a migration that sent no notification are found by an extra reload, which is rate-limited. */
  function mayBeNew(error: unknown): boolean {
    return (
      error instanceof DataError && unknownNames.has(error.code) && performance.now() - readAt >= lookAgainMs
    )
  }

  function knownTimezones(): Promise<ReadonlySet<string>> {
    const names = { text: "select name from pg_timezone_names", values: [], prepare: false }
    timezones ??= inTime(() => sessions.use((session) => session.run([names]))).then(
      ([rows = []]) => new Set(rows.map(([name]) => name ?? "")),
    )
    timezones.catch(() => {
      timezones = undefined
    })
    return timezones
  }

  let together: NodeJS.Timeout | undefined
  let hasMore = false
  function follow() {
    if (together) {
      hasMore = true
      return
    }
    catalog = undefined
    together = setTimeout(() => {
      together = undefined
      if (!hasMore) return
      hasMore = false
      follow()
    }, togetherMs).unref()
  }

  // Supabase's notification that tables have changed; sent by event triggers, and optionally by migrations. Requests
  // also work without the listener.
  const listening = database
    .listen(
      "pgrst",
      (payload) => {
        if (payload === "" || payload.startsWith("reload")) follow()
      },
      // Notifications sent before, or while the connection was lost, were missed.
      () => {
        catalog = undefined
      },
    )
    .catch(() => undefined)

  return {
    async fetch(request, call) {
      const attempt = async () => {
        const around: Surroundings = {
          catalog: await currentCatalog(),
          schemas,
          aggregates,
          plans,
          changesOfAllRows,
          computed,
          sessions,
          knownTimezones,
        }
        return answer(request, call, around)
      }
      try {
        return await attempt().catch((error) => {
          if (!mayBeNew(error)) throw error
          catalog = undefined
          // A body can be read only once, so a change refused because of a new column succeeds when it is sent again.
          if (request.bodyUsed) throw error
          return attempt()
        })
      } catch (error) {
        const known = error instanceof DataError ? error : fromDatabaseError(error, call.claims.role)
        if (!known) throw error
        return known.response(request.method)
      }
    },
    reload() {
      catalog = undefined
    },
    async close() {
      await (await listening)?.()
      clearTimeout(together)
    },
  }
}
