import { callerOf } from "./access/caller.ts"
import { denied, featureOff } from "./refusal.ts"
import type { Endpoint } from "./storage.ts"

/** `GET /status`. */
export const health: Endpoint = async (_storage, c) => c.json({ healthy: true })

/** `DELETE /cdn/{bucket}/{key}`: there is no CDN cache; supported for clients that call it with the server's key. */
export const purge: Endpoint = async (_storage, c) => {
  if (callerOf(c).role !== "service_role") throw denied("Only the server's own key may purge caches")
  return c.json({ message: "success" })
}

/** `/bucket/{id}/lifecycle`: not supported, because previous versions of objects are not stored. */
export const lifecycle: Endpoint = async (_storage, c) => {
  callerOf(c)
  throw featureOff("versioning")
}
