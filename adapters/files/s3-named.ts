import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3"
import { type BucketProblem, findBucketProblem, openS3, type S3Options, unlessMissing } from "./s3-client.ts"
import { uploadStream } from "./s3-upload.ts"

/** Objects of one bucket under names of the caller's. */
export interface NamedObjects {
  /** Whole or not at all; replaces what is there. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Null when there is none. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>
  remove(name: string): Promise<void>
  /** In the order of their names. */
  list(prefix: string): AsyncIterable<{ name: string; storedAt: Date }>
  findProblem(): Promise<BucketProblem | null>
  close(): void
}

export function createNamedObjects(options: S3Options): NamedObjects {
  const { bucket: Bucket } = options
  const client = openS3(options)
  return {
    put: (Key, bytes) => uploadStream(client, { Bucket, Key }, bytes),
    async get(Key) {
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key })))
      return found?.Body ? (found.Body.transformToWebStream() as ReadableStream<Uint8Array>) : null
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    async *list(Prefix) {
      let token: string | undefined
      do {
        const next = token ? { ContinuationToken: token } : {}
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ...next }))
        for (const { Key = "", LastModified = new Date(0) } of page.Contents ?? [])
          yield { name: Key, storedAt: LastModified }
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token)
    },
    findProblem: () => findBucketProblem(client, Bucket),
    close: () => client.destroy(),
  }
}
