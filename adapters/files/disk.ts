import { createHash, randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, lstat, mkdir, open, opendir, rename, rmdir, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Bytes, Files, StagedFile, StoredFile } from "#ports/files.ts"
import { flushFolder, shareFlushes } from "./flush-folder.ts"
import { createHold } from "./hold.ts"
import { checkArea, partsOfKey } from "./keys.ts"

/** The folder for unfinished files, next to the areas: no area begins with a dot. */
const unfinished = ".unfinished"

/**
 * Up to this many staged bytes are buffered in memory until they are kept, so that a rejected upload writes nothing to
 * disk.
 */
const heldBytes = 1024 * 1024
const heldTogether = 32 * 1024 * 1024

const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW

/**
 * Files below the folder `root`, at "<area>/<hash>". Bytes are written and flushed under a temporary name on the same
 * file system, the file is renamed, and then the folder is flushed: after a kill or a power failure, a key has either a
 * complete file or none. Several processes may share the folder.
 */
export function createDiskFiles({ root }: { root: string }): Files {
  const pathOf = (key: string) => {
    const { area, hash } = partsOfKey(key)
    return join(root, area, hash)
  }

  // Concurrent uploads share a flush of their folder.
  const flushNames = shareFlushes(flushFolder)
  const hold = createHold({ each: heldBytes, together: heldTogether })
  const nextTemporary = () => join(root, unfinished, randomUUID())
  const discardTemporary = async (temporary: string) => void (await unless("ENOENT", unlink(temporary)))

  /** Writes and flushes under a temporary name; a failed write leaves nothing behind. */
  async function writeTemporary<T>(
    work: (temporary: string) => Promise<T>,
  ): Promise<T & { temporary: string }> {
    const temporary = nextTemporary()
    try {
      return { temporary, ...(await work(temporary)) }
    } catch (error) {
      await discardTemporary(temporary)
      throw error
    }
  }

  async function stage(bytes: Bytes): Promise<StagedFile> {
    const held = await hold(bytes)
    if (held.isWhole) return stageHeld(held)
    try {
      const { temporary, hash, size, storedAt } = await writeTemporary((path) => write(path, held.all()))
      return {
        hash,
        size,
        async keep(area) {
          checkArea(area)
          await moveInto({ temporary, folder: join(root, area), name: hash }, flushNames)
          return { key: `${area}/${hash}`, size, storedAt }
        },
        discard: () => discardTemporary(temporary),
      }
    } finally {
      held.release()
    }
  }

  /** Staged bytes that are written to disk only when they are kept. */
  function stageHeld({ chunks, size, release }: Awaited<ReturnType<typeof hold>>): StagedFile {
    const hashing = createHash("sha256")
    for (const chunk of chunks) hashing.update(chunk)
    const hash = hashing.digest("hex")
    return {
      hash,
      size,
      async keep(area) {
        checkArea(area)
        const { temporary, storedAt } = await writeTemporary((path) => writeAtOnce(path, chunks))
        try {
          await moveInto({ temporary, folder: join(root, area), name: hash }, flushNames)
        } catch (error) {
          await discardTemporary(temporary)
          throw error
        }
        release()
        return { key: `${area}/${hash}`, size, storedAt }
      },
      discard: async () => release(),
    }
  }

  return {
    heldBytes,
    stage,

    async put(area, bytes) {
      checkArea(area)
      const staged = await stage(bytes)
      try {
        return await staged.keep(area)
      } catch (error) {
        await staged.discard()
        throw error
      }
    },

    async stat(key) {
      const found = await unless("ENOENT", lstat(pathOf(key)))
      return found?.isFile() ? { key, size: found.size, storedAt: found.mtime } : null
    },

    async get(key, range) {
      const handle = await unless("ENOENT", open(pathOf(key), readOnly))
      if (!handle) return null
      const { size } = await handle.stat()
      if (range && !(range.start >= 0 && range.start <= range.end && range.end < size)) {
        await handle.close()
        throw new RangeError(`Bytes ${range.start} to ${range.end} are not within ${size}`)
      }
      return { size, body: readFrom(handle, range ?? { start: 0, end: size - 1 }) }
    },

    async remove(key) {
      const path = pathOf(key)
      const removed = await unless(
        "ENOENT",
        unlink(path).then(() => true),
      )
      if (!removed) return false
      await flushFolder(dirname(path))
      // Removes the folder if it is empty. It is not if another `put` has just stored a file in it.
      await unless("ENOTEMPTY", unless("ENOENT", rmdir(dirname(path))))
      return true
    },

    async *list(area) {
      checkArea(area)
      yield* listFolder(root, area)
    },

    async removeUnfinished(begunBefore) {
      let removed = 0
      for await (const { name } of entriesOf(join(root, unfinished))) {
        const path = join(root, unfinished, name)
        // The modification time of a file that is still being written keeps advancing.
        const found = await unless("ENOENT", lstat(path))
        if (
          found &&
          found.mtime < begunBefore &&
          (await unless(
            "ENOENT",
            unlink(path).then(() => true),
          ))
        )
          removed++
      }
      return removed
    },
  }
}

