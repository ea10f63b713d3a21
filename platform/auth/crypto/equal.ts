import { createHash, timingSafeEqual } from "node:crypto"

/** Whether two texts are the same, in a time that tells neither where they differ nor how long either is. */
export function equalText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other))
}

/** Whether two digests are the same, in constant time. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** SHA-256 of random text that is too long to guess: refresh tokens, authorization codes. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
