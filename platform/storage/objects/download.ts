import { callerOf } from "../access/caller.ts"
import { sendObject } from "../http/send-object.ts"
import { targetOf } from "../names.ts"
import { Refusal } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import { askedObject, findPublic, findSigned, findVisible } from "./find.ts"

/** `GET` and `HEAD /object/{bucket}/{key}`, also `/object/authenticated/…`. */
export const downloadObject: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const found = await findVisible(storage.db, askedObject(c, rest), {
    caller,
    operation: "storage.object.get",
  })
  return sendObject(storage, c.req.raw, found)
}

/** `GET` and `HEAD /object/public/{bucket}/{key}`. */
export const downloadPublic: Endpoint = async (storage, c, rest) =>
  sendObject(storage, c.req.raw, await findPublic(storage.db, askedObject(c, rest)))

/** `GET` and `HEAD /object/sign/{bucket}/{key}?token=`. */
export const downloadSigned: Endpoint = async (storage, c, rest) => {
  const target = targetOf(rest)
  const token = await storage.tokens.readDownload(c.req.query("token"), `${target.bucketId}/${target.name}`)
  if (token.transformations !== undefined)
    throw new Refusal("InvalidSignature", "The address is for an image made from this object")
  return sendObject(storage, c.req.raw, await findSigned(storage.db, { ...target, version: token.version }))
}
