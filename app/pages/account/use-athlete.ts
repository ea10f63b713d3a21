import type { Units } from "../../units.ts"
import { useRows } from "./use-rows.ts"

/** The member's competition profile. */
export interface OwnAthlete {
  slug: string
  display_name: string
  visibility: "public" | "members" | "hidden"
  shows_looking: boolean
  declared_tie: boolean
  units: Units
  time_zone: string
  joined_at: string
  /** Part of the address with which they invite others. */
  invite: string
  /** The sport brought in most; null before the first workout. */
  sport: string | null
  /** What they chose of their figure; null: neutral. */
  look: string | null
}

/** The member's competition row; `[]` until the account joins. */
export function useAthlete() {
  return useRows<OwnAthlete[]>(["athlete"], (client) =>
    client
      .from("athletes")
      .select(
        "slug,display_name,visibility,shows_looking,declared_tie,units,time_zone,joined_at,invite,sport,look",
      )
      .limit(1),
  )
}
