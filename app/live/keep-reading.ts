interface Reading<Value> {
  read(signal: AbortSignal): Promise<Value>
  onValue(value: Value): void
  /** The read and its only repetition have failed. */
  onFailed(): void
  /** Milliseconds before the first read. */
  waitMs: number
  /** Milliseconds between two reads. */
  restMs: number
}

const retryMs = 1_000

/**
 * Reads once, and again after each `again()`, one read at a time and never more often than `restMs`: however often it is
 * called, no read is canceled by it, and the last call is followed by a read. `stop()` ends all of it.
 */
export function keepReading<Value>({ read, onValue, onFailed, waitMs, restMs }: Reading<Value>) {
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  let idle = false
  let outdated = false
  const start = (ms: number, retries: number) => {
    idle = false
    timer = setTimeout(() => void go(retries), ms)
  }
  const go = async (retries: number) => {
    outdated = false
    try {
      const value = await read(leaving.signal)
      if (leaving.signal.aborted) return
      onValue(value)
    } catch {
      if (leaving.signal.aborted) return
      if (retries > 0) return start(retryMs, retries - 1)
      onFailed()
    }
    idle = true
    if (outdated) start(restMs, 1)
  }
  start(waitMs, 1)
  return {
    again() {
      outdated = true
      if (idle) start(restMs, 1)
    },
    stop() {
      clearTimeout(timer)
      leaving.abort()
    },
  }
}
