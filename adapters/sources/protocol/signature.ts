import { createHmac } from "node:crypto"
import { equal } from "#primitives/secrets.ts"

/** Whether this is the hexadecimal HMAC-SHA256 of the body. */
export function isSigned(body: string, signature: string | null, secret: string): boolean {
  return equal(
    (signature ?? "").trim().toLowerCase(),
    createHmac("sha256", secret).update(body).digest("hex"),
  )
}
