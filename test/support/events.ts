/** One server-sent event. */
export interface ReceivedEvent {
  name: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they expect
  data: any
}

export interface Events {
  status: number
  headers: Headers
  /** The next event that was not returned yet; rejects after `patienceMs`. */
  next(patienceMs?: number): Promise<ReceivedEvent>
  /** The last reported number of viewers of each board: separate, because it may arrive between any two events. */
  viewers: Map<string, number>
  /** The last reported visible viewers of each board. */
  faces: Map<string, object[]>
  /** Comment lines, such as heartbeats. */
  comments: string[]
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Reads server-sent events as a program does. */
export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<Events> {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: { accept: "text/event-stream", ...headers },
    signal: leaving.signal,
  })
  const waiting: ((event: ReceivedEvent) => void)[] = []
  const unread: ReceivedEvent[] = []
  const comments: string[] = []
  const viewers = new Map<string, number>()
  const faces = new Map<string, object[]>()
  const take = (block: string) => {
    const event = { name: "message", id: "", data: null } as ReceivedEvent
    for (const line of block.split("\n")) {
      if (line.startsWith(":")) comments.push(line.slice(1).trim())
      if (line.startsWith("event: ")) event.name = line.slice(7)
      if (line.startsWith("id: ")) event.id = line.slice(4)
      if (line.startsWith("data: ")) event.data = JSON.parse(line.slice(6))
    }
    if (event.data === null) return
    if (event.name === "viewers") {
      faces.set(event.data.board, event.data.faces)
      return void viewers.set(event.data.board, event.data.count)
    }
    const waiter = waiting.shift()
    if (waiter) waiter(event)
    else unread.push(event)
  }
  const read = async () => {
    let rest = ""
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk, { stream: true })
      const blocks = rest.split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) take(block)
    }
  }
  const ended = response.ok
    ? read().catch((error: Error) => void (error.name === "AbortError"))
    : Promise.resolve()
  return {
    status: response.status,
    headers: response.headers,
    comments,
    viewers,
    faces,
    ended: ended as Promise<void>,
    next(patienceMs = 60_000) {
      const event = unread.shift()
      if (event) return Promise.resolve(event)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(reject, patienceMs, new Error(`No event within ${patienceMs} ms`))
        waiting.push((found) => {
          clearTimeout(timer)
          resolve(found)
        })
      })
    },
    close: () => leaving.abort(),
  }
}
