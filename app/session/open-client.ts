import type { AuthChangeEvent, Session, SupabaseClient } from "@supabase/supabase-js"
import { findBackend } from "./backend.ts"

/**
 * Opens the official client with its defaults: session in localStorage under its own key, refreshed before expiry,
 * synced to other tabs.
 */
export async function openClient(
  onEvent: (event: AuthChangeEvent, session: Session | null) => void,
): Promise<SupabaseClient> {
  const [{ createClient }, backend] = await Promise.all([import("@supabase/supabase-js"), findBackend()])
  const client = createClient(backend.url, backend.key, {
    auth: {
      // Other pages use ?code= and ?error= themselves; the client may read only those of mailed links.
      detectSessionInUrl: (_url, found) => Boolean(found.access_token && found.refresh_token),
      experimental: { recoveryCodes: true },
    },
  })
  forgetTokensInAddress()
  client.auth.onAuthStateChange(onEvent)
  return client
}

/** The client has read the tokens; remove them so that they do not stay in the history. */
function forgetTokensInAddress(): void {
  if (!location.hash.includes("access_token=")) return
  history.replaceState(history.state, "", location.pathname + location.search)
}
