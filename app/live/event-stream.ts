/** One server-sent event. */
export interface StreamEvent {
  name: string
  id: string
  data: string
}

interface StreamOptions {
  url: string
  headers: Record<string, string>
  /** The state already shown, as an event id. */
  lastId?: string | undefined
  onEvent(event: StreamEvent): void
  /** True once connected, false when the connection is lost or refused and will be retried. */
  onConnected(connected: boolean): void
  signal: AbortSignal
}

/** Longer than two server heartbeats. */
const silenceMs = 70_000
const longestWaitMs = 30_000

/**
 * Follows server-sent events until `signal` aborts. Like EventSource, with two additions: an Authorization header, and
 * detection of dead connections.
 */
export async function followEvents(options: StreamOptions): Promise<void> {
  let lastId = options.lastId
  let waitMs = 1000
  let failures = 0
  while (!options.signal.aborted) {
    const connection = new AbortController()
    const silent = () => connection.abort()
    let timer = setTimeout(silent, silenceMs)
    // A connection opened before the network was lost would stay silent.
    addEventListener("offline", silent, { once: true })
    try {
      const headers: Record<string, string> = { accept: "text/event-stream", ...options.headers }
      if (lastId !== undefined) headers["last-event-id"] = lastId
      const signal = AbortSignal.any([options.signal, connection.signal])
      const response = await fetch(options.url, { headers, signal, cache: "no-store" })
      if (!response.ok || !response.body) throw new Error(`The live board answered ${response.status}`)
      options.onConnected(true)
      failures = 0
      for await (const event of eventsIn(response.body, (ms) => (waitMs = ms))) {
        clearTimeout(timer)
        timer = setTimeout(silent, silenceMs)
        if (event === null) continue
        if (event.id) lastId = event.id
        options.onEvent(event)
      }
    } catch {
      // Any error leads to a retry; the page indicates that it is not live.
      failures++
    } finally {
      clearTimeout(timer)
      removeEventListener("offline", silent)
    }
    if (options.signal.aborted) return
    options.onConnected(false)
    await pause(Math.min(longestWaitMs, waitMs * 2 ** Math.max(0, failures - 1)), options.signal)
  }
}

/** Events in a stream's text; null for a heartbeat. */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  onRetry: (ms: number) => void,
): AsyncGenerator<StreamEvent | null> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) yield eventOf(block, onRetry)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function eventOf(block: string, onRetry: (ms: number) => void): StreamEvent | null {
  const event: StreamEvent = { name: "message", id: "", data: "" }
  for (const line of block.split("\n")) {
    const split = line.indexOf(": ")
    const value = line.slice(split + 2)
    if (line.startsWith("event: ")) event.name = value
    else if (line.startsWith("id: ")) event.id = value
    else if (line.startsWith("data: ")) event.data = value
    else if (line.startsWith("retry: ")) onRetry(Number(value) || 1000)
  }
  return event.data ? event : null
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const again = () => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener("abort", again, { once: true })
  // Retry as soon as the network is back.
  addEventListener("online", again, { once: true })
  return promise.finally(() => {
    signal.removeEventListener("abort", again)
    removeEventListener("online", again)
  })
}