/** Chunks of this size need a third of the CPU time of the 64 kB chunks of a Node stream. */
const pieceBytes = 512 * 1024

/** The bytes from `start` to `end`, both inclusive. Closes the file at the end, on a read error and on cancellation. */
function readFrom(handle: FileHandle, { start, end }: { start: number; end: number }) {
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const wanted = Math.min(pieceBytes, end + 1 - at)
        try {
          const { bytesRead, buffer } =
            wanted > 0
              ? await handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at)
              : { bytesRead: 0, buffer: Buffer.alloc(0) }
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
          at += bytesRead
          if (at <= end && bytesRead > 0) return
          await handle.close()
          controller.close()
        } catch (error) {
          await handle.close().catch(() => {})
          throw error
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}

async function write(path: string, bytes: Bytes) {
  const hash = createHash("sha256")
  const handle = await openNew(path)
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    // Writes the size to disk, but not the times.
    await handle.datasync()
    const { size, mtime } = await handle.stat()
    return { hash: hash.digest("hex"), size, storedAt: mtime }
  } finally {
    await handle.close()
  }
}

/** Computes the hash while writing, without copying the bytes or reading them again. */
async function writeAtOnce(path: string, chunks: readonly Uint8Array[]) {
  const handle = await openNew(path)
  try {
    const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const { bytesWritten } = size > 0 ? await handle.writev(chunks) : { bytesWritten: 0 }
    // A short write is possible, as when the disk is full; writing the rest then reports the reason.
    if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
    await handle.datasync()
    return { storedAt: (await handle.stat()).mtime }
  } finally {
    await handle.close()
  }
}

/** Creates a new file, and its folder if that does not exist. */
async function openNew(path: string): Promise<FileHandle> {
  const opening = () => open(path, "wx", 0o600)
  const handle = await unless("ENOENT", opening())
  if (handle) return handle
  await makeFolder(dirname(path))
  return opening()
}

/**
 * Retries, because another process that removes the last file of the folder may remove it between its creation and the
 * rename.
 */
async function moveInto(
  { temporary, folder, name }: { temporary: string; folder: string; name: string },
  flushNames: (folder: string) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(temporary, join(folder, name))
      break
    } catch (error) {
      if (attempt === 10 || codeOf(error) !== "ENOENT") throw error
    }
    await makeFolder(folder)
  }
  await unless("ENOENT", flushNames(folder))
}

/** Creates a folder and its parents, and flushes their names to disk. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = folder; at.length >= first.length; at = dirname(at))
    await unless("ENOENT", flushFolder(dirname(at)))
}

async function* listFolder(root: string, area: string): AsyncGenerator<StoredFile> {
  for await (const entry of entriesOf(join(root, area))) {
    const key = `${area}/${entry.name}`
    if (entry.isDirectory()) yield* listFolder(root, key)
    else if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) {
      const found = await unless("ENOENT", lstat(join(root, key)))
      if (found) yield { key, size: found.size, storedAt: found.mtime }
    }
  }
}

async function* entriesOf(folder: string) {
  const opened = await unless("ENOENT", opendir(folder))
  if (opened) yield* opened
}

/** The value of the promise, or undefined if it was rejected with this code. */
async function unless<T>(code: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === code) return undefined
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined
}
