/** Counts calls within windows of `windowMs`; returns whether another one is within `most`. */
export function createRate(most: number, windowMs = 1_000): () => boolean {
  let windowStart = Number.NEGATIVE_INFINITY
  let calls = 0
  return () => {
    const now = performance.now()
    if (now - windowStart >= windowMs) {
      windowStart = now
      calls = 0
    }
    return ++calls <= most
  }
}
