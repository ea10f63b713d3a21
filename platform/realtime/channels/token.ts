import type { Caller, IdentifyToken } from "../../gateway/contract.ts"
import { Refusal } from "../refusal.ts"

const longestToken = 16_384

/**
 * The caller identified by a channel's token; without one, or with an API key, the caller of the socket. Throws a
 * refusal.
 */
export async function callerOfToken(
  token: string | null,
  socketCaller: Caller,
  identify: IdentifyToken,
): Promise<Caller> {
  if (!token || token.startsWith("sb_")) return socketCaller
  if (token.length > longestToken || token.split(".").length !== 3)
    throw new Refusal("MalformedJWT", "The token provided is not a valid JWT")
  const answer = await identify(token)
  if ("caller" in answer) return answer.caller
  if (answer.refused === "JWT expired") throw new Refusal("InvalidJWTToken", "Token has expired")
  throw new Refusal("JwtSignatureError", "Failed to validate JWT signature")
}
