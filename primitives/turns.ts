interface TurnsOptions {
  /** How many may wait; without it any number. */
  longestQueue?: number
  /** What is thrown at whoever finds the queue full. */
  refusal?: () => Error
}

/** Runs at most `most` pieces of work at once, the others in the order they came. Whoever ends hands over its place. */
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
