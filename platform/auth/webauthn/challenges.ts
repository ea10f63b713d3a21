import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { ceremonyLifetimeMs } from "./ceremony.ts"

type ChallengeType = "registration" | "authentication"

/** Stores a challenge; `userId` is null if it is not known who will respond. */
export async function keepChallenge(
  auth: Auth,
  db: Db,
  given: { type: ChallengeType; userId: string | null; challenge: string },
): Promise<{ challenge_id: string; expires_at: number }> {
  const id = randomUUID()
  const now = auth.now()
  const expiresAt = new Date(now.getTime() + ceremonyLifetimeMs)
  await db.sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${given.userId}, ${given.type}, ${db.sql.json({ challenge: given.challenge })}, ${now}, ${expiresAt})`
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/**
 * Consumes a challenge even if the response turns out to be invalid. Call it outside the transaction that verifies the
 * response. Throws webauthn_challenge_not_found for one that is unknown, spent or another account's, and
 * webauthn_challenge_expired.
 */
export async function spendChallenge(
  auth: Auth,
  given: { id: string; type: ChallengeType; userId: string | null },
): Promise<string> {
  const [found] = z.uuid().safeParse(given.id).success
    ? await auth.db.sql<{ challenge: string; expires_at: Date }>`
        delete from auth.webauthn_challenges
        where id = ${given.id} and challenge_type = ${given.type} and user_id is not distinct from ${given.userId}::uuid
        returning session_data ->> 'challenge' as challenge, expires_at`
    : []
  if (!found)
    throw new Refusal(
      400,
      "webauthn_challenge_not_found",
      "Challenge not found, or used already. Start again.",
    )
  if (found.expires_at <= auth.now())
    throw new Refusal(400, "webauthn_challenge_expired", "Challenge has expired. Start again.")
  return found.challenge
}
