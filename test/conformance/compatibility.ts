import { auth } from "./compatibility/auth.ts"
import { data } from "./compatibility/data.ts"
import type { Area, Feature } from "./compatibility/feature.ts"
import { functions } from "./compatibility/functions.ts"
import { realtime } from "./compatibility/realtime.ts"
import { storage } from "./compatibility/storage.ts"

/**
 * The Supabase features that this server has without a project, and those that it lacks. compatibility.test.ts fails
 * when this list and the truth differ.
 */
export const compatibility: Readonly<Record<Area, readonly Feature[]>> = {
  auth,
  data,
  functions,
  storage,
  realtime,
}
