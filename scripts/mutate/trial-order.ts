/** Which of a change's trials come first: what has noticed most for its time so far. */
import type { Trial } from "./reach.ts"

/** What a run costs besides its tests, in milliseconds: a database, connections, hooks. */
const aroundMs = 100

/**
 * Learns which test file notices the changes of which source. All trials of a change are made until one notices it, so
 * their order decides how long that takes and nothing else.
 */
export class TrialOrder {
  readonly #seen = new Map<string, { tried: number; noticed: number }>()

  learn(source: string, { file }: Trial, noticed: boolean): void {
    const seen = this.#of(source, file)
    seen.tried += 1
    if (noticed) seen.noticed += 1
    this.#seen.set(keyOf(source, file), seen)
  }

  /** Least time for a change that is noticed first; a file that has not been tried is expected to notice every second one. */
  sorted(source: string, trials: readonly Trial[]): Trial[] {
    const cost = ({ file, together }: Trial) => {
      const { tried, noticed } = this.#of(source, file)
      return ((together + aroundMs) * (tried + 2)) / (noticed + 1)
    }
    return trials.toSorted((a, b) => cost(a) - cost(b))
  }

  #of(source: string, file: string): { tried: number; noticed: number } {
    return this.#seen.get(keyOf(source, file)) ?? { tried: 0, noticed: 0 }
  }
}

const keyOf = (source: string, file: string): string => `${source} ${file}`
