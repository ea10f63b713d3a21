import { createFairTurns } from "#primitives/fair-turns.ts"
import { fileOf } from "../objects/version-files.ts"
import type { StorageConfig, StorageOptions } from "../options.ts"
import { noSuchKey, Refusal } from "../refusal.ts"
import { forgetUnused, keepRendering, type OpenedRendering, openKept } from "./kept.ts"
import type { Render } from "./renderer.ts"
import type { Transform } from "./transform.ts"

/** The largest file from which an image is rendered; it is read into memory. */
export const largestSource = 25 * 1024 * 1024

/** Limits of the queue: renderings in total and of one caller, and the longest wait in milliseconds. */
const mostWaiting = 256
const mostWaitingPerCaller = 64
const longestWaitMs = 30_000

const tooMany = () => new Refusal("SlowDown", "Too many images are being made. Please try again.")
export const sourceTooLarge = () =>
  new Refusal("InvalidRequest", "The file is too large to make an image from it")
const hungUp = () => new Refusal("InvalidRequest", "The caller hung up")

interface Asked {
  /**
   * Identifies object version, transformation and format, so that the same picture in the same size is rendered once.
   */
  id: string
  version: string
  transform: Transform
  accept: string
  /** Serves callers in rotation, so that one with many requests does not make others wait for all of them. */
  caller: string
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
}

/**
 * Opens a rendering, which is created first if it is not cached. Its bytes come from `Files`, so that clients who read
 * slowly cost no memory. Throws InvalidRequest if the bytes are not an image, NoSuchKey if they are missing, and
 * SlowDown if too many renderings are waiting.
 */
export type OpenRendering = (asked: Asked) => Promise<OpenedRendering>

/** A rendering that one caller waits for, with one or more requests. */
interface Flight {
  requests: number
  abandoned: AbortController
  done: Promise<void>
}

export function createRenderings(
  storage: Pick<StorageOptions, "db" | "files"> & { config: StorageConfig },
  render: Render,
): OpenRendering {
  const { files, config } = storage
  const inTurn = createFairTurns({
    atOnce: config.imagesAtOnce,
    // The last place is reserved for another caller.
    atOncePerCaller: Math.max(1, config.imagesAtOnce - 1),
    waiting: mostWaiting,
    waitingPerCaller: mostWaitingPerCaller,
    refusal: tooMany,
  })
  /** Waiting and running renderings by caller and id, and running ones by id. */
  const flights = new Map<string, Flight>()
  const running = new Map<string, Promise<void>>()
  // A newly started process does not know the size of the cache.
  let keptSinceCheck = Number.POSITIVE_INFINITY

  /** Reads the source only now, so that waiting renderings hold no bytes. */
  async function make({ id, version, transform, accept }: Asked): Promise<void> {
    const source = await readSource(version)
    const { bytes, mimeType } = await render(source, transform, accept)
    await keepRendering(storage, { id, version, mimeType, bytes })
    keptSinceCheck += bytes.byteLength
    if (keptSinceCheck < config.renderingsBytes / 16) return
    keptSinceCheck = 0
    await forgetUnused(storage, config.renderingsBytes)
  }

  async function readSource(version: string): Promise<Uint8Array> {
    // Versions assigned by another server do not refer to files of this one.
    const file = /^[0-9a-f]{64}$/.test(version) ? await files.get(fileOf(version)) : null
    if (!file) throw noSuchKey()
    if (file.size > largestSource) {
      await file.body.cancel()
      throw sourceTooLarge()
    }
    const bytes = new Uint8Array(file.size)
    let at = 0
    for await (const chunk of file.body) {
      bytes.set(chunk, at)
      at += chunk.byteLength
    }
    return bytes
  }

  /** Only one trim runs at a time. */
  function makeOnce(asked: Asked): Promise<void> {
    const { id } = asked
    const made = running.get(id) ?? make(asked).finally(() => running.delete(id))
    running.set(id, made)
    return made
  }

  function takeOff(name: string, asked: Asked): Flight {
    const abandoned = new AbortController()
    const late = AbortSignal.timeout(longestWaitMs)
    const work = async () => {
      // Another caller may have been served first.
      const kept = await openKept(storage, asked.id)
      return kept ? kept.body.cancel() : makeOnce(asked)
    }
    const done = inTurn(asked.caller, AbortSignal.any([abandoned.signal, late]), work).catch((error) => {
      throw error === late.reason ? tooMany() : error
    })
    const flight = { requests: 0, abandoned, done }
    const land = () => void (flights.get(name) === flight && flights.delete(name))
    done.then(land, land)
    flights.set(name, flight)
    return flight
  }

  /**
   * Waits until the rendering is finished or the caller disconnects. When its last request disconnects, it is removed
   * from the queue.
   */
  async function made(asked: Asked): Promise<void> {
    const { caller, id, signal } = asked
    const name = `${caller} ${id}`
    const flight = flights.get(name) ?? takeOff(name, asked)
    flight.requests++
    const { promise: gone, reject } = Promise.withResolvers<never>()
    const leave = () => reject(hungUp())
    signal.addEventListener("abort", leave, { once: true })
    try {
      await Promise.race([flight.done, gone])
    } finally {
      signal.removeEventListener("abort", leave)
      flight.requests--
      if (flight.requests === 0 && flights.get(name) === flight) {
        flights.delete(name)
        flight.abandoned.abort()
      }
    }
  }

  return async (asked) => {
    const { id, signal } = asked
    const kept = await openKept(storage, id)
    if (kept) return kept
    if (signal.aborted) throw hungUp()
    await (running.get(id) ?? made(asked))
    const opened = await openKept(storage, id)
    // It was evicted in the meantime by newer renderings.
    if (!opened) throw tooMany()
    return opened
  }
}
