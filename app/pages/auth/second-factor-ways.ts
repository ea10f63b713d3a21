import type { Factor } from "@supabase/supabase-js"

export type Way = "key" | "app" | "recovery"

/** The ways in which an account can show its second factor, the quickest first; recovery codes only where they were made. */
export function waysOf(factors: readonly Pick<Factor, "factor_type" | "status">[]): Way[] {
  const types = new Set<string>(
    factors.flatMap(({ factor_type: type, status }) => (status === "verified" ? type : [])),
  )
  return [
    ...(types.has("webauthn") ? (["key"] as const) : []),
    ...(types.has("totp") ? (["app"] as const) : []),
    ...(types.has("recovery_code") ? (["recovery"] as const) : []),
  ]
}
