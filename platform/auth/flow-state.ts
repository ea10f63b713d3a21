import { createHash, randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import { equal, sha256 } from "#primitives/secrets.ts"
import type { Auth } from "./auth.ts"
import { invalid, Refusal } from "./refusal.ts"

/** A challenge with which a browser can later prove that it made the request (PKCE, RFC 7636). */
export interface CodeChallenge {
  challenge: string
  method: "s256" | "plain"
}

/** Lifetime of an authorization code; GoTrue's default of five minutes. */
const codeLifetimeMs = 300_000

/**
 * Returns null when the client did not request PKCE. Throws validation_failed for an incomplete or malformed
 * challenge.
 */
export function parseChallenge(body: {
  code_challenge: string
  code_challenge_method: string
}): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method: given } = body
  if (!challenge && !given) return null
  const method = given.toLowerCase()
  if (!challenge || !method) throw invalid("PKCE flow requires code_challenge_method and code_challenge")
  if (method !== "s256" && method !== "plain")
    throw invalid("Invalid code challenge method, only 'plain' and 's256' are supported")
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw invalid("code challenge has to be between 43 and 128 unreserved characters")
  return { challenge, method }
}

/** Stores a challenge until the sign-in completes. `authenticationMethod` becomes the session's amr. */
export async function keepChallenge(
  auth: Auth,
  db: Db,
  { challenge, method }: CodeChallenge,
  flow: { userId?: string; provider: string; authenticationMethod: string },
): Promise<string> {
  const id = randomUUID()
  const now = auth.now()
  await db.sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      created_at, updated_at, authentication_method)
    values (${id}, ${flow.userId ?? null}, '', ${method}, ${challenge}, ${flow.provider}, ${now}, ${now},
      ${flow.authenticationMethod})`
  return id
}

/**
 * Assigns the account to the flow and returns the code that the browser exchanges; only its digest is stored.
 */
export async function issueCode(auth: Auth, db: Db, flowStateId: string, userId: string): Promise<string> {
  const code = randomUUID()
  const now = auth.now()
  const found = await db.sql`
    update auth.flow_state set user_id = ${userId}, auth_code = ${codeDigest(code)}, auth_code_issued_at = ${now},
      updated_at = ${now}
    where id = ${flowStateId} returning 1`
  if (found.length === 0) throw notFound()
  return code
}

const codeDigest = (code: string) => sha256(code).toString("hex")

const notFound = () =>
  new Refusal(404, "flow_state_not_found", "invalid flow state, no valid flow state found")

interface Exchanged {
  userId: string
  authenticationMethod: string
}

/**
 * Consumes a code, whether or not the verifier is correct, and returns its owner, or the refusal to throw
 * after the commit.
 */
export async function exchangeCode(
  auth: Auth,
  db: Db,
  code: string,
  verifier: string,
): Promise<Exchanged | Refusal> {
  const [flow] = await db.sql<{
    user_id: string | null
    auth_code_issued_at: Date | null
    code_challenge: string
    code_challenge_method: "s256" | "plain"
    authentication_method: string
  }>`
    delete from auth.flow_state where auth_code = ${codeDigest(code)}
    returning user_id, auth_code_issued_at, code_challenge, code_challenge_method, authentication_method`
  if (!flow?.user_id || !flow.auth_code_issued_at) return notFound()
  if (auth.now().getTime() - flow.auth_code_issued_at.getTime() > codeLifetimeMs)
    return new Refusal(403, "flow_state_expired", "invalid flow state, flow state has expired")
  const proof =
    flow.code_challenge_method === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url")
  if (!equal(proof, flow.code_challenge))
    return new Refusal(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    )
  return { userId: flow.user_id, authenticationMethod: flow.authentication_method }
}
