import { createHmac } from "node:crypto"
import type { World } from "#domain/world.ts"

/** World.sign under a key of its own, so that no other use of `secret` can make the same fingerprints. */
export function createSigner(secret: string): World["sign"] {
  const key = createHmac("sha256", secret).update("world.sign").digest()
  return (purpose, text) => createHmac("sha256", key).update(`${purpose}\n${text}`).digest("hex")
}
