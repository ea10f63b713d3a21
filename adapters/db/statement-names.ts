import { createHash } from "node:crypto"

/** Longer statements are sent unprepared, because preparing saves little for them. */
const longestText = 10_000
/** The number of texts whose first use is remembered. */
const mostSeen = 1_000

/**
 * Assigns names to prepared statements. The driver prepares a statement only under a name, and a connection keeps every
 * prepared statement until it closes, so the number of names is bounded: a text gets a name at its second use, and the
 * first `most` texts keep theirs permanently.
 */
export class StatementNames {
  readonly #most: number
  readonly #names = new Map<string, string>()
  /** Texts that were used once, oldest first. */
  readonly #seen = new Set<string>()

  constructor(most = 1_000) {
    this.#most = most
  }

  /** Counts a use of the text. Returns undefined if the text is to be sent without a name. */
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

/** The name under which a connection prepares the text; equal texts get equal names. */
export function statementName(text: string): string {
  return `b4m_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`
}
