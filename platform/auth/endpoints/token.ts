import type { Context } from "hono"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { tokenByIdToken } from "./token-id-token.ts"
import { tokenByPassword } from "./token-password.ts"
import { tokenByPkce } from "./token-pkce.ts"
import { tokenByRefresh } from "./token-refresh.ts"

/** POST /token?grant_type=password|refresh_token|pkce|id_token. */
export const token = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  switch (c.req.query("grant_type")) {
    case "password":
      return tokenByPassword(auth, c)
    case "refresh_token":
      return tokenByRefresh(auth, c)
    case "pkce":
      return tokenByPkce(auth, c)
    case "id_token":
      return tokenByIdToken(auth, c)
    case "web3":
      throw new Refusal(422, "web3_provider_disabled", "Web3 provider is disabled")
    default:
      throw new Refusal(400, "invalid_credentials", "unsupported_grant_type")
  }
}
