import type { Db } from "#ports/db.ts"
import { sha256 } from "#primitives/secrets.ts"
import type { Auth } from "../auth.ts"

/** The digest stored for a token. */
export const refreshTokenHash = (token: string): string => sha256(token).toString("hex")

/**
 * The one child of a token, derived from it with a key, so that parallel refreshes return the same token
 * although only digests are stored.
 */
export const childToken = (auth: Auth, token: string): string =>
  auth.secrets.digest("refresh-token", token).toString("base64url")

export async function addRefreshToken(
  auth: Auth,
  db: Db,
  { token, sessionId, userId, parent }: { token: string; sessionId: string; userId: string; parent?: string },
): Promise<void> {
  const now = auth.now()
  await db.sql`
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', ${refreshTokenHash(token)}, ${userId}, false,
      ${now}, ${now}, ${parent ?? null}, ${sessionId})`
}
