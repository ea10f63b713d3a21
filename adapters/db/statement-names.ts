import { createHash } from "node:crypto"

/** A longer statement is sent as it is: preparing saves it little. */
const longestText = 10_000
/** Texts whose first use is remembered. */
const mostSeen = 1_000

/**
 * Names of prepared statements. The driver prepares a statement only under a name, and a connection forgets none until it
 * ends, so the number of names is bounded: a text gets one with its second use, the first `most` texts for good.
 */
export class StatementNames {
  readonly #most: number
  readonly #names = new Map<string, string>()
  /** Texts that were used once, oldest first. */
  readonly #seen = new Set<string>()

  constructor(most = 1_000) {
    this.#most = most
  }

  /** Counts a use of the text. Undefined where it is to be sent without a name. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#most || text.length > longestText) return known
    if (!this.#seen.delete(text)) {
      this.#seen.add(text)
      for (const oldest of this.#seen) {
        if (this.#seen.size <= mostSeen) break
        this.#seen.delete(oldest)
      }
      return undefined
    }
    const name = statementName(text)
    this.#names.set(text, name)
    return name
  }
}

/** Under which a connection prepares the text; the same for every text that is the same. */
export function statementName(text: string): string {
  return `b4m_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`
}
