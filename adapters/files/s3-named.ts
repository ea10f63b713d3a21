import { type BucketProblem, findBucketProblem, openS3, type S3Options } from "./s3-client.ts"
import { deleteObject, getObject, listObjects } from "./s3-objects.ts"
import { uploadStream } from "./s3-upload.ts"

/** Objects of one bucket under names chosen by the caller. */
export interface NamedObjects {
  /** Stores the object atomically; replaces any existing one. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Null if there is none. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>
  remove(name: string): Promise<void>
  /** Sorted by name. */
  list(prefix: string): AsyncIterable<{ name: string; storedAt: Date }>
  findProblem(): Promise<BucketProblem | null>
  close(): void
}

export function createNamedObjects(options: S3Options): NamedObjects {
  const client = openS3(options)
  return {
    put: (name, bytes) => uploadStream(client, name, bytes),
    get: async (name) => (await getObject(client, name))?.body ?? null,
    remove: (name) => deleteObject(client, name),
    async *list(prefix) {
      for await (const { name, storedAt } of listObjects(client, prefix)) yield { name, storedAt }
    },
    findProblem: () => findBucketProblem(client),
    close: () => client.close(),
  }
}
