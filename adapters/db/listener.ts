import postgres from "postgres"
import { readDatabaseUrl } from "#primitives/database-url.ts"

interface ListenerOptions {
  url: string
  channel: string
  onPayload: (payload: string) => void
  /**
   * Called after every successful LISTEN, including the first: earlier notifications may have been missed.
   */
  onReady?: () => void
  applicationName?: string
  /** Interval between checks of the connection, in ms. */
  heartbeatMs?: number
}

const firstDelayMs = 200
const longestDelayMs = 5_000
const answerWithinMs = 5_000

/**
 * Listens on one channel over a dedicated connection: when the connection ends, or does not respond to a
 * check, it reconnects with growing delays until it succeeds. (The driver's own `listen` retries once after a
 * loss and then stays silent if the server is not back.) Resolves when the first LISTEN succeeds, and throws
 * when that fails; the returned function stops it.
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
  /** Closes the connection immediately, which calls `onLost`. */
  drop(): void
  close(): Promise<void>
}

async function openListening(options: ListenerOptions, onLost: () => void): Promise<Listening> {
  let standing = false
  const { url, ssl } = readDatabaseUrl(options.url)
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    // Null means "never" here; the types only allow numbers.
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
    ...(ssl ? { ssl } : {}),
    // Supported by the driver, which uses it for its own listen(), but missing from its types.
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
