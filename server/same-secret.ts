import { createHash, timingSafeEqual } from "node:crypto"

/** Whether two secrets are equal, in a time that tells nothing about either, their lengths included. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
