import { auth } from "./compatibility/auth.ts"
import { data } from "./compatibility/data.ts"
import type { Area, Feature } from "./compatibility/feature.ts"
import { functions } from "./compatibility/functions.ts"
import { realtime } from "./compatibility/realtime.ts"
import { storage } from "./compatibility/storage.ts"

/**
 * What of Supabase this server has without a project, feature by feature, and what it has not.
 * compatibility.test.ts fails when this list and the truth differ.
 */
export const compatibility: Readonly<Record<Area, readonly Feature[]>> = {
  auth,
  data,
  functions,
  storage,
  realtime,
}
