import { randomUUID } from "node:crypto"
import { MemoryLocker, Server } from "@tus/server"
import { callerOf } from "../access/caller.ts"
import { fromDatabaseError } from "../access/database-errors.ts"
import { parseMetadata } from "../http/body.ts"
import { safeCacheControl, safeEncoding } from "../http/upload-body.ts"
import { checkKey } from "../names.ts"
import { checkMimeType, checkSize, findRules } from "../objects/bucket-rules.ts"
import { rehearseStore } from "../objects/store.ts"
import { ownerOf } from "../objects/upload.ts"
import { denied, invalidParameter, Refusal } from "../refusal.ts"
import type { Storage, StorageContext } from "../storage.ts"
import { PartsStore, type Uploader } from "./parts-store.ts"
import { uploadId, uploadUuid } from "./upload-id.ts"

/** Uploads with the tus.io protocol below /upload/resumable, and with a signed URL below /upload/resumable/sign. */
export function createResumable(storage: Storage): (c: StorageContext, path: string) => Promise<Response> {
  // Locks within this process only; between processes the row's offset decides, and the slower one gets 409.
  const locker = new MemoryLocker()

  return async (c, path) => {
    const isSigned = /\/resumable\/sign(\/|$)/.test(path)
    const mounted = new URL(c.req.url).pathname.replace(/(\/resumable(\/sign)?)(\/.*)?$/, "$1")
    const { method } = c.req
    // Anybody who has the unguessable id may query the progress.
    const uploader =
      method === "HEAD" || method === "OPTIONS" ? nobody : await uploaderOf(storage, c, isSigned)
    const parts = new PartsStore(storage, uploader)
    const server = new Server({
      path: mounted,
      datastore: parts,
      locker,
      relativeLocation: true,
      maxSize: storage.config.fileBytes,
      getFileIdFromRequest: (request) => new URL(request.url).pathname.split("/").at(-1) ?? "",
      namingFunction: (_request, metadata) => {
        const { bucketName, objectName } = metadata ?? {}
        return uploadId(bucketName ?? "", checkKey(objectName ?? ""), randomUUID())
      },
      onIncomingRequest: async (_request, id) => {
        if (method === "PATCH" || method === "DELETE") await requireOwn(storage, id, uploader)
      },
      onUploadCreate: async (_request, upload) => {
        const object = await begin(storage, upload, uploader, isSigned ? c.req.header("x-signature") : null)
        return { metadata: { object: JSON.stringify(object) } }
      },
      onUploadFinish: async (_request, upload) => {
        if (upload.size === 0) await parts.finishEmpty(upload.id)
        return {}
      },
      onResponseError: (_request, error) => answerOf(storage, error),
    })
    return server.handleWeb(c.req.raw as Parameters<typeof server.handleWeb>[0])
  }
}

const nobody: Uploader = {
  ownerId: null,
  role: null,
  writer: { caller: null, mode: "insert", operation: "" },
}

async function uploaderOf(storage: Storage, c: StorageContext, isSigned: boolean): Promise<Uploader> {
  if (isSigned) {
    const { owner, upsert } = await storage.tokens.readUpload(c.req.header("x-signature"), null)
    const mode = upsert ? "upsert" : "insert"
    return {
      ownerId: owner,
      role: null,
      writer: { caller: null, mode, operation: "storage.tus.upload.signed" },
    }
  }
  const caller = callerOf(c)
  const mode = c.req.header("x-upsert") === "true" ? "upsert" : "insert"
  return {
    ownerId: ownerOf(caller),
    role: caller.role,
    writer: { caller, mode, operation: "storage.tus.upload" },
  }
}

/** Validates an upload before its first byte. */
async function begin(
  storage: Storage,
  upload: { metadata?: Record<string, string | null> | undefined; size?: number | undefined },
  { ownerId, writer }: Uploader,
  signature: string | null | undefined,
) {
  const { bucketName, objectName, contentType, cacheControl, contentEncoding, metadata } =
    upload.metadata ?? {}
  if (!bucketName || !objectName)
    throw invalidParameter("Upload-Metadata must name bucketName and objectName")
  const target = { bucketId: bucketName, name: checkKey(objectName) }
  // The signature is for one object, which is named only in the metadata here.
  if (signature !== null) await storage.tokens.readUpload(signature, `${target.bucketId}/${target.name}`)
  const rules = await findRules(storage.db, target.bucketId)
  const mimeType = contentType || "application/octet-stream"
  checkMimeType(rules, mimeType)
  checkSize(rules, storage.config.fileBytes, upload.size ?? 0)
  await rehearseStore(storage, { ...target, ownerId }, writer)
  return {
    ...target,
    mimeType,
    cacheControl: /^\d+$/.test(cacheControl ?? "")
      ? `max-age=${cacheControl}`
      : safeCacheControl(cacheControl),
    contentEncoding: safeEncoding(contentEncoding),
    userMetadata: parseMetadata(metadata ?? undefined),
  }
}

async function requireOwn({ db }: Storage, id: string, { ownerId, role, writer }: Uploader): Promise<void> {
  const [row] = await db.sql<{ own: boolean; upsert: boolean }>`
    select role is not distinct from ${role} and owner_id is not distinct from ${ownerId} as own, upsert
    from storage.resumable_uploads where id = ${uploadUuid(id)}
  `
  if (row && !row.own) throw denied("The upload was begun by somebody else")
  // The values from the start of the upload, regardless of this request.
  if (row) writer.mode = row.upsert ? "upsert" : "insert"
}

/** The protocol's clients expect true statuses and plain text. */
function answerOf({ log }: Storage, error: unknown): { status_code: number; body: string } | undefined {
  const refusal = error instanceof Refusal ? error : fromDatabaseError(error)
  if (refusal) return { status_code: refusal.status, body: refusal.message }
  if (typeof Object(error).status_code === "number") return undefined
  log.error({ error: error instanceof Error ? error.message : "unknown" }, "A resumable upload failed")
  return { status_code: 500, body: "Internal server error" }
}
