import pg from "pg"
import { deadlineExceeded, withOwnDeadline } from "#primitives/deadline.ts"
import { readSettings, settle } from "./connection-settings.ts"

interface ListenerOptions {
  url: string
  applicationName?: string
  /** Interval between checks of the connection, in ms. */
  heartbeatMs?: number
  /** The time in ms within which the server must respond before the connection counts as lost. */
  answerWithinMs?: number
}

interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  /**
   * Called after every successful LISTEN, including the first: earlier notifications may have been missed.
   */
  onReady?: (() => void) | undefined
}

interface Listener {
  /**
   * Resolves when LISTEN succeeds, and rejects if the first connection fails. The returned function ends the
   * subscription.
   */
  listen(subscription: Subscription): Promise<() => Promise<void>>
}

const firstDelayMs = 200
const longestDelayMs = 5_000

/**
 * Listens on any number of channels over one dedicated connection, which is open as long as there is a subscription.
 * When the connection ends or does not respond to a check, it reconnects with increasing delays until it succeeds.
 */
export function createListener(options: ListenerOptions): Listener {
  const subscriptions = new Set<Subscription>()
  let connection: Listening | undefined
  /** The first connection, while it is being opened. */
  let opening: Promise<void> | undefined
  let delay = firstDelayMs
  let timer: NodeJS.Timeout | undefined

  const deliver = (channel: string, payload: string) => {
    for (const one of [...subscriptions]) if (one.channel === channel) one.onPayload(payload)
  }
  const connectAgain = () => {
    clearTimeout(timer)
    if (subscriptions.size === 0) return
    timer = setTimeout(async () => {
      try {
        await connect()
        for (const one of [...subscriptions]) one.onReady?.()
      } catch {
        delay = Math.min(delay * 2, longestDelayMs)
        connectAgain()
      }
    }, delay)
  }
  const watch = (current: Listening) => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      if (await current.lives()) {
        if (connection === current) watch(current)
      } else current.drop()
    }, options.heartbeatMs ?? 10_000)
  }
  const connect = async () => {
    const current = await openListening(options, deliver, () => {
      if (connection !== current) return
      connection = undefined
      connectAgain()
    })
    // This includes channels that were subscribed while the connection was being opened.
    try {
      for (const { channel } of [...subscriptions]) await current.add(channel)
    } catch (error) {
      current.drop()
      throw error
    }
    if (subscriptions.size === 0) return current.close()
    connection = current
    delay = firstDelayMs
    watch(current)
  }
  const remove = async (subscription: Subscription) => {
    subscriptions.delete(subscription)
    const current = connection
    if (subscriptions.size > 0) {
      const isHeard = [...subscriptions].some(({ channel }) => channel === subscription.channel)
      if (!isHeard) await current?.remove(subscription.channel)
      return
    }
    connection = undefined
    clearTimeout(timer)
    await current?.close()
  }

  return {
    async listen(subscription) {
      const isFirst = subscriptions.size === 0
      subscriptions.add(subscription)
      try {
        if (isFirst) {
          opening = connect().finally(() => {
            opening = undefined
          })
        }
        if (opening) await opening
        // If the connection was lost in the meantime, the reconnect subscribes to this channel as well.
        else await connection?.add(subscription.channel)
      } catch (error) {
        await remove(subscription)
        throw error
      }
      subscription.onReady?.()
      return () => remove(subscription)
    },
  }
}

interface Listening {
  add(channel: string): Promise<void>
  remove(channel: string): Promise<void>
  lives(): Promise<boolean>
  /** Closes the connection immediately, which calls `onLost`. */
  drop(): void
  close(): Promise<void>
}

async function openListening(
  options: ListenerOptions,
  onNotify: (channel: string, payload: string) => void,
  onLost: () => void,
): Promise<Listening> {
  const client = new pg.Client(
    await settle(readSettings(options.url, options.applicationName ?? "b4m listen")),
  )
  let standing = false
  const lost = () => {
    if (!standing) return
    standing = false
    onLost()
  }
  client.on("error", lost)
  client.on("end", lost)
  client.on("notification", ({ channel, payload = "" }) => onNotify(channel, payload))
  const inTime = <T>(work: () => Promise<T>) => withOwnDeadline(options.answerWithinMs ?? 5_000, work)
  const drop = () => {
    lost()
    void client.end()
  }
  const ask = (text: string) =>
    inTime(() => client.query(text)).catch((error) => {
      if (error.code === deadlineExceeded) drop()
      throw error
    })
  await client.connect()
  standing = true
  const channels = new Set<string>()
  return {
    async add(channel) {
      if (channels.has(channel)) return
      await ask(`listen ${client.escapeIdentifier(channel)}`)
      channels.add(channel)
    },
    async remove(channel) {
      if (!channels.delete(channel)) return
      await ask(`unlisten ${client.escapeIdentifier(channel)}`).catch((error) => {
        // No notifications arrive on a connection that was closed or lost in the meantime.
        if (standing) throw error
      })
    },
    lives: () =>
      inTime(() => client.query("select from pg_listening_channels()")).then(
        ({ rowCount }) => rowCount === channels.size,
        () => false,
      ),
    drop,
    async close() {
      standing = false
      // A server that does not respond now detects the closed connection when it resumes.
      await inTime(() => client.end()).catch(() => {})
    },
  }
}
