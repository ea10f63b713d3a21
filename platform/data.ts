import { answer } from "./data/answer.ts"
import type { Surroundings } from "./data/asked.ts"
import type { Catalog } from "./data/catalog.ts"
import { DataError, fromDatabaseError } from "./data/errors.ts"
import { readCatalog } from "./data/read-catalog.ts"
import type { DataCall } from "./data/request.ts"
import { Sessions } from "./data/session.ts"
import type { DataDatabase, DataSettings } from "./gateway/contract.ts"

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
  const { database, schemas = ["public"], aggregates = false, plans = false } = options
  const sessions = new Sessions(database, options.connections ?? 4)
  let catalog: Promise<Catalog> | undefined
  let timezones: Promise<ReadonlySet<string>> | undefined

  /** Read once; anew after a failure. */
  function currentCatalog(): Promise<Catalog> {
    const reading = catalog ?? sessions.use((session) => readCatalog(session, schemas))
    catalog = reading
    reading.catch(() => {
      if (catalog === reading) catalog = undefined
    })
    return reading
  }

  function knownTimezones(): Promise<ReadonlySet<string>> {
    const names = { text: "select name from pg_timezone_names", values: [], prepare: false }
    timezones ??= sessions
      .use((session) => session.run([names]))
      .then(([rows = []]) => new Set(rows.map(([name]) => name ?? "")))
    timezones.catch(() => {
      timezones = undefined
    })
    return timezones
  }

  // Supabase's word for "tables have changed"; migrations say it. Without the listener requests work all the same.
  const listening = database
    .listen("pgrst", (payload) => {
      if (payload === "" || payload.startsWith("reload")) catalog = undefined
    })
    .catch(() => undefined)

  return {
    async fetch(request, call) {
      try {
        const around: Surroundings = {
          catalog: await currentCatalog(),
          schemas,
          aggregates,
          plans,
          sessions,
          knownTimezones,
        }
        return await answer(request, call, around)
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
    },
  }
}
