import type { Bytes } from "#ports/files.ts"

/** The beginning of a byte stream, buffered in memory. */
interface Held {
  /** The whole stream if it is within the limit; otherwise it continues after these chunks. */
  chunks: Uint8Array[]
  size: number
  isWhole: boolean
  /** Every byte from the beginning; can be read once. */
  all(): AsyncGenerator<Uint8Array>
  /** Call this once the chunks are no longer needed. */
  release(): void
}

/**
 * Buffers streams in memory, up to `each` bytes per stream and `together` bytes for all of them. Beyond that, further
 * streams are not buffered at all, so that slow senders cannot fill the memory.
 */
export function createHold({ each, together }: { each: number; together: number }) {
  let held = 0
  return async (bytes: Bytes): Promise<Held> => {
    const iterator = piecesOf(bytes)
    const chunks: Uint8Array[] = []
    let size = 0
    let isWhole = false
    let isReleased = false
    const release = () => {
      if (!isReleased) held -= size
      isReleased = true
    }
    try {
      while (size <= each && held <= together) {
        const { done, value } = await iterator.next()
        if (done) {
          isWhole = true
          break
        }
        chunks.push(value)
        size += value.byteLength
        held += value.byteLength
      }
    } catch (error) {
      release()
      throw error
    }
    async function* all() {
      try {
        yield* chunks
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
      } finally {
        await iterator.return(undefined)
      }
    }
    return { chunks, size, isWhole, all, release }
  }
}

async function* piecesOf(bytes: Bytes): AsyncGenerator<Uint8Array, undefined> {
  yield* bytes
}
