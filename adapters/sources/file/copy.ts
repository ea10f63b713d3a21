import { open, rm } from "node:fs/promises"

/** A byte stream that is copied to a file while it is read. */
export interface Copy {
  bytes: AsyncIterable<Uint8Array>
  /**
   * Copies the bytes that the reader left unread, such as those after the end of a gzip stream; passes their number to
   * `count`.
   */
  finish(count: (bytes: number) => void): Promise<void>
  /** Deletes the copy. */
  discard(): Promise<void>
}

/** Copies `source` chunk by chunk to a new file at `path` that only its owner can read. */
export async function copyWhileRead(source: AsyncIterable<Uint8Array>, path: string): Promise<Copy> {
  const file = await open(path, "wx", 0o600)
  const iterator = source[Symbol.asyncIterator]()
  // Each chunk is written before the next is read, even when the reader stops early.
  let last: Promise<Uint8Array | undefined> = Promise.resolve(undefined)
  const next = () => {
    last = last.then(async () => {
      const { done, value } = await iterator.next()
      if (done) return undefined
      await file.writeFile(value)
      return value
    })
    return last
  }
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let piece = await next(); piece; piece = await next()) yield piece
  }
  return {
    bytes: read(),
    async finish(count) {
      for (let piece = await next(); piece; piece = await next()) count(piece.length)
      await file.close()
    },
    async discard() {
      await last.catch(() => undefined)
      await iterator.return?.()
      await file.close()
      await rm(path, { force: true })
    },
  }
}
