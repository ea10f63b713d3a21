import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"

/** Everything that hangs on AUTH_SECRET. Each purpose has a key of its own (HKDF, RFC 5869). */
export interface Secrets {
  /** Keyed digest of `parts`, 32 bytes; without the secret neither made nor guessed. */
  digest(purpose: string, ...parts: string[]): Buffer
  /** Encrypts and authenticates `text` (AES-256-GCM); `purpose` must be the same to open it. */
  seal(purpose: string, text: string): string
  /** Throws when the text was sealed with another secret or purpose, or was altered. */
  open(purpose: string, sealed: string): string
}

const nonceLength = 12
const tagLength = 16

export function deriveSecrets(authSecret: string): Secrets {
  if (authSecret.length < 32) throw new Error("The auth secret must have at least 32 characters")
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    let key = keys.get(purpose)
    if (!key) {
      key = Buffer.from(hkdfSync("sha256", authSecret, "", `auth/${purpose}`, 32))
      keys.set(purpose, key)
    }
    return key
  }
  return {
    digest(purpose, ...parts) {
      const hmac = createHmac("sha256", keyFor(purpose))
      // The length in front keeps ("ab", "c") and ("a", "bc") apart.
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
      return hmac.digest()
    },
    seal(purpose, text) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, nonceLength), {
        authTagLength: tagLength,
      })
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      const body = bytes.subarray(nonceLength + tagLength)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
    },
  }
}
