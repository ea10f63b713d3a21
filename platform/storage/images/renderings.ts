import { createFairTurns } from "#primitives/fair-turns.ts"
import { fileOf } from "../objects/version-files.ts"
import type { StorageConfig, StorageOptions } from "../options.ts"
import { noSuchKey, Refusal } from "../refusal.ts"
import { forgetUnused, keepRendering, type OpenedRendering, openKept } from "./kept.ts"
import type { Render } from "./renderer.ts"
import type { Transform } from "./transform.ts"

/** Largest file from which an image is made; it is read into memory. */
export const largestSource = 25 * 1024 * 1024

/** Renderings that may wait for their turn, in all and of one caller, and for how long in milliseconds. */
const mostWaiting = 256
const mostWaitingPerCaller = 64
const longestWaitMs = 30_000

const tooMany = () => new Refusal("SlowDown", "Too many images are being made. Please try again.")
export const sourceTooLarge = () =>
  new Refusal("InvalidRequest", "The file is too large to make an image from it")
const hungUp = () => new Refusal("InvalidRequest", "The caller hung up")

interface Asked {
  /** Names object version, transformation and format: the same picture in the same size is rendered once. */
  id: string
  version: string
  transform: Transform
  accept: string
  /** Callers take turns; one who asks for many images does not keep another one waiting for them all. */
  caller: string
  /** Aborts when the caller hangs up. */
  signal: AbortSignal
}

/**
 * Opens a rendering, which is made first when it is not kept. Its bytes come from `Files`, so that clients who read slowly cost no
 * memory. Throws InvalidRequest for what is no image, NoSuchKey when its bytes are gone, and SlowDown when too many wait.
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
    // The last place is for somebody else.
    atOncePerCaller: Math.max(1, config.imagesAtOnce - 1),
    waiting: mostWaiting,
    waitingPerCaller: mostWaitingPerCaller,
    refusal: tooMany,
  })
  /** What waits or runs, by caller and id; and what runs, by id. */
  const flights = new Map<string, Flight>()
  const running = new Map<string, Promise<void>>()
  // A process that has just started does not know how much is kept.
  let keptSinceCheck = Number.POSITIVE_INFINITY

  /** Reads the source only now: what waits holds no bytes. */
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
    // Versions that another server gave are no files of ours.
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

  /** Once at a time, whoever asks. */
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
      // Another caller's turn may have come first.
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

  /** Waits until the rendering is made, or the caller hangs up. The last of its requests that goes takes it out of the queue. */
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
    // It went meanwhile, because others were made.
    if (!opened) throw tooMany()
    return opened
  }
}
