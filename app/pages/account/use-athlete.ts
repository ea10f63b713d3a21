import type { Units } from "../../units.ts"
import { useRows } from "./use-rows.ts"

/** The member's competition profile. */
export interface OwnAthlete {
  slug: string
  display_name: string
  visibility: "public" | "members" | "hidden"
  units: Units
  joined_at: string
  /** The token in the member's invite link. */
  invite: string
  /** The sport uploaded most; null before the first workout. */
  sport: string | null
  /** The chosen look of their figure; null for neutral. */
  look: string | null
}

/** The member's competition row; `[]` until the account joins. */
export function useAthlete() {
  return useRows<OwnAthlete[]>(["athlete"], (client) =>
    client.from("athletes").select("slug,display_name,visibility,units,joined_at,invite,sport,look").limit(1),
  )
}
