import { createHmac } from "node:crypto"
import type { World } from "#domain/world.ts"

/** Creates World.sign with a derived key, so that no other use of `secret` can produce the same signatures. */
export function createSigner(secret: string): World["sign"] {
  const key = createHmac("sha256", secret).update("world.sign").digest()
  return (purpose, text) => createHmac("sha256", key).update(`${purpose}\n${text}`).digest("hex")
}
