import type { Context } from "hono"
import type { Auth } from "../auth.ts"
import { jwksCacheS } from "../keys/signing-keys.ts"

/**
 * GET /.well-known/jwks.json: the public halves of the signing keys, including those of the next rotation.
 */
export const jwks = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", `public, max-age=${jwksCacheS}`)
  return c.json({ keys: await auth.signingKeys.published() })
}
