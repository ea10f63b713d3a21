import { createHash, hkdfSync, timingSafeEqual } from "node:crypto"
import { CompactEncrypt, compactDecrypt, errors } from "jose"

/**
 * Compares two secrets in a time that reveals neither where they differ nor their lengths, by comparing their SHA-256
 * digests.
 */
export function equal(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  return equalTo(expected)(given)
}

/** The same comparison of one expected value with many given ones; its digest is computed once. */
export function equalTo(expected: string | Uint8Array): (given: string | Uint8Array) => boolean {
  const wanted = sha256(expected)
  return (given) => timingSafeEqual(sha256(given), wanted)
}

/** SHA-256 as 32 bytes. Text is hashed as UTF-8. Only for secrets too long to guess; passwords need a slow hash. */
export function sha256(value: string | Uint8Array): Buffer {
  return createHash("sha256").update(value).digest()
}

/** Encrypts text for the database, so that access to the database alone is not enough to read it. */
export interface Seal {
  /** An encrypted token (JWE, RFC 7516). Sealing the same text again returns a different token. */
  seal(text: string): Promise<string>
  /** The text; null if it was sealed with another secret or for another purpose, or was altered. */
  open(sealed: string): Promise<string | null>
}

/**
 * Creates a seal whose key is derived from `secret` for this `purpose` alone (HKDF-SHA-256, RFC 5869), so that a value
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
