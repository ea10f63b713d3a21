import { createHash } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Files } from "#ports/files.ts"
import type { StoredObject } from "../objects/rows.ts"

export interface Bucket {
  id: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

/** Every bucket of this server. */
export async function bucketsOf(db: Db): Promise<Bucket[]> {
  return await db.sql<Bucket>`
    select id, public, file_size_limit, allowed_mime_types from storage.buckets where type = 'STANDARD' order by id
  `
}

/**
 * Every object of this server, in the order of bucket and name, `page` at a time; objects stored or removed during the
 * listing may be missing.
 */
export async function* objectsOf(db: Db, page = 500): AsyncGenerator<StoredObject> {
  let after = { bucket_id: "", name: "" }
  for (;;) {
    const objects = await db.sql<StoredObject>`
      select id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata
      from storage.objects
      where (bucket_id, name) > (${after.bucket_id}, ${after.name})
      order by bucket_id, name
      limit ${page}
    `
    yield* objects
    const last = objects.at(-1)
    if (!last || objects.length < page) return
    after = last
  }
}

/**
 * The bytes of an object. Throws if they do not exist. The stream fails at its end if they are corrupted, so a reader
 * must not accept them before the end.
 */
export async function* bytesOf(files: Files, { version }: StoredObject): AsyncGenerator<Uint8Array> {
  const file = version && /^[0-9a-f]{64}$/.test(version) ? await files.get(`objects/${version}`) : null
  if (!file) throw new Error("its bytes are not on this server")
  const hash = createHash("sha256")
  for await (const chunk of file.body) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest("hex") !== version) throw new Error("its bytes are damaged on this server")
}
