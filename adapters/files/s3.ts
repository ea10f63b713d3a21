import { createHash, randomUUID } from "node:crypto"
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from "@aws-sdk/client-s3"
import type { Bytes, Files, StagedFile } from "#ports/files.ts"
import { checkArea, partsOfKey } from "./keys.ts"
import { type BucketProblem, findBucketProblem, openS3, type S3Options, unlessMissing } from "./s3-client.ts"
import { uploadStream } from "./s3-upload.ts"

/** Beside the areas: no area begins with a dot. */
const unfinished = ".unfinished/"

/**
 * Files as objects of one bucket, at "<area>/<hash>". Bytes go to a temporary name first, because their hash is known only at their
 * end, and are copied by the store to the final one: a kill leaves a whole file or none under a key. At most 5 GB each, the largest
 * that a store copies at once. Parts of uploads that a kill broke off are invisible; a lifecycle rule of the bucket removes them.
 */
export function createS3Files(
  options: S3Options,
): Files & { findProblem(): Promise<BucketProblem | null>; close(): void } {
  const { bucket } = options
  const client = openS3(options)
  const objectOf = (key: string) => {
    partsOfKey(key)
    return { Bucket: bucket, Key: key }
  }

  async function head(key: string) {
    const found = await unlessMissing(client.send(new HeadObjectCommand(objectOf(key))))
    if (!found) return null
    return { key, size: found.ContentLength ?? 0, storedAt: found.LastModified ?? new Date(0) }
  }

  async function stage(bytes: Bytes): Promise<StagedFile> {
    const temporary = { Bucket: bucket, Key: `${unfinished}${randomUUID()}` }
    const discard = async () => void (await client.send(new DeleteObjectCommand(temporary)))
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
        await client.send(
          new CopyObjectCommand({ ...objectOf(key), CopySource: `${bucket}/${temporary.Key}` }),
        )
        await discard()
        const stored = await head(key)
        return stored ?? { key, size, storedAt: new Date(0) }
      },
      discard,
    }
  }

  async function* listBelow(prefix: string) {
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(token ? { ContinuationToken: token } : {}),
        }),
      )
      for (const { Key = "", Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { key: Key, size: Size, storedAt: LastModified }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
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
      const object = objectOf(key)
      if (range && !(range.start >= 0 && range.start <= range.end)) throw outside(range)
      const asked = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const found = await unlessMissing(
        client.send(new GetObjectCommand({ ...object, ...asked })).catch((error: unknown) => {
          if (range && Object(error).name === "InvalidRange") throw outside(range)
          throw error
        }),
      )
      if (!found?.Body) return null
      const body = found.Body.transformToWebStream() as ReadableStream<Uint8Array>
      const size = range ? Number(found.ContentRange?.split("/")[1]) : (found.ContentLength ?? 0)
      if (!range || range.end < size) return { size, body }
      await body.cancel()
      throw outside(range)
    },

    async remove(key) {
      if (!(await head(key))) return false
      await client.send(new DeleteObjectCommand(objectOf(key)))
      return true
    },

    async *list(area) {
      checkArea(area)
      for await (const file of listBelow(`${area}/`)) if (/\/[0-9a-f]{64}$/.test(file.key)) yield file
    },

    async removeUnfinished(begunBefore) {
      let removed = 0
      for await (const { key, storedAt } of listBelow(unfinished)) {
        if (storedAt >= begunBefore) continue
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
        removed++
      }
      return removed
    },

    findProblem: () => findBucketProblem(client, bucket),
    close: () => client.destroy(),
  }
}

function outside({ start, end }: { start: number; end: number }): RangeError {
  return new RangeError(`Bytes ${start} to ${end} are not within the file`)
}
