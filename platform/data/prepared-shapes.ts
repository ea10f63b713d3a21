interface Options {
  /** Statements that each connection keeps prepared. */
  most?: number
  /** Milliseconds that only move forward, such as performance.now. */
  now?: () => number
}

/** A longer statement is sent as it is: preparing saves it little, and its text would have to be kept. */
const longestText = 10_000
/** Shapes that are counted before they are worth preparing. */
const candidatesCounted = 500
/** Counts are halved so often, in milliseconds, so that what was used a lot long ago gives way. */
const halfLifeMs = 600_000
/**
 * Shapes that may give way within a half-life. Connections forget a prepared statement only when they end, within an
 * hour, so this bounds what each of them holds.
 */
const mostReplaced = 50
/** A shape that takes the place of another was sent at least so often, and twice as often as the other. */
const usesToReplace = 8

/**
 * Which statements are worth preparing, so that one caller who sends many different ones takes nothing from the others:
 * a statement that was sent before, while there is room; then one that is sent far more often than the rarest.
 */
export class PreparedShapes {
  readonly #most: number
  readonly #now: () => number
  readonly #prepared = new Map<string, number>()
  /** In the order of their last use. */
  readonly #candidates = new Map<string, number>()
  #halvedAt: number
  #replaced = 0

  constructor({ most = 300, now = () => performance.now() }: Options = {}) {
    this.#most = most
    this.#now = now
    this.#halvedAt = now()
  }

  /** Counts one use of a statement. Returns whether it is to be sent prepared. */
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
