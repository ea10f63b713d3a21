interface FairTurnsOptions {
  /** The number of tasks that run at once. */
  atOnce: number
  /** The maximum number of them for one caller. */
  atOncePerCaller: number
  /**
   * The number of tasks that can wait. When the queue is full, the caller with the most waiting tasks loses its latest
   * one.
   */
  waiting: number
  waitingPerCaller: number
  /** Creates the error for a full queue, or for a caller's full share of it. */
  refusal: () => Error
}

interface Waiting {
  start(): void
  refuse(): void
}

/**
 * Runs `work` when it is the caller's turn. Callers take turns, one task each, so that no caller waits for all the
 * tasks of another. A task aborted while waiting leaves the queue and rejects with the signal's reason; running work is
 * not interrupted.
 */
type FairTurns = <T>(caller: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { atOnce, atOncePerCaller, refusal } = options
  /** The waiting tasks by caller; the next caller to be served comes first. */
  const queues = new Map<string, Waiting[]>()
  const running = new Map<string, number>()
  let runningInAll = 0
  let waitingInAll = 0

  const mayStart = (caller: string) => runningInAll < atOnce && (running.get(caller) ?? 0) < atOncePerCaller
  const count = (caller: string, change: 1 | -1) => {
    const now = (running.get(caller) ?? 0) + change
    if (now > 0) running.set(caller, now)
    else running.delete(caller)
    runningInAll += change
  }
  function remove(caller: string, one: Waiting): void {
    const left = (queues.get(caller) ?? []).filter((other) => other !== one)
    if (left.length > 0) queues.set(caller, left)
    else queues.delete(caller)
    waitingInAll--
  }

  /** Throws the refusal, or makes room by refusing the latest task of the caller with the most waiting tasks. */
  function makeRoom(caller: string): void {
    const own = queues.get(caller)?.length ?? 0
    if (own >= options.waitingPerCaller) throw refusal()
    if (waitingInAll < options.waiting) return
    const [longest] = [...queues.values()].sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= own + 1) throw refusal()
    longest.at(-1)?.refuse()
  }

  async function takePlace(caller: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (mayStart(caller)) return count(caller, 1)
    makeRoom(caller)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (error: unknown) => {
      signal.removeEventListener("abort", onAbort)
      remove(caller, one)
      reject(error)
    }
    const onAbort = () => leave(signal.reason)
    const one: Waiting = {
      start() {
        signal.removeEventListener("abort", onAbort)
        remove(caller, one)
        count(caller, 1)
        resolve()
      },
      refuse: () => leave(refusal()),
    }
    signal.addEventListener("abort", onAbort, { once: true })
    queues.set(caller, [...(queues.get(caller) ?? []), one])
    waitingInAll++
    return promise
  }

  function startWaiting(): void {
    for (const [caller, [next]] of [...queues]) {
      if (!next || !mayStart(caller)) continue
      next.start()
      // The caller goes to the end of the line.
      const left = queues.get(caller)
      queues.delete(caller)
      if (left) queues.set(caller, left)
    }
  }

  return async (caller, signal, work) => {
    await takePlace(caller, signal)
    try {
      return await work()
    } finally {
      count(caller, -1)
      startWaiting()
    }
  }
}
