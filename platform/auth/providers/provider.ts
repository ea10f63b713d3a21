/** What a provider says of the person who signed in there. */
export interface ProviderProfile {
  /** The account's lasting id at the provider. */
  id: string
  /** In lower case; null when the provider tells none. */
  email: string | null
  /** The provider vouches for the mailbox. Without that the address proves nothing. */
  emailVerified: boolean
  /** name, avatar_url ... for identity_data and, at first sign-in, user_metadata. */
  details: Record<string, string>
}

/** Where to send a browser, and how to learn afterwards who came back (RFC 6749, 4.1). */
export interface Provider {
  name: "google" | "github"
  authorizeUrl: string
  scopes: readonly string[]
  /** Trades the code for the profile. Null when the provider does not accept it. */
  profile(exchange: { code: string; verifier: string; callbackUrl: string }): Promise<ProviderProfile | null>
  /** The profile in an ID token of the provider, for apps that sign in natively. Absent where there are none. */
  profileFromIdToken?(token: string, nonce: string): Promise<ProviderProfile | null>
}

const timeoutMs = 10_000
const largestAnswer = 1_000_000

/** One request to a provider, bounded in time and size; null for anything but a JSON object or array with status 200. */
export async function askProvider(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    if (!response.ok || text.length > largestAnswer) return null
    return JSON.parse(text)
  } catch {
    // Not reachable, too slow or not JSON: for the person signing in it is all the same.
    return null
  }
}

/** Trades an authorization code for an access token and whatever comes with it. */
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
