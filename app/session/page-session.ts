import type { SupabaseClient } from "@supabase/supabase-js"

/**
 * Opens the session by which the pages of the account know the member, with the token of the account service. The cookie is the
 * server's; no script can read it. Rejects when that is not possible now.
 */
export async function openPageSession(client: () => Promise<SupabaseClient>): Promise<void> {
  const { auth } = await client()
  const { data } = await auth.getSession()
  const body = new URLSearchParams({ token: data.session?.access_token ?? "" })
  const answer = await fetch("/account/session", { method: "POST", body })
  if (!answer.ok) throw new Error(`/account/session answered ${answer.status}`)
}

/** Ends it, also where the account service cannot be reached. */
export async function endPageSession(): Promise<void> {
  await fetch("/account/session/end", { method: "POST", body: new URLSearchParams(), keepalive: true })
}
