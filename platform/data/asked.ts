import type { ComputedRows } from "../gateway/contract.ts"
import type { Catalog } from "./catalog.ts"
import type { Media } from "./media.ts"
import type { PlanWish } from "./plan.ts"
import type { Preferences } from "./preferences.ts"
import type { Target } from "./request.ts"
import type { RequestContext, Sessions } from "./session.ts"

export interface Surroundings {
  catalog: Catalog
  schemas: readonly string[]
  aggregates: boolean
  plans: boolean
  changesOfAllRows: boolean
  computed: Readonly<Record<string, ComputedRows>>
  sessions: Sessions
  knownTimezones(): Promise<ReadonlySet<string>>
}

/** The parts of a request that are parsed alike for tables and functions. */
export interface Asked extends Surroundings {
  request: Request
  target: Target
  prefer: Preferences
  media: Media
  /** Set if the query plan is requested instead of the result. */
  wish: PlanWish | null
  context: RequestContext
}
