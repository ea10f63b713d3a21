interface BatchesOptions<Item, Result> {
  /** Does all of it in one go; answers one result per item, in their order. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Items of the same key are never under way at the same time. */
  keyOf(item: Item): string | number
  /** Items in one batch at most. */
  most: number
  /** Batches under way at the same time at most. */
  concurrency: number
}

/**
 * Group commit: what arrives together, and what arrives while all batches are busy, is done together, so that many share a
 * transaction and its flush; a single item waits for nobody. Idle batches share evenly what waits. When a batch fails, its
 * items are done one by one, so that none fails for another.
 */
export function createBatches<Item, Result>(
  options: BatchesOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    key: string | number
    done: PromiseWithResolvers<Result>
  }
  const waiting = new Set<Waiting>()
  const underWay = new Set<string | number>()
  let running = 0
  let starting = false

  /** Takes the next batch out of those who wait. */
  const next = (): Waiting[] => {
    const share = Math.min(options.most, Math.ceil(waiting.size / (options.concurrency - running)))
    const batch: Waiting[] = []
    for (const one of waiting) {
      if (batch.length === share) break
      if (underWay.has(one.key)) continue
      underWay.add(one.key)
      waiting.delete(one)
      batch.push(one)
    }
    return batch
  }

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      for (const [index, { done }] of batch.entries()) done.resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1) batch[0]?.done.reject(error)
      else for (const one of batch) await runBatch([one])
    }
  }

  const runLane = async (batch: readonly Waiting[]): Promise<void> => {
    running++
    await runBatch(batch)
    running--
    for (const { key } of batch) underWay.delete(key)
    start()
  }

  /** At the next turn of the event loop: those who were answered together come back together. */
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
    waiting.add({ item, key: options.keyOf(item), done })
    start()
    return done.promise
  }
}
