import { callerOf } from "../access/caller.ts"
import { targetOf } from "../names.ts"
import type { Endpoint } from "../storage.ts"
import { findRules } from "./bucket-rules.ts"
import { rehearseStore } from "./store.ts"
import { ownerOf } from "./upload.ts"

/** `POST /object/upload/sign/{bucket}/{key}`: a URL with which anybody may upload this one object. */
export const signUpload: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const target = targetOf(rest)
  await findRules(storage.db, target.bucketId)
  const upsert = c.req.header("x-upsert") === "true"
  const owner = ownerOf(caller)
  await rehearseStore(
    storage,
    { ...target, ownerId: owner },
    { caller, mode: upsert ? "upsert" : "insert", operation: "storage.object.sign_upload_url" },
  )
  const url = `${target.bucketId}/${target.name}`
  const token = await storage.tokens.sign(
    { scope: "upload", url, upsert, owner },
    storage.config.uploadTokenS,
  )
  const path = url.split("/").map(encodeURIComponent).join("/")
  return c.json({ url: `/object/upload/sign/${path}?token=${token}`, token })
}
