/** A position in the write-ahead log, in bytes from its beginning. */
export type Position = bigint

interface Sample {
  position: Position
  /** When the primary was at this position, in ms of performance.now(). */
  at: number
}

/**
 * How far a replica is behind, by positions in the write-ahead log instead of timestamps: a primary that writes nothing
 * has no recent timestamp to compare with, although its replica has everything.
 */
export class Lag {
  readonly #samples: Sample[] = []
  readonly #mostMs: number

  /** `mostMs`: how far back positions are remembered. */
  constructor(mostMs: number) {
    this.#mostMs = mostMs
  }

  /** Remembers where the primary was at a moment; call it in the order of time. */
  note(sample: Sample): void {
    this.#samples.push(sample)
    while ((this.#samples[0]?.at ?? sample.at) < sample.at - this.#mostMs) this.#samples.shift()
  }

  /**
   * The latest moment of which it is known that a replica at this position has everything that was written before;
   * -Infinity when it is further behind than what is remembered.
   */
  completeUntil(replayed: Position): number {
    return this.#samples.findLast(({ position }) => position <= replayed)?.at ?? Number.NEGATIVE_INFINITY
  }
}
