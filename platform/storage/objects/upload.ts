import { announcedLength } from "#primitives/body-limit.ts"
import type { Caller } from "../../gateway/contract.ts"
import { callerOf } from "../access/caller.ts"
import { readUpload, type UploadBody } from "../http/upload-body.ts"
import { targetOf } from "../names.ts"
import type { Endpoint, Storage, StorageContext } from "../storage.ts"
import { type BucketRules, checkMimeType, checkSize, findRules } from "./bucket-rules.ts"
import { type NewObject, rehearseStore, store } from "./store.ts"
import type { Mode } from "./write-object.ts"

/** `POST /object/{bucket}/{key}` with x-upsert, `PUT` to replace: returns {Id, Key}. */
export const uploadObject: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const target = targetOf(rest)
  const upsert = c.req.header("x-upsert") === "true"
  const mode: Mode = c.req.method === "PUT" ? "update" : upsert ? "upsert" : "insert"
  const writer = { caller, ownerId: ownerOf(caller), mode, operation: `storage.object.${operations[mode]}` }
  const { id } = await receive(storage, c, target, writer)
  return c.json({ Id: id, Key: `${target.bucketId}/${target.name}` })
}

const operations: Record<Mode, string> = { insert: "upload", upsert: "upload", update: "upload_update" }

/** `PUT /object/upload/sign/{bucket}/{key}?token=`: uploads the object for which the URL was signed. */
export const uploadSigned: Endpoint = async (storage, c, rest) => {
  const target = targetOf(rest)
  const { owner, upsert } = await storage.tokens.readUpload(
    c.req.query("token"),
    `${target.bucketId}/${target.name}`,
  )
  await receive(storage, c, target, {
    caller: null,
    ownerId: owner,
    mode: upsert ? "upsert" : "insert",
    operation: "storage.object.upload_signed",
  })
  return c.json({ Key: `${target.bucketId}/${target.name}` })
}

/** The account that will own this caller's uploads; none for the server's own key. */
export function ownerOf({ claims }: Caller): string | null {
  return typeof claims.sub === "string" ? claims.sub : null
}

interface Uploader {
  caller: Caller | null
  ownerId: string | null
  mode: Mode
  operation: string
}

async function receive(
  storage: Storage,
  c: StorageContext,
  target: { bucketId: string; name: string },
  { ownerId, ...writer }: Uploader,
): Promise<{ id: string }> {
  const { db, files, config } = storage
  const object = (body: UploadBody): NewObject => ({
    ...target,
    ownerId,
    mimeType: body.mimeType,
    cacheControl: body.cacheControl,
    contentEncoding: body.contentEncoding,
    userMetadata: body.metadata,
  })
  const announced = announcedLength(c.req.raw)
  // An upload buffered in memory is checked by the transaction that stores it, which takes one round trip instead of
  // three.
  if (announced !== null && announced <= files.heldBytes) {
    const body = await readUpload(c, config.fileBytes, async () => config.fileBytes)
    const staged = await files.stage(body.bytes)
    const check = (rules: BucketRules) => {
      checkMimeType(rules, body.mimeType)
      checkSize(rules, config.fileBytes, staged.size)
    }
    return store(storage, { object: object(body), staged, writer, check })
  }
  const rules = await findRules(db, target.bucketId)
  const body = await readUpload(c, checkSize(rules, config.fileBytes, null), async (mimeType, announced) => {
    checkMimeType(rules, mimeType)
    const limit = checkSize(rules, config.fileBytes, announced)
    await rehearseStore(storage, { ...target, ownerId }, writer)
    return limit
  })
  return store(storage, { object: object(body), staged: await files.stage(body.bytes), writer })
}
