interface Options {
  /** The number of statements that each connection keeps prepared. */
  most?: number
  /** A monotonic clock in milliseconds, such as performance.now. */
  now?: () => number
}

/**
 * The maximum length of a prepared statement: preparing a longer one saves little, and its text would have to be kept
 * in memory.
 */
const longestText = 10_000
/** The number of shapes whose uses are counted. */
const candidatesCounted = 500
/** The half-life of counts in milliseconds, so that shapes used frequently long ago are evicted. */
const halfLifeMs = 600_000
/**
 * The maximum number of evictions within a half-life. Connections forget a prepared statement only when they end,
 * within an hour, so this bounds what each of them holds.
 */
const mostReplaced = 50
/**
 * The minimum number of uses before a shape can replace another one, which must have been used less than half as often.
 */
const usesToReplace = 8

/**
 * Decides which statements are prepared, such that a caller who sends many different ones does not evict those of
 * others: any statement that was sent before, while there is room; then only one that is sent much more often than the
 * rarest.
 */
export class PreparedShapes {
  readonly #most: number
  readonly #now: () => number
  readonly #prepared = new Map<string, number>()
  /** Ordered by last use. */
  readonly #candidates = new Map<string, number>()
  #halvedAt: number
  #replaced = 0

  constructor({ most = 300, now = () => performance.now() }: Options = {}) {
    this.#most = most
    this.#now = now
    this.#halvedAt = now()
  }

  /** Counts a use of a statement. Returns whether to prepare it. */
  use(text: string): boolean {
    if (this.#now() - this.#halvedAt >= halfLifeMs) this.#halve()
    const known = this.#prepared.get(text)
    if (known !== undefined) {
      this.#prepared.set(text, known + 1)
      return true
    }
    if (text.length > longestText) return false
    const uses = (this.#candidates.get(text) ?? 0) + 1
    this.#candidates.delete(text)
    if (uses > 1 && this.#hasPlace(uses)) {
      this.#prepared.set(text, uses)
      return true
    }
    this.#candidates.set(text, uses)
    for (const oldest of this.#candidates.keys()) {
      if (this.#candidates.size <= candidatesCounted) break
      this.#candidates.delete(oldest)
    }
    return false
  }

  #hasPlace(uses: number): boolean {
    if (this.#prepared.size < this.#most) return true
    // Every eighth time, as the rarest has to be searched for.
    if (uses % usesToReplace !== 0 || this.#replaced >= mostReplaced) return false
    let rarest = ""
    let least = Number.POSITIVE_INFINITY
    for (const [text, count] of this.#prepared) if (count < least) [rarest, least] = [text, count]
    if (uses < 2 * least) return false
    this.#replaced++
    this.#prepared.delete(rarest)
    return true
  }

  #halve(): void {
    this.#halvedAt = this.#now()
    this.#replaced = 0
    for (const counts of [this.#prepared, this.#candidates])
      for (const [text, count] of counts) counts.set(text, count / 2)
  }
}
