import { createHmac, hkdfSync } from "node:crypto"
import { createSeal, type Seal } from "#primitives/secrets.ts"

/** Everything that depends on AUTH_SECRET. Each purpose has a key of its own (HKDF, RFC 5869). */
export interface Secrets {
  /** Keyed digest of `parts`, 32 bytes; without the secret neither made nor guessed. */
  digest(purpose: string, ...parts: string[]): Buffer
  /** Encrypts and authenticates `text`; `purpose` must be the same to open it. */
  seal(purpose: string, text: string): Promise<string>
  /** Null when the text was sealed with another secret or purpose, or was altered. */
  open(purpose: string, sealed: string): Promise<string | null>
}

/** Throws when `authSecret` has fewer than 32 characters. */
export function deriveSecrets(authSecret: string): Secrets {
  if (authSecret.length < 32) throw new Error("The auth secret must have at least 32 characters")
  const digestKey = once((purpose) => Buffer.from(hkdfSync("sha256", authSecret, "", `auth/${purpose}`, 32)))
  const sealFor = once<Seal>((purpose) => createSeal(authSecret, `auth/seal/${purpose}`))
  return {
    digest(purpose, ...parts) {
      const hmac = createHmac("sha256", digestKey(purpose))
      // The length in front keeps ("ab", "c") and ("a", "bc") apart.
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
      return hmac.digest()
    },
    seal: (purpose, text) => sealFor(purpose).seal(text),
    open: (purpose, sealed) => sealFor(purpose).open(sealed),
  }
}

/** Derives the key of a purpose at its first use. Purposes are named in code, so there are few. */
function once<Value>(derive: (purpose: string) => Value): (purpose: string) => Value {
  const made = new Map<string, Value>()
  return (purpose) => {
    const value = made.get(purpose) ?? derive(purpose)
    made.set(purpose, value)
    return value
  }
}
