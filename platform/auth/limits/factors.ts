import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { type AttemptKey, forgive, reserveAttempt } from "./attempts.ts"

/**
 * Limits attempts on a second factor: strictly for one network, more loosely for all networks together; at
 * most 288 attempts a day overall, out of a million codes of which three are valid at a time.
 */
export async function reserveFactorTry(
  auth: Auth,
  factorId: string,
  client: Client,
): Promise<{ succeeded(db: Db): Promise<void> }> {
  const key = (...parts: string[]) => auth.secrets.digest("attempts", "factor", ...parts)
  const here: AttemptKey = {
    key: key("here", factorId, client.network),
    rule: { free: 5, firstS: 5, longestS: 900, forgetS: 86_400 },
  }
  const anywhere: AttemptKey = {
    key: key("anywhere", factorId),
    rule: { free: 20, firstS: 5, longestS: 300, forgetS: 86_400 },
  }
  await reserveAttempt(auth, [here, anywhere])
  return { succeeded: (db) => forgive(db, [here, anywhere], here) }
}
