import type { BoardDifference, LiveBoard } from "#domain/competition/boards/live.ts"

interface EventStreamOptions {
  /** The boards to report, by the name under which they were requested. */
  boards: ReadonlyMap<string, LiveBoard>
  /** The board that currently has a name, for a season that ends while pages are open. */
  current(slug: string): Promise<LiveBoard | undefined>
  /**
   * The id of the last event that the page received: the states of its boards, in order, separated by commas.
   */
  lastSeen: string | undefined
  /** Sample athletes are on the boards, which the page must state. */
  demo: boolean
  /** Ends the stream: the server is stopping, or the viewer's token has expired. */
  signal: AbortSignal
  onEnd(): void
  /** Milliseconds between two heartbeats. */
  heartbeatMs: number
}

/** A page that reads so slowly that this many bytes are pending is disconnected; it reconnects by itself. */
const mostWaiting = 512 * 1024

const heartbeat = Buffer.from(": still here\n\n")
/** All pages with the same view share one encoded difference. */
const encoded = new WeakMap<BoardDifference, Map<string, Buffer>>()

/**
 * Boards as server-sent events (HTML standard, section 9.2). `difference`: what changed. `reset`: all first
 * rows, for a page whose own are too old or unknown. Each event's id identifies the rows after it, so that a
 * page that reconnects with Last-Event-ID receives only what it missed, from any process.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  let end = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const boards = new Map(options.boards)
        const told = new Map([...boards].map(([slug]) => [slug, "-"]))
        const unfollow = new Map<string, () => void>()
        const write = (bytes: Uint8Array) => {
          if ((controller.desiredSize ?? 0) < -mostWaiting) end()
          else controller.enqueue(bytes)
        }
        const lastId = () => [...told.values()].join(",")
        const tell = (slug: string, board: LiveBoard) => {
          told.set(slug, board.state)
          write(wholeOf(slug, lastId(), board, options.demo))
        }
        const difference = (slug: string, one: BoardDifference) => {
          told.set(slug, one.state)
          write(bytesOf(slug, lastId(), one))
        }
        const follow = (slug: string, board: LiveBoard, lastSeen?: string) => {
          unfollow.get(slug)?.()
          boards.set(slug, board)
          const missed = lastSeen === undefined ? undefined : board.since(lastSeen)
          if (lastSeen !== undefined && missed) told.set(slug, lastSeen)
          if (missed) for (const one of missed) difference(slug, one)
          else tell(slug, board)
          unfollow.set(
            slug,
            board.follow((one) => difference(slug, one)),
          )
        }
        const beat = setInterval(async () => {
          write(heartbeat)
          for (const [slug, board] of boards) {
            const now = await options.current(slug).catch(() => board)
            if (options.signal.aborted) return
            if (now && now !== board) follow(slug, now)
          }
        }, options.heartbeatMs)
        end = () => {
          end = () => {}
          clearInterval(beat)
          for (const stop of unfollow.values()) stop()
          options.onEnd()
          try {
            controller.close()
          } catch {
            // The reader has already gone.
          }
        }
        options.signal.addEventListener("abort", () => end(), { once: true })
        if (options.signal.aborted) return end()

        // Randomized, so that all pages do not reconnect at the same instant after a restart.
        write(Buffer.from(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`))
        const seen = options.lastSeen?.split(",") ?? []
        ;[...boards].forEach(([slug, board], index) => {
          follow(slug, board, seen[index])
        })
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 16 * 1024 }),
  )
}

function bytesOf(slug: string, id: string, difference: BoardDifference): Buffer {
  const known = encoded.get(difference) ?? new Map<string, Buffer>()
  encoded.set(difference, known)
  const name = `${slug} ${id}`
  const bytes = known.get(name) ?? event("difference", id, { board: slug, ...difference })
  known.set(name, bytes)
  return bytes
}

function wholeOf(
  slug: string,
  id: string,
  { state, total, updatedAt, rows }: LiveBoard,
  demo: boolean,
): Buffer {
  const at = updatedAt?.toISOString() ?? null
  return event("reset", id, { board: slug, state, total, updatedAt: at, rows, demo })
}

function event(name: string, id: string, data: object): Buffer {
  return Buffer.from(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
