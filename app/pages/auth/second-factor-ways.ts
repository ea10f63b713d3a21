import type { Factor } from "@supabase/supabase-js"

export type Way = "key" | "app" | "recovery"

/**
 * The methods by which an account can verify its second factor, quickest first; recovery codes only if they were
 * created.
 */
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
