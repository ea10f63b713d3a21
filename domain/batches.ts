import { isDatabaseAway } from "#primitives/database-away.ts"
import { deadlineError, remainingMs, withOwnDeadline } from "#primitives/deadline.ts"

interface BatchesOptions<Item, Result> {
  /** Processes a whole batch; returns one result per item, in the same order. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Items with the same key are never processed at the same time. */
  keyOf(item: Item): string | number
  /** The most items in one batch. */
  most: number
  /** The most batches processed at the same time. */
  concurrency: number
  /** How long one batch may take, in ms, regardless of the deadlines of the waiting callers. */
  withinMs: number
}

/**
 * Group commit: items that arrive together, or while all batches are busy, are processed together, so that they share one
 * transaction and its flush; a single item never waits. Waiting items are divided evenly among idle batches. When a batch
 * fails, its items are retried one by one, so that none fails because of another; when the database is away, all of them have
 * failed. An item whose caller's deadline has passed before its turn is not processed.
 */
export function createBatches<Item, Result>(
  options: BatchesOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    key: string | number
    /** When its caller gives up, on the clock of performance.now(). */
    until: number
    done: PromiseWithResolvers<Result>
  }
  const waiting = new Set<Waiting>()
  const underWay = new Set<string | number>()
  let running = 0
  let starting = false

  /** Takes the next batch from the waiting items. */
  const next = (): Waiting[] => {
    const share = Math.min(options.most, Math.ceil(waiting.size / (options.concurrency - running)))
    const batch: Waiting[] = []
    for (const one of waiting) {
      if (batch.length === share) break
      if (one.until <= performance.now()) {
        waiting.delete(one)
        one.done.reject(deadlineError("The wait for a turn"))
        continue
      }
      if (underWay.has(one.key)) continue
      underWay.add(one.key)
      waiting.delete(one)
      batch.push(one)
    }
    return batch
  }

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await withOwnDeadline(options.withinMs, () =>
        options.run(batch.map(({ item }) => item)),
      )
      for (const [index, { done }] of batch.entries()) done.resolve(results[index] as Result)
    } catch (error) {
      for (const one of batch)
        if (batch.length === 1 || isDatabaseAway(error)) one.done.reject(error)
        else await runBatch([one])
    }
  }

  const runLane = async (batch: readonly Waiting[]): Promise<void> => {
    running++
    await runBatch(batch)
    running--
    for (const { key } of batch) underWay.delete(key)
    start()
  }

  /**
   * On the next turn of the event loop, because callers whose items were processed together tend to send their next
   * items together.
   */
  const start = () => {
    if (starting) return
    starting = true
    setImmediate(() => {
      starting = false
      while (running < options.concurrency) {
        const batch = next()
        if (batch.length === 0) return
        void runLane(batch)
      }
    })
  }

  return (item) => {
    const done = Promise.withResolvers<Result>()
    waiting.add({ item, key: options.keyOf(item), until: performance.now() + remainingMs(), done })
    start()
    return done.promise
  }
}
