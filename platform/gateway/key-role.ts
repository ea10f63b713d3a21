import { equalTo } from "#primitives/secrets.ts"
import type { ApiKeys, CallerRole } from "./contract.ts"

/** The role of an API key; null when the text is not a key. */
export type KeyRole = (key: string) => Extract<CallerRole, "anon" | "service_role"> | null

/**
 * Accepts every configured pair of keys: this server's, and a project's own. Takes the same time for every
 * text.
 */
export function keyRoles(accepted: readonly ApiKeys[]): KeyRole {
  const pairs = accepted.map(({ publishable, secret }) => ({
    isPublishable: equalTo(publishable),
    isSecret: equalTo(secret),
  }))
  return (key) => {
    const secrets = pairs.filter(({ isSecret }) => isSecret(key))
    const publishables = pairs.filter(({ isPublishable }) => isPublishable(key))
    if (secrets.length > 0) return "service_role"
    return publishables.length > 0 ? "anon" : null
  }
}
