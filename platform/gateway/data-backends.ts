import type { Log } from "#ports/log.ts"
import { limitExceeded } from "#primitives/body-limit.ts"
import type { DataApi, DataApiOptions } from "../data.ts"
import type { Claims, PostgrestService } from "./contract.ts"
import { createPostgrest } from "./postgrest.ts"
import { bodyTooLarge, unavailable } from "./refusal.ts"

/** Backends of /rest/v1, for callers whose keys and tokens have been verified. */
interface DataBackend {
  fetch(request: Request, call: { claims: Claims & { role: string }; requestId: string }): Promise<Response>
  ready: Promise<void>
  reload(): void
  close(): Promise<void>
}

/**
 * This process. Its modules are loaded only here, so a site with a PostgREST or a project never loads them.
 */
export function ownData(options: DataApiOptions): DataBackend {
  const data: Promise<DataApi> = import("../data.ts").then(({ createDataApi }) => createDataApi(options))
  const ready = data.then(() => {})
  ready.catch(() => {})
  return {
    async fetch(request, { claims }) {
      const api = await data.catch(() => null)
      if (!api) return unavailable.response()
      try {
        return await api.fetch(request, { claims })
      } catch (error) {
        const limit = limitExceeded(error)
        if (limit === null) throw error
        return bodyTooLarge(limit).response()
      }
    },
    ready,
    reload: () => void data.then((api) => api.reload()),
    close: async () => (await data.catch(() => null))?.close(),
  }
}

/** A PostgREST; it is notified of migrations through `notify pgrst`. */
export function postgrestData(service: PostgrestService, more: { log: Log; now: () => Date }): DataBackend {
  const postgrest = createPostgrest({ ...service, ...more })
  return {
    fetch: postgrest.fetch,
    ready: Promise.resolve(),
    reload: () => {},
    close: async () => postgrest.close(),
  }
}
