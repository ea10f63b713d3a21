import { createHash } from "node:crypto"
import type { Placed } from "./ranking.ts"

const known = new WeakMap<readonly Placed[], string>()

/** Of a table, the same in every process: it differs once a place has changed. */
export function revisionOf(placed: readonly Placed[]): string {
  const before = known.get(placed)
  if (before !== undefined) return before
  const hash = createHash("sha256")
  for (const { athlete, rank } of placed) hash.update(`${athlete} ${rank}\n`)
  const revision = hash.digest("base64url").slice(0, 12)
  known.set(placed, revision)
  return revision
}
