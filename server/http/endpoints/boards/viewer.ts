import type { Context } from "hono"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { AppEnv } from "../../context.ts"
import { type Refusal, refuse } from "../../errors.ts"

/** The viewer of a board: an anonymous visitor, or the account of the request's access token. */
interface Viewer {
  /** Null for a visitor. */
  userId: string | null
  /** Whether the account has joined the competition. */
  member: boolean
  /** The account's athlete; null for anybody who has not joined. */
  athlete: number | null
  /** Whether the athlete's picture may be shown while the stream of a board is open. */
  showsLooking: boolean
  /** Whether the token is still valid; a visitor has none. Rejects as long as that cannot be determined. */
  isSignedIn: (() => Promise<boolean>) | null
}

const visitor: Viewer = {
  userId: null,
  member: false,
  athlete: null,
  showsLooking: false,
  isSignedIn: null,
}

const wrongToken: Refusal = {
  status: 401,
  code: "invalid_token",
  title: "Sign in again",
  message: "The access token is no longer valid. Omit it to see the board as a visitor does.",
  headers: { "www-authenticate": 'Bearer error="invalid_token"' },
}

/**
 * Determines the viewer of a request by its `Authorization: Bearer` header, or returns the response that
 * refuses an invalid one.
 */
export async function viewerOf(
  c: Context<AppEnv>,
  { world, verifyToken }: { world: World; verifyToken: VerifyToken },
): Promise<{ ok: true; viewer: Viewer } | { ok: false; response: Response }> {
  const token = /^Bearer +(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1]
  if (!token) return { ok: true, viewer: visitor }
  const claims = await verifyToken(token)
  if (claims?.role !== "authenticated" || typeof claims.sub !== "string") {
    return { ok: false, response: refuse(c, wrongToken) }
  }
  const [row] = await world.db.sql<{ athlete: number; showsLooking: boolean }>`
    select id::float8 as athlete, shows_looking as "showsLooking"
    from athletes where user_id = ${claims.sub}::text::uuid
  `
  const isSignedIn = async () => (await verifyToken(token)) !== null
  const joined = { member: row !== undefined, athlete: row?.athlete ?? null }
  const showsLooking = row?.showsLooking ?? false
  return { ok: true, viewer: { userId: claims.sub, ...joined, showsLooking, isSignedIn } }
}
