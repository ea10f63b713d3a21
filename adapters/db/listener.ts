import postgres from "postgres"

interface ListenerOptions {
  url: string
  channel: string
  onPayload: (payload: string) => void
  /** After every successful LISTEN, the first one included: what was sent before it may have been missed. */
  onReady?: () => void
  applicationName?: string
  /** Between two checks that the connection still lives, in ms. */
  heartbeatMs?: number
}

const firstDelayMs = 200
const longestDelayMs = 5_000
const answerWithinMs = 5_000

/**
 * Listens on one channel over a connection of its own, and goes on listening: when the connection ends, or is silent
 * when asked, it connects again with growing waits for as long as it takes. (The driver's own `listen` tries once
 * after a loss and is deaf for good when the server is not back by then.)
 * Answers when the first LISTEN stands, and throws when that fails; the answer ends it.
 */
export async function listenOn(options: ListenerOptions): Promise<() => Promise<void>> {
  let connection: Listening | undefined
  let ended = false
  let delay = firstDelayMs
  let timer: NodeJS.Timeout | undefined

  const connectAgain = () => {
    clearTimeout(timer)
    if (ended) return
    timer = setTimeout(async () => {
      try {
        await connect()
      } catch {
        delay = Math.min(delay * 2, longestDelayMs)
        connectAgain()
      }
    }, delay)
  }
  const watch = (current: Listening) => {
    timer = setTimeout(async () => {
      if (await current.lives()) {
        if (!ended && connection === current) watch(current)
      } else current.drop()
    }, options.heartbeatMs ?? 10_000)
  }
  const connect = async () => {
    const current = await openListening(options, () => {
      if (ended || connection !== current) return
      connection = undefined
      connectAgain()
    })
    if (ended) return current.close()
    connection = current
    delay = firstDelayMs
    watch(current)
    options.onReady?.()
  }

  await connect()
  return async () => {
    ended = true
    clearTimeout(timer)
    await connection?.close()
  }
}

interface Listening {
  lives(): Promise<boolean>
  /** Ends the connection at once, which calls `onLost`. */
  drop(): void
  close(): Promise<void>
}

async function openListening(options: ListenerOptions, onLost: () => void): Promise<Listening> {
  let standing = false
  const sql = postgres(options.url, {
    max: 1,
    idle_timeout: 0,
    // Null is "never" here; the types know only numbers.
    max_lifetime: null as unknown as number,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      if (!standing) return
      standing = false
      void sql.end({ timeout: 0 })
      onLost()
    },
    connection: { application_name: options.applicationName ?? "b4m listen" },
    // Known to the driver, which uses it for its own listen(), but missing in its types.
    ...{ onnotify: (_channel: string, payload: string) => options.onPayload(payload) },
  })
  try {
    await sql`listen ${sql(options.channel)}`
    standing = true
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
  return {
    async lives() {
      const { promise: late, resolve } = Promise.withResolvers<false>()
      const timer = setTimeout(resolve, answerWithinMs, false)
      const answer = sql`select from pg_listening_channels() as name where name = ${options.channel}`
      const lives = await Promise.race([
        answer.then(
          (rows) => rows.length === 1,
          () => false,
        ),
        late,
      ])
      clearTimeout(timer)
      return lives
    },
    drop() {
      if (!standing) return
      standing = false
      void sql.end({ timeout: 0 })
      onLost()
    },
    async close() {
      standing = false
      await sql.end({ timeout: 1 })
    },
  }
}
