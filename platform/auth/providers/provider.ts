import { sha256 } from "#primitives/secrets.ts"

/** A provider's profile of the person who signed in. */
export interface ProviderProfile {
  /** The account's permanent id at the provider. */
  id: string
  /** In lower case; null when the provider does not reveal it. */
  email: string | null
  /** The provider has verified the mailbox. Otherwise the address proves nothing. */
  emailVerified: boolean
  /** name, avatar_url ... for identity_data and, at the first sign-in, user_metadata. */
  details: Record<string, string>
}

/**
 * An OAuth 2.0 provider: where to send the browser, and how to identify the person afterward (RFC 6749, 4.1).
 */
export interface Provider {
  name: "google" | "github" | "apple" | "custom:oidc"
  /** Which `iss` the browser may bring back (RFC 9207); absent where the provider sends none. */
  issuer?: string
  /** This site's client id at the provider. */
  clientId: string
  /** Where the browser is sent. Throws a refusal while that cannot be found out. */
  authorizeUrl(): Promise<string>
  scopes: readonly string[]
  /** Further parameters of that address; `verifier` identifies the visit. */
  parameters?(verifier: string): Record<string, string>
  /**
   * Exchanges the code for the profile. Returns null when the provider rejects it. `user` is what the browser brought beside the
   * code: anybody can have written it.
   */
  profile(exchange: {
    code: string
    verifier: string
    callbackUrl: string
    user?: string | undefined
  }): Promise<ProviderProfile | null>
  /**
   * Reads the profile from an ID token, for apps with native sign-in. Absent where the provider issues none.
   */
  profileFromIdToken?(token: string, nonce: string): Promise<ProviderProfile | null>
}

/** The nonce of a visit, which nobody can know who does not know the verifier. */
export function nonceOf(verifier: string): string {
  return sha256(`nonce of ${verifier}`).toString("hex")
}

const timeoutMs = 10_000
const largestAnswer = 1_000_000

/**
 * One request to a provider, limited in time and size; null for anything but a JSON object or array with
 * status 200.
 */
export async function askProvider(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    if (!response.ok || text.length > largestAnswer) return null
    return JSON.parse(text)
  } catch {
    // Unreachable, too slow or not JSON: the person signing in sees the same error.
    return null
  }
}

/** Exchanges an authorization code for an access token and the fields that accompany it. */
export function exchangeAtProvider(
  tokenUrl: string,
  { clientId, secret, usesBasic = false }: { clientId: string; secret: string; usesBasic?: boolean },
  given: { code: string; verifier: string; callbackUrl: string },
): Promise<unknown> {
  // RFC 6749, 2.3.1: both are form-encoded before they are joined.
  const basic = Buffer.from([clientId, secret].map(encodeURIComponent).join(":")).toString("base64")
  return askProvider(tokenUrl, {
    method: "POST",
    headers: { accept: "application/json", ...(usesBasic ? { authorization: `Basic ${basic}` } : {}) },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      ...(usesBasic ? {} : { client_secret: secret }),
      code: given.code,
      code_verifier: given.verifier,
      redirect_uri: given.callbackUrl,
    }),
  })
}
