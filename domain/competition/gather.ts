/** One call's input, and where its answer goes. */
export interface Waiting<In, Out> {
  input: In
  resolve(answer: Out): void
  reject(error: unknown): void
}

/** Answers what `work` made of the input; inputs that come while work is going on are done together. */
export type Gather<In, Out> = (input: In) => Promise<Out>

/** As many inputs as one piece of work takes. */
const most = 32
/** Pieces of work at a time: while the database has one, the next is prepared. */
const abreast = 2

/**
 * Group commit: who comes while work is on its way shares the next one, so that many small writers cost one transaction
 * and one flush together, and a single one waits for nobody. Two inputs with the same key never share one, and are
 * never under way at the same time. `work` settles each of its inputs; those that it throws on are tried again one by one,
 * so that what is wrong with one meets nobody else.
 */
export function createGather<In, Out>(
  keyOf: (input: In) => unknown,
  work: (batch: readonly Waiting<In, Out>[]) => Promise<void>,
): Gather<In, Out> {
  const waiting = new Set<Waiting<In, Out>>()
  const busy = new Set<unknown>()
  let running = 0
  let starting = false

  const take = (many: number) => {
    const batch: Waiting<In, Out>[] = []
    for (const one of waiting) {
      if (batch.length === many) break
      const key = keyOf(one.input)
      if (busy.has(key)) continue
      busy.add(key)
      waiting.delete(one)
      batch.push(one)
    }
    return batch
  }
  const start = () => {
    // Those who were answered together come back together.
    if (starting) return
    starting = true
    setImmediate(() => {
      starting = false
      while (running < abreast) {
        const batch = take(Math.min(most, Math.ceil(waiting.size / (abreast - running))))
        if (batch.length === 0) return
        running++
        run(batch).finally(() => {
          running--
          for (const { input } of batch) busy.delete(keyOf(input))
          start()
        })
      }
    })
  }
  const run = async (batch: readonly Waiting<In, Out>[]) => {
    try {
      await work(batch)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await run([one])
    }
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.add({ input, resolve, reject })
      start()
    })
}
