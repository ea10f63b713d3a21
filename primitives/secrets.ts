import { createHash, hkdfSync, timingSafeEqual } from "node:crypto"
import { CompactEncrypt, compactDecrypt, errors } from "jose"

/**
 * Whether two secrets are the same, in a time that reveals neither where they differ nor how long either is:
 * what is compared are their SHA-256 digests.
 */
export function equal(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  return equalTo(expected)(given)
}

/** The same question for one expected value and many given ones; its digest is made once. */
export function equalTo(expected: string | Uint8Array): (given: string | Uint8Array) => boolean {
  const wanted = sha256(expected)
  return (given) => timingSafeEqual(sha256(given), wanted)
}

/** SHA-256 as 32 bytes. Text is hashed as UTF-8. Only for secrets too long to guess; passwords need a slow hash. */
export function sha256(value: string | Uint8Array): Buffer {
  return createHash("sha256").update(value).digest()
}

/** Encrypts text that is kept in the database but is of no use to whoever reads only the database. */
export interface Seal {
  /** An encrypted token (JWE, RFC 7516). Sealing the same text again gives another token. */
  seal(text: string): Promise<string>
  /** The text, or null when it was sealed with another secret or for another purpose, or was altered since. */
  open(sealed: string): Promise<string | null>
}

/**
 * A seal whose key is derived from `secret` for this `purpose` alone (HKDF-SHA-256, RFC 5869), so that a value
 * sealed for one purpose does not open for another. AES-256-GCM used directly with that key (RFC 7518, 4.5 and 5.3).
 */
export function createSeal(secret: string, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32))
  return {
    seal(text) {
      const token = new CompactEncrypt(new TextEncoder().encode(text))
      return token.setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(key)
    },
    async open(sealed) {
      try {
        const { plaintext } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        })
        return new TextDecoder().decode(plaintext)
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
