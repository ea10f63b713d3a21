import type { Bytes } from "#ports/files.ts"

/** The beginning of a stream of bytes in memory. */
interface Held {
  /** All of them when there are no more than may be held; otherwise the stream goes on after these. */
  chunks: Uint8Array[]
  size: number
  isWhole: boolean
  /** Every byte from the beginning, once. */
  all(): AsyncGenerator<Uint8Array>
  /** Call it once the chunks are no longer needed. */
  release(): void
}

/**
 * Reads streams into memory, each as far as `each` bytes. All that are held at a time have at most `together`: the next ones
 * are then not held at all, so that slow senders cannot fill the memory.
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
