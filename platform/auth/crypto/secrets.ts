import { createHmac, hkdfSync } from "node:crypto"
import { createSeal } from "#primitives/secrets.ts"

/** Everything derived from AUTH_SECRET. Each purpose has its own key (HKDF, RFC 5869). */
export interface Secrets {
  /** Keyed digest of `parts`, 32 bytes; cannot be computed or guessed without the secret. */
  digest(purpose: string, ...parts: string[]): Buffer
  /** Encrypts and authenticates `text`; opening it requires the same `purpose`. */
  seal(purpose: string, text: string): Promise<string>
  /** Returns null when the text was sealed with another secret or purpose, or was altered. */
  open(purpose: string, sealed: string): Promise<string | null>
}

/** Throws when `authSecret` has fewer than 32 characters. */
export function deriveSecrets(authSecret: string): Secrets {
  if (authSecret.length < 32) throw new Error("The auth secret must have at least 32 characters")
  const sealFor = (purpose: string) => createSeal(authSecret, `auth/seal/${purpose}`)
  return {
    digest(purpose, ...parts) {
      const key = Buffer.from(hkdfSync("sha256", authSecret, "", `auth/${purpose}`, 32))
      const hmac = createHmac("sha256", key)
      // The length prefix distinguishes ("ab", "c") from ("a", "bc").
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
      return hmac.digest()
    },
    seal: (purpose, text) => sealFor(purpose).seal(text),
    open: (purpose, sealed) => sealFor(purpose).open(sealed),
  }
}
