/** Candidates whose letters are compared one by one, after the coarse order by n-grams. */
const compared = 50
/** The minimum similarity of a suggestion, as in PostgREST: 1 is equal, 0 has nothing in common. */
const similarEnough = 0.33

/**
 * The most similar of `names`, found like PostgREST's suggestions: candidates share trigrams, or bigrams if none of
 * those is similar enough, and the proportion of equal letters decides.
 */
export function nearest(name: string, names: readonly string[]): string | null {
  if (name.length > 63) return null
  const wanted = name.toLowerCase()
  const candidates = names.map((candidate) => ({ candidate, text: candidate.toLowerCase() }))
  for (const size of [3, 2]) {
    const grams = gramsOf(wanted, size)
    const [best] = candidates
      .map((one) => ({ ...one, cosine: cosine(grams, gramsOf(one.text, size)) }))
      .filter((one) => one.cosine > 0)
      .toSorted((a, b) => b.cosine - a.cosine)
      .slice(0, compared)
      .map(({ candidate, text }) => ({ candidate, similarity: similarity(wanted, text) }))
      .filter(isSimilar)
      .toSorted((a, b) => b.similarity - a.similarity)
    if (best) return best.candidate
  }
  return null
}

function isSimilar({ similarity }: { similarity: number }): boolean {
  return similarity >= similarEnough
}

/** Counts each n-gram; the ends of the word are treated as extra letters. */
function gramsOf(text: string, size: number): Map<string, number> {
  const word = `-${text.replace(/[^\p{L}\p{N}\s,]/gu, "")}-`
  const grams = new Map<string, number>()
  for (let at = 0; at + size <= word.length; at++) {
    const gram = word.slice(at, at + size)
    grams.set(gram, (grams.get(gram) ?? 0) + 1)
  }
  return grams
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0
  for (const [gram, count] of a) shared += count * (b.get(gram) ?? 0)
  return shared / (length(a) * length(b))
}

const length = (grams: Map<string, number>) => Math.hypot(...grams.values())

function similarity(a: string, b: string): number {
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)
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
