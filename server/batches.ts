export interface BatchesOptions<Item, Result> {
  /** Does all of it in one go; answers one result per item, in their order. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Items of the same key are never in one batch. */
  keyOf(item: Item): string
  /** Items in one batch at most. */
  most: number
  /** Batches under way at the same time at most. */
  lanes: number
}

/**
 * What arrives while there is a free lane is done at once; what arrives while all are taken is done together with the next
 * batch, so that many share a commit. When a batch fails, its items are done one by one, so that none fails for another.
 */
export function createBatches<Item, Result>(
  options: BatchesOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    key: string
    done: PromiseWithResolvers<Result>
  }
  let waiting: Waiting[] = []
  let running = 0

  /** Takes the next batch out of those who wait. */
  const next = (): Waiting[] => {
    const keys = new Set<string>()
    const left: Waiting[] = []
    const batch: Waiting[] = []
    for (const one of waiting) {
      if (batch.length < options.most && !keys.has(one.key)) {
        batch.push(one)
        keys.add(one.key)
      } else left.push(one)
    }
    waiting = left
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

  const runLane = async () => {
    running++
    while (waiting.length > 0) await runBatch(next())
    running--
  }

  return (item) => {
    const done = Promise.withResolvers<Result>()
    waiting.push({ item, key: options.keyOf(item), done })
    if (running < options.lanes) void runLane()
    return done.promise
  }
}
