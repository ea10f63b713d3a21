/**
 * The most similar of `names`, when it is similar enough to have been meant: at most one in `share` letters differs.
 */
export function nearest(name: string, names: readonly string[], share = 3): string | null {
  if (name.length > 63) return null
  const [best] = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance * share <= Math.max(name.length, candidate.length))
    .sort((a, b) => a.distance - b.distance)
  return best?.candidate ?? null
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
