import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { hasVerifiedFactor } from "../users/row.ts"
import { type Caller, requireSecondFactor } from "./caller.ts"

/**
 * Requires that the caller has proven within the last hour (`recentSignInS`) who they are, by signing in or by a second
 * factor, and at the second level where the account has a second factor. Throws 403.
 */
export async function requireRecentSignIn(auth: Auth, caller: Caller): Promise<void> {
  if (hasVerifiedFactor(caller.user)) requireSecondFactor(caller, "AAL2 session is required")
  if (!(await isRecentlyProven(auth, caller)))
    throw new Refusal(403, "reauthentication_needed", "Confirm that it is you, then try again")
}

/** Whether the caller has proven within `recentSignInS` who they are, however often the session was refreshed since. */
export async function isRecentlyProven(auth: Auth, { session }: Caller): Promise<boolean> {
  const [proof] = (await auth.db.sql`
    select max(updated_at) as latest from auth.mfa_amr_claims where session_id = ${session.id}`) as [
    { latest: Date | null },
  ]
  return auth.now().getTime() - (proof.latest?.getTime() ?? 0) <= auth.config.recentSignInS * 1000
}
