import type { BoardDifference, LiveBoard } from "#domain/competition/live.ts"

export interface EventStreamOptions {
  /** The board under this address at this moment, for a season that ends while pages are open. */
  current(): Promise<LiveBoard | undefined>
  /** The rows that the page shows, by the name of their state; undefined when it shows none yet. */
  lastSeen: string | undefined
  /** Ends the stream: the server stops, or the viewer's token has run out. */
  signal: AbortSignal
  onEnd(): void
  /** Milliseconds between two signs of life. */
  heartbeatMs: number
}

/** A page that takes nothing for so long that this many bytes wait for it is let go; it comes back by itself. */
const mostWaiting = 512 * 1024

const encoder = new TextEncoder()
const heartbeat = encoder.encode(": still here\n\n")
/** One difference goes out to every open page in the same bytes. */
const encoded = new WeakMap<BoardDifference, Uint8Array>()

/**
 * A board as server-sent events (HTML standard, section 9.2). `difference`: what changed. `reset`: all first rows, for a
 * page whose own are too old or unknown. Each event's id names the rows after it, so that a page which comes back with
 * Last-Event-ID is told only what it missed, by whichever process.
 */
export function eventStream(live: LiveBoard, options: EventStreamOptions): ReadableStream<Uint8Array> {
  let board = live
  let end = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (bytes: Uint8Array) => {
          if ((controller.desiredSize ?? 0) < -mostWaiting) end()
          else controller.enqueue(bytes)
        }
        const follow = () => board.follow((difference) => send(bytesOf(difference)))
        let unfollow = () => {}
        const beat = setInterval(async () => {
          send(heartbeat)
          const now = await options.current().catch(() => board)
          if (now === board || options.signal.aborted) return
          if (!now) return end()
          unfollow()
          board = now
          send(wholeOf(board))
          unfollow = follow()
        }, options.heartbeatMs)
        end = () => {
          end = () => {}
          clearInterval(beat)
          unfollow()
          options.signal.removeEventListener("abort", end)
          options.onEnd()
          try {
            controller.close()
          } catch {
            // The reader has gone already.
          }
        }
        options.signal.addEventListener("abort", () => end(), { once: true })
        if (options.signal.aborted) return end()

        // Spread out, so that all pages do not come back in the same instant after a restart.
        send(encoder.encode(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`))
        const missed = options.lastSeen === undefined ? undefined : board.since(options.lastSeen)
        if (missed) for (const difference of missed) send(bytesOf(difference))
        else send(wholeOf(board))
        unfollow = follow()
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 16 * 1024 }),
  )
}

function bytesOf(difference: BoardDifference): Uint8Array {
  const known = encoded.get(difference)
  if (known) return known
  const bytes = event("difference", difference.state, difference)
  encoded.set(difference, bytes)
  return bytes
}

function wholeOf({ state, total, updatedAt, rows }: LiveBoard): Uint8Array {
  return event("reset", state, { state, total, updatedAt: updatedAt?.toISOString() ?? null, rows })
}

function event(name: string, id: string, data: object): Uint8Array {
  return encoder.encode(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
