import { createHash, randomUUID } from "node:crypto"
import { Readable } from "node:stream"
import type { Bytes, Files, StagedFile } from "#ports/files.ts"
import { checkArea, partsOfKey } from "./keys.ts"
import { type BucketProblem, findBucketProblem, openS3, type S3Options } from "./s3-client.ts"
import { copyObject, deleteObject, getObject, headObject, listObjects } from "./s3-objects.ts"
import { uploadStream } from "./s3-upload.ts"

/** The prefix of temporary names, next to the areas: no area begins with a dot. */
const unfinished = ".unfinished/"

/**
 * Files as objects of one bucket, at "<area>/<hash>". Bytes are uploaded under a temporary name first, because their
 * hash is known only at the end, and the store then copies them to the final name: after a kill, a key has either a
 * complete file or none. The maximum size is 5 GB, the largest object that a store copies in one request. Parts of
 * interrupted uploads are invisible; a lifecycle rule of the bucket removes them.
 */
export function createS3Files(
  options: S3Options,
): Files & { findProblem(): Promise<BucketProblem | null>; close(): void } {
  const client = openS3(options)

  async function head(key: string) {
    partsOfKey(key)
    const found = await headObject(client, key)
    return found && { key, ...found }
  }

  async function stage(bytes: Bytes): Promise<StagedFile> {
    const temporary = `${unfinished}${randomUUID()}`
    const discard = () => deleteObject(client, temporary)
    const hashing = createHash("sha256")
    let size = 0
    async function* counted() {
      for await (const chunk of bytes) {
        hashing.update(chunk)
        size += chunk.byteLength
        yield chunk
      }
    }
    try {
      await uploadStream(client, temporary, counted())
    } catch (error) {
      await discard().catch(() => {})
      throw error
    }
    const hash = hashing.digest("hex")
    return {
      hash,
      size,
      async keep(area) {
        checkArea(area)
        const key = `${area}/${hash}`
        await copyObject(client, temporary, key)
        await discard()
        const stored = await head(key)
        return stored ?? { key, size, storedAt: new Date(0) }
      },
      discard,
    }
  }

  return {
    heldBytes: 0,
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

    stat: async (key) => head(key),

    async get(key, range) {
      partsOfKey(key)
      if (range && !(range.start >= 0 && range.start <= range.end)) throw outside(range)
      const asked = range && `bytes=${range.start}-${range.end}`
      const found = await getObject(client, key, asked).catch((error: unknown) => {
        if (range && Object(error).name === "InvalidRange") throw outside(range)
        throw error
      })
      if (!found) return null
      const { size } = found
      const body = Readable.toWeb(found.body) as ReadableStream<Uint8Array>
      if (!range || range.end < size) return { size, body }
      await body.cancel()
      throw outside(range)
    },

    async remove(key) {
      if (!(await head(key))) return false
      await deleteObject(client, key)
      return true
    },

    async *list(area) {
      checkArea(area)
      for await (const { name, size, storedAt } of listObjects(client, `${area}/`))
        if (/\/[0-9a-f]{64}$/.test(name)) yield { key: name, size, storedAt }
    },

    async removeUnfinished(begunBefore) {
      let removed = 0
      for await (const { name, storedAt } of listObjects(client, unfinished)) {
        if (storedAt >= begunBefore) continue
        await deleteObject(client, name)
        removed++
      }
      return removed
    },

    findProblem: () => findBucketProblem(client),
    close: () => client.close(),
  }
}

function outside({ start, end }: { start: number; end: number }): RangeError {
  return new RangeError(`Bytes ${start} to ${end} are not within the file`)
}
