import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { createClient } from "@supabase/supabase-js"
import type { StoredObject } from "../objects/rows.ts"
import { factsOf } from "../objects/rows.ts"
import type { Bucket } from "./source.ts"

/** Custom metadata is sent in a header with a stream; if it is too large for a header, a form is sent from memory. */
const headerMetadata = 4_000

/** The storage service that objects are sent to, through the official client with that server's secret key. */
export interface Target {
  /** Creates the bucket, or updates the settings of an existing one. */
  makeBucket(bucket: Bucket): Promise<void>
  /** Writes an object with its type, cache control and custom metadata, replacing any object of its name. */
  put(object: StoredObject, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** SHA-256, in hex, of the bytes read back from the target. */
  hashOf(object: StoredObject): Promise<string>
}

/** Throws the client's error if the target refuses. */
export function createTarget({ url, key }: { url: string; key: string }): Target {
  const { storage } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

  return {
    async makeBucket({ id, ...settings }) {
      const options = {
        public: settings.public,
        fileSizeLimit: settings.file_size_limit === null ? null : Number(settings.file_size_limit),
        allowedMimeTypes: settings.allowed_mime_types,
      }
      const found = await storage.getBucket(id)
      const { error } = found.data
        ? await storage.updateBucket(id, options)
        : await storage.createBucket(id, options)
      if (error) throw error
    },

    async put(object, bytes) {
      const { mimeType, cacheControl } = factsOf(object)
      const metadata = object.user_metadata ?? {}
      const large = Buffer.byteLength(JSON.stringify(metadata)) > headerMetadata
      const stream = large ? undefined : Readable.from(bytes, { objectMode: false })
      const body = stream
        ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>)
        : await blobOf(bytes, mimeType)
      try {
        const { error } = await storage.from(object.bucket_id).upload(object.name, body, {
          contentType: mimeType,
          cacheControl: /max-age=(\d+)/.exec(cacheControl)?.[1] ?? "0",
          upsert: true,
          ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
        })
        if (error) throw error
      } finally {
        // A target that refuses stops reading; the file is closed even so.
        stream?.destroy()
      }
    },

    async hashOf({ bucket_id: bucket, name }) {
      const { data, error } = await storage.from(bucket).download(name).asStream()
      if (error) throw error
      const hash = createHash("sha256")
      for await (const chunk of data as ReadableStream<Uint8Array>) hash.update(chunk)
      return hash.digest("hex")
    },
  }
}

async function blobOf(bytes: AsyncIterable<Uint8Array>, type: string): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk))
  return new Blob(chunks, { type })
}
