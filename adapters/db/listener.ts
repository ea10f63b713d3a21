import pg from "pg"
import { deadlineExceeded, withOwnDeadline } from "#primitives/deadline.ts"
import { readSettings, settle } from "./connection-settings.ts"

interface ListenerOptions {
  url: string
  applicationName?: string
  /** Interval between checks of the connection, in ms. */
  heartbeatMs?: number
  /** How long the server may take to answer before the connection counts as lost, in ms. */
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
  /** Resolves when the LISTEN succeeds, and throws when the first connection fails; the returned function stops it. */
  listen(subscription: Subscription): Promise<() => Promise<void>>
}

const firstDelayMs = 200
const longestDelayMs = 5_000

/**
 * Listens on any number of channels over one connection of its own, which is open while there is a subscription: when
 * the connection ends, or does not respond to a check, it reconnects with growing delays until it succeeds.
 */
export function createListener(options: ListenerOptions): Listener {
  const subscriptions = new Set<Subscription>()
  let connection: Listening | undefined
  /** The first connection, while it is being made. */
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
    // What was subscribed while the connection was being made is among them.
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
        // Lost meanwhile, the connection takes it up with the others when it is back.
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
        // Nothing is heard over a connection that was closed or lost meanwhile.
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
      // A server that has stopped answering finds the connection ended when it goes on.
      await inTime(() => client.end()).catch(() => {})
    },
  }
}
