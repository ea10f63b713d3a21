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
  name: "google" | "github"
  /** This site's client id at the provider. */
  clientId: string
  authorizeUrl: string
  scopes: readonly string[]
  /** Exchanges the code for the profile. Returns null when the provider rejects it. */
  profile(exchange: { code: string; verifier: string; callbackUrl: string }): Promise<ProviderProfile | null>
  /**
   * Reads the profile from an ID token, for apps with native sign-in. Absent where the provider issues none.
   */
  profileFromIdToken?(token: string, nonce: string): Promise<ProviderProfile | null>
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
  client: { clientId: string; secret: string },
  given: { code: string; verifier: string; callbackUrl: string },
): Promise<unknown> {
  return askProvider(tokenUrl, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client.clientId,
      client_secret: client.secret,
      code: given.code,
      code_verifier: given.verifier,
      redirect_uri: given.callbackUrl,
    }),
  })
}
