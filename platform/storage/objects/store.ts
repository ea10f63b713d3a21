import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { StagedFile } from "#ports/files.ts"
import { rehearse, transact } from "../access/transaction.ts"
import type { Storage } from "../storage.ts"
import { type BucketRules, findRules } from "./bucket-rules.ts"
import { holdVersion, objectsArea } from "./version-files.ts"
import { forgetSoon } from "./versions.ts"
import { type ObjectRow, type Writer, writeObject } from "./write-object.ts"

/** A new object, without its bytes. */
export interface NewObject {
  bucketId: string
  name: string
  ownerId: string | null
  mimeType: string
  cacheControl: string
  contentEncoding: string | null
  userMetadata: Record<string, unknown> | undefined
}

/** Throws the refusal of this object before its bytes are read. The attempt is rolled back. */
export async function rehearseStore(
  { db }: Pick<Storage, "db">,
  { bucketId, name, ownerId }: Pick<NewObject, "bucketId" | "name" | "ownerId">,
  writer: Writer,
): Promise<void> {
  const row = { ...blank(), bucketId, name, ownerId }
  await rehearse(db, async (inner) => void (await writeObject(inner, row, writer)))
}

interface StoreOptions {
  object: NewObject
  staged: StagedFile
  writer: Writer
  /** Throws if the bucket does not accept the object. Absent if that was checked before its bytes were read. */
  check?: (rules: BucketRules) => void
  /** Runs in the same transaction, with the server's privileges. */
  alongside?: (db: Db) => Promise<void>
}

/**
 * Stores staged bytes as an object: the row is written as the caller, the file is kept, and then the transaction
 * commits. Throws the refusal of a policy, after which nothing remains.
 */
export async function store(
  storage: Storage,
  { object, staged, writer, check, alongside }: StoreOptions,
): Promise<{ id: string }> {
  const { hash: version } = staged
  const { db, now } = storage
  const row: ObjectRow = { ...blank(), ...object, version, metadata: metadataOf(object, staged, now()) }
  try {
    const { id, before } = await transact(db, async (inner) => {
      await alongside?.(inner)
      // Pipelined; a refusal by the bucket takes precedence over one by the policies.
      const rules = check && findRules(inner, object.bucketId)
      const writing = Promise.all([rules, holdVersion(inner, version), writeObject(inner, row, writer)])
      writing.catch(() => {})
      if (rules) check?.(await rules)
      const [, , written] = await writing
      await staged.keep(objectsArea)
      return written
    })
    if (before !== null && before !== version) await forgetSoon(storage, [before])
    return { id }
  } catch (error) {
    await staged.discard()
    throw error
  }
}

function blank() {
  return { id: randomUUID(), version: "", metadata: {}, userMetadata: undefined }
}

/** In Supabase's format. */
function metadataOf(
  { mimeType, cacheControl, contentEncoding }: NewObject,
  { hash, size }: StagedFile,
  at: Date,
): object {
  return {
    eTag: `"${hash}"`,
    size,
    mimetype: mimeType,
    cacheControl,
    ...(contentEncoding && { contentEncoding }),
    lastModified: at.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
}
