import { withOwnDeadline } from "#primitives/deadline.ts"
import { answer } from "./data/answer.ts"
import type { Surroundings } from "./data/asked.ts"
import type { Catalog } from "./data/catalog.ts"
import { DataError, fromDatabaseError } from "./data/errors.ts"
import { readCatalog } from "./data/read-catalog.ts"
import type { DataCall } from "./data/request.ts"
import { Sessions } from "./data/session.ts"
import type { DataDatabase, DataSettings } from "./gateway/contract.ts"

/** A relation, a column, a relationship and a function that the catalog does not have. */
const unknownNames = new Set(["PGRST200", "PGRST202", "PGRST204", "PGRST205"])
/** Between two looks at the catalog that an unknown name causes. */
const lookAgainMs = 2_000
/** Notifications within this time after one that was followed are followed together at its end: a migration sends many. */
const togetherMs = 250
/** What requests share is read within this, in ms, whoever asked first. */
const sharedWithinMs = 5_000

const inTime = <T>(read: () => Promise<T>) => withOwnDeadline(sharedWithinMs, read)

export interface DataApiOptions extends DataSettings {
  database: DataDatabase
  /** Connections of the site's pool that requests may use at once. Default 4. */
  connections?: number | undefined
}

export interface DataApi {
  /** Answers one request whose path starts with /rest/v1, for a caller whose claims were verified. */
  fetch(request: Request, call: DataCall): Promise<Response>
  /** Reads the tables and functions again at the next request: after a migration. */
  reload(): void
  /** Stops listening; the pool is its owner's to close. */
  close(): Promise<void>
}

/** PostgREST's protocol on the site's database (docs/decisions/2026-11-22-data-api.md). */
export function createDataApi(options: DataApiOptions): DataApi {
  const {
    database,
    schemas = ["public"],
    aggregates = false,
    plans = false,
    changesOfAllRows = false,
  } = options
  const sessions = new Sessions(database, options.connections ?? 4)
  let catalog: Promise<Catalog> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let timezones: Promise<ReadonlySet<string>> | undefined

  /** Read once; anew after a failure. */
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

  /** What a migration made without telling is there after a look of its own, at most once in a while. */
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

  // Supabase's word for "tables have changed"; event triggers say it, and migrations may. Without the listener requests work all the same.
  const listening = database
    .listen(
      "pgrst",
      (payload) => {
        if (payload === "" || payload.startsWith("reload")) follow()
      },
      // What was told before, or while the connection was lost, was told to nobody.
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
          sessions,
          knownTimezones,
        }
        return answer(request, call, around)
      }
      try {
        return await attempt().catch((error) => {
          if (!mayBeNew(error)) throw error
          catalog = undefined
          // A body is read once, so a change that was refused for a new column is good when it is sent again.
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
