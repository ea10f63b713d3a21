import type { TokenType } from "../codes/issue.ts"
import { invalid } from "../refusal.ts"

/** The stored token types that each type of the wire format may redeem. */
const tokenTypes: Record<string, readonly TokenType[]> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  magiclink: ["recovery_token", "confirmation_token"],
  recovery: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_current", "email_change_token_new"],
}

/** Throws validation_failed for a type that is not an email verification. */
export function tokenTypesFor(type: string): readonly TokenType[] {
  if (!type) throw invalid("Verify requires a verification type")
  const types = Object.hasOwn(tokenTypes, type) ? tokenTypes[type] : undefined
  if (!types) throw invalid("Invalid email verification type")
  return types
}
