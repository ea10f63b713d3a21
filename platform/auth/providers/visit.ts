import { createHash } from "node:crypto"
import type { Db } from "#ports/db.ts"
import { equal, sha256 } from "#primitives/secrets.ts"
import type { Auth } from "../auth.ts"
import { randomToken } from "../crypto/random.ts"
import type { Provider } from "./provider.ts"

/** Identifies the browser that started the visit; sent only to our own callback. */
export const browserCookie = "auth_visit"

export interface Visit {
  provider: string
  verifier: string
  redirectTo: string
  flowStateId: string | null
  linkToUserId: string | null
}

const visitLifetimeMs = 600_000

/**
 * Records that a browser leaves for a provider; returns the address to send it to and the value of its
 * cookie.
 */
export async function beginVisit(
  auth: Auth,
  provider: Provider,
  visit: { redirectTo: string; flowStateId: string | null; linkToUserId?: string; scopes: string },
): Promise<{ url: string; cookie: string }> {
  const url = new URL(await provider.authorizeUrl())
  const state = randomToken()
  const cookie = randomToken()
  const verifier = randomToken()
  const sealedVerifier = await auth.secrets.seal("visit", verifier)
  await auth.db.sql`
    insert into auth_private.provider_visits (
      state_hash, browser_hash, provider, sealed_verifier, redirect_to, flow_state_id, link_to_user_id, created_at)
    values (${sha256(state)}, ${sha256(cookie)}, ${provider.name}, ${sealedVerifier},
      ${visit.redirectTo}, ${visit.flowStateId}, ${visit.linkToUserId ?? null}, ${auth.now()})`
  const extra = visit.scopes.split(/[\s,]+/).filter((scope) => /^[\w:./-]{1,100}$/.test(scope))
  const parameters = {
    ...provider.parameters?.(verifier),
    client_id: provider.clientId,
    redirect_uri: callbackUrl(auth),
    response_type: "code",
    scope: [...new Set([...provider.scopes, ...extra])].join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }
  // An address of a provider may have parameters of its own.
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.toString(), cookie }
}

export const callbackUrl = (auth: Auth): string => `${auth.issuer}/callback`

/**
 * Consumes the visit that `state` names. Returns null when it is unknown, too old, from another browser, or
 * AUTH_SECRET has changed since.
 */
export async function endVisit(auth: Auth, db: Db, state: string, cookie: string): Promise<Visit | null> {
  const [row] = await db.sql<{
    provider: string
    browser_hash: Buffer
    sealed_verifier: string
    redirect_to: string
    flow_state_id: string | null
    link_to_user_id: string | null
    created_at: Date
  }>`delete from auth_private.provider_visits where state_hash = ${sha256(state)} returning *`
  if (!row || !equal(row.browser_hash, sha256(cookie))) return null
  if (auth.now().getTime() - row.created_at.getTime() > visitLifetimeMs) return null
  const verifier = await auth.secrets.open("visit", row.sealed_verifier)
  if (verifier === null) return null
  return {
    provider: row.provider,
    verifier,
    redirectTo: row.redirect_to,
    flowStateId: row.flow_state_id,
    linkToUserId: row.link_to_user_id,
  }
}
