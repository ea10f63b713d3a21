import { createHash, timingSafeEqual } from "node:crypto"

/** Compares two secrets in the same time whatever they hold and however long they are. */
export function equalSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
