import type { Units } from "../../units.ts"
import { useRows } from "./use-rows.ts"

/** The member's competition profile. */
export interface OwnAthlete {
  slug: string
  display_name: string
  visibility: "public" | "members" | "hidden"
  units: Units
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
    client.from("athletes").select("slug,display_name,visibility,units,joined_at,invite,sport,look").limit(1),
  )
}
