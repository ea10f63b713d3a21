import type { AuthChangeEvent, Session, SupabaseClient } from "@supabase/supabase-js"
import { findBackend } from "./backend.ts"

/**
 * Loads the official client and opens it. Its defaults hold: session in localStorage under its own key, refreshed in
 * time, told to other tabs.
 */
export async function openClient(
  onEvent: (event: AuthChangeEvent, session: Session | null) => void,
): Promise<SupabaseClient> {
  const [{ createClient }, backend] = await Promise.all([import("@supabase/supabase-js"), findBackend()])
  const client = createClient(backend.url, backend.key, {
    auth: {
      // Other pages have ?code= and ?error= of their own; only what a mailed link brings is for the client.
      detectSessionInUrl: (_url, found) => Boolean(found.access_token && found.refresh_token),
      experimental: { recoveryCodes: true },
    },
  })
  forgetTokensInAddress()
  client.auth.onAuthStateChange(onEvent)
  return client
}

/** The client has read them while it was made; in the history they would stay for whoever goes back. */
function forgetTokensInAddress(): void {
  if (!location.hash.includes("access_token=")) return
  history.replaceState(history.state, "", location.pathname + location.search)
}
