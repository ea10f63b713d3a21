interface TurnsOptions {
  /** How many tasks may wait; unlimited by default. */
  longestQueue?: number
  /** Creates the error for a full queue. */
  refusal?: () => Error
}

/**
 * Runs at most `most` tasks at once and the others in order of arrival. A task that ends passes its place to the next.
 */
export function createTurns(
  most: number,
  {
    longestQueue = Number.POSITIVE_INFINITY,
    refusal = () => new Error("Too many wait for their turn"),
  }: TurnsOptions = {},
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running++
    else if (waiting.length >= longestQueue) throw refusal()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
