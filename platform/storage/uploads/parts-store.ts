import { DataStore, ERRORS, Upload } from "@tus/server"
import { type NewObject, store } from "../objects/store.ts"
import type { Writer } from "../objects/write-object.ts"
import type { Storage } from "../storage.ts"
import { partsArea, removeParts } from "./parts.ts"
import { uploadUuid } from "./upload-id.ts"

/**
 * The size of a part, which is stored as a separate file. An incomplete last part is stored when the client
 * disconnects.
 */
const pieceBytes = 6 * 1024 * 1024

interface ResumableRow {
  total_size: number
  received_size: number
  parts: string[]
  created_at: Date
  expires_at: Date
  object: Omit<NewObject, "bucketId" | "name" | "ownerId">
  bucket_id: string
  name: string
  owner_id: string | null
}

/** The caller that continues the uploads of a request. */
export interface Uploader {
  ownerId: string | null
  /** Null with a signed URL. */
  role: string | null
  writer: Writer
}

/**
 * Keeps unfinished uploads in storage.resumable_uploads and their parts in `Files`, so that every process can continue
 * them. A part is valid once its row is committed. The last one is committed together with the object, so that an
 * upload that looks complete is complete.
 */
export class PartsStore extends DataStore {
  readonly #storage: Storage
  readonly #uploader: Uploader

  constructor(storage: Storage, uploader: Uploader) {
    super()
    this.#storage = storage
    this.#uploader = uploader
    this.extensions = ["creation", "creation-with-upload", "termination", "expiration"]
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, now, config } = this.#storage
    const { bucketId, name, ...object } = objectOf(upload)
    const { role, ownerId, writer } = this.#uploader
    const expires = new Date(now().getTime() + config.resumableS * 1000)
    upload.creation_date = now().toISOString()
    await db.sql`
      insert into storage.resumable_uploads
        (id, bucket_id, name, role, owner_id, upsert, total_size, metadata, created_at, expires_at)
      values (${uploadUuid(upload.id)}, ${bucketId}, ${name}, ${role}, ${ownerId}, ${writer.mode === "upsert"},
        ${upload.size ?? 0}, ${db.sql.json(object)}, ${now()}, ${expires})
    `
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { total_size: size, received_size: offset, created_at: created } = await this.#find(id)
    return new Upload({ id, size, offset, creation_date: created.toISOString() })
  }

  override async write(stream: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    let at = offset
    let pieces: Uint8Array[] = []
    let buffered = 0
    const flush = async () => {
      if (buffered === 0) return
      const piece = Buffer.concat(pieces, buffered)
      pieces = []
      buffered = 0
      await this.#take(id, at, piece)
      at += piece.byteLength
    }
    try {
      for await (const chunk of stream) {
        pieces.push(chunk)
        buffered += chunk.byteLength
        if (buffered >= pieceBytes) await flush()
      }
    } finally {
      await flush()
    }
    return at
  }

  override async remove(id: string): Promise<void> {
    const uuid = uploadUuid(id)
    await this.#storage.db.sql`delete from storage.resumable_uploads where id = ${uuid}`
    await removeParts(this.#storage, uuid)
  }

  override getExpiration(): number {
    return this.#storage.config.resumableS * 1000
  }

  /** Stores an empty upload as an object; others are stored with their last part. */
  async finishEmpty(id: string): Promise<void> {
    await this.#complete(id, await this.#find(id), Buffer.alloc(0))
  }

  async #find(id: string): Promise<ResumableRow> {
    const { db, now } = this.#storage
    const [row] = await db.sql<ResumableRow>`
      select total_size::float8 as total_size, received_size::float8 as received_size, parts, created_at, expires_at,
        metadata as object, bucket_id, name, owner_id
      from storage.resumable_uploads where id = ${uploadUuid(id)}
    `
    if (!row) throw ERRORS.FILE_NOT_FOUND
    if (row.expires_at <= now()) throw ERRORS.FILE_NO_LONGER_EXISTS
    return row
  }

  async #take(id: string, offset: number, piece: Uint8Array): Promise<void> {
    const { db, files } = this.#storage
    const row = await this.#find(id)
    if (offset + piece.byteLength > row.total_size) throw ERRORS.ERR_SIZE_EXCEEDED
    if (row.received_size !== offset) throw ERRORS.INVALID_OFFSET
    if (offset + piece.byteLength === row.total_size) return this.#complete(id, row, piece)
    const { key } = await files.put(partsArea(uploadUuid(id)), [piece])
    const taken = await db.sql`
      update storage.resumable_uploads
      set received_size = received_size + ${piece.byteLength}::int, parts = parts || ${key}::text
      where id = ${uploadUuid(id)} and received_size = ${offset}::bigint
      returning id
    `
    // Another process was faster. Its part is used; this one is removed with the rest.
    if (taken.length === 0) throw ERRORS.INVALID_OFFSET
  }

  async #complete(id: string, row: ResumableRow, last: Uint8Array): Promise<void> {
    const uuid = uploadUuid(id)
    const { files } = this.#storage
    const staged = await files.stage(this.#joined(row.parts, last))
    const object = { ...row.object, bucketId: row.bucket_id, name: row.name, ownerId: row.owner_id }
    await store(this.#storage, {
      object,
      staged,
      writer: this.#uploader.writer,
      // Kept until it expires, for a client that missed the final response.
      alongside: async ({ sql }) => {
        const ended = await sql`
          update storage.resumable_uploads set received_size = total_size, parts = '{}'
          where id = ${uuid} and received_size = ${row.received_size}::bigint and parts = ${row.parts}::text[]
          returning id
        `
        if (ended.length === 0) throw ERRORS.INVALID_OFFSET
      },
    })
    await removeParts(this.#storage, uuid)
  }

  async *#joined(parts: readonly string[], last: Uint8Array): AsyncGenerator<Uint8Array> {
    for (const key of parts) {
      const part = await this.#storage.files.get(key)
      if (!part) throw ERRORS.FILE_NO_LONGER_EXISTS
      yield* part.body as unknown as AsyncIterable<Uint8Array>
    }
    yield last
  }
}

/** The client's metadata at the start of the upload; validated before `create`. */
function objectOf(upload: Upload): Omit<NewObject, "ownerId"> {
  return JSON.parse(upload.metadata?.object ?? "null")
}
