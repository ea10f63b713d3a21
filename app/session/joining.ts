import type { User } from "@supabase/supabase-js"
import { consentText } from "#content/competition-consent.ts"
import { preferredUnits } from "../units/units.ts"

/** How a new member wants to sign in. */
export type WayIn = "link" | "password" | "passkey"

/**
 * The data stored with the new account until the mail has confirmed the address and the account joins: the text that
 * was accepted, and the settings of the browser used.
 */
export function joiningData(fullName: string, way: WayIn) {
  const joining = {
    consent: consentText,
    units: preferredUnits(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    way,
  }
  return { full_name: fullName, joining }
}

/** The stored data, as input for the function that joins; null if there is none, or the text has changed since. */
export function keptJoining(user: User): { input: Record<string, string>; way: string } | null {
  const { joining, full_name: name } = user.user_metadata as {
    joining?: Record<string, unknown>
    full_name?: unknown
  }
  if (joining?.consent !== consentText) return null
  const [units, timeZone, way] = [joining.units, joining.timeZone, joining.way].map(String)
  const displayName = String(name ?? "")
    .trim()
    .slice(0, 60)
  if (!displayName) return null
  return {
    input: { displayName, units: units ?? "", timeZone: timeZone ?? "", consent: consentText },
    way: way ?? "",
  }
}
