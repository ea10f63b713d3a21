import { useEffect, useRef, useState } from "react"
import { keepReading } from "./keep-reading.ts"

interface Read<Value> {
  /** Null until it is loaded. */
  value: Value | null
  /** The last value of any key, shown while the next one is loading. */
  before: Value | null
  busy: boolean
  failed: boolean
  retry(): void
}

/**
 * A value that the page loads after rendering, and reloads at most once a second while `state` changes.
 * @param key names what `read` loads; null loads nothing
 */
export function useRead<Value>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<Value>,
  { state = "", waitMs = 0 } = {},
): Read<Value> {
  const [answer, setAnswer] = useState<{ key: string; value: Value } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const latest = useRef(read)
  const reading = useRef<ReturnType<typeof keepReading>>(null)
  useEffect(() => {
    latest.current = read
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try starts over
  useEffect(() => {
    if (key === null) return
    const started = keepReading<Value>({
      read: (signal) => latest.current(signal),
      onValue(value) {
        setAnswer({ key, value })
        setFailed(null)
      },
      onFailed: () => setFailed(key),
      waitMs,
      restMs: 1_000,
    })
    reading.current = started
    return () => {
      started.stop()
      reading.current = null
    }
  }, [key, waitMs, tries])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when it changes
  useEffect(() => reading.current?.again(), [state])
  const value = key !== null && answer?.key === key ? answer.value : null
  return {
    value,
    before: answer?.value ?? null,
    busy: key !== null && value === null && failed !== key,
    failed: key !== null && failed === key,
    retry() {
      setFailed(null)
      setTries(tries + 1)
    },
  }
}
