import { createHash, timingSafeEqual } from "node:crypto"

/** Answers whether a text is `expected`, in the same time whatever it holds and however long it is. */
export function secretCheck(expected: string): (given: string) => boolean {
  const wanted = digest(expected)
  return (given) => timingSafeEqual(digest(given), wanted)
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
