import { z } from "zod"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { transformShape, writeTransform } from "../images/transform.ts"
import { bucketOf, targetOf } from "../names.ts"
import type { Endpoint, Storage } from "../storage.ts"
import { findVisible } from "./find.ts"

/** Ten years; PostgreSQL and JavaScript both support much later instants. */
const seconds = z.int().min(1).max(315_360_000)
const one = z.object({
  expiresIn: seconds,
  transform: transformShape.nullish(),
  versionId: z.string().nullish(),
})
const many = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1).max(1000) })

/** `POST /object/sign/{bucket}/{key}`: a URL, relative to the service, with which anybody can read the object. */
export const signObject: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const { expiresIn, transform, versionId: version } = await readJson(c.req.raw, one)
  const target = targetOf(rest)
  await findVisible(storage.db, { ...target, version }, { caller, operation: "storage.object.sign" })
  const transformations = transform && writeTransform(transform)
  const url = `${target.bucketId}/${target.name}`
  return c.json({ signedURL: await addressOf(storage, { url, expiresIn, transformations, version }) })
}

/** `POST /object/sign/{bucket}` {paths}: returns one URL or error for each. */
export const signObjects: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const { expiresIn, paths } = await readJson(c.req.raw, many)
  const bucketId = bucketOf(rest)
  const rows = await asCaller(
    storage.db,
    { caller, operation: "storage.object.sign_many" },
    (db) => db.sql<{ name: string }>`
      select name from storage.objects where bucket_id = ${bucketId} and name = any(${paths}::text[])
    `,
  )
  const visible = new Set(rows.map(({ name }) => name))
  const answers = paths.map(async (path) =>
    visible.has(path)
      ? { error: null, path, signedURL: await addressOf(storage, { url: `${bucketId}/${path}`, expiresIn }) }
      : { error: "Either the object does not exist or you do not have access to it", path, signedURL: null },
  )
  return c.json(await Promise.all(answers))
}

async function addressOf(
  { tokens }: Pick<Storage, "tokens">,
  given: {
    url: string
    expiresIn: number
    transformations?: string | null | undefined
    version?: string | null | undefined
  },
): Promise<string> {
  const { url, expiresIn, transformations, version } = given
  const token = await tokens.sign(
    { scope: "download", url, ...(transformations && { transformations }), ...(version && { version }) },
    expiresIn,
  )
  const path = url.split("/").map(encodeURIComponent).join("/")
  return `/${transformations ? "render/image" : "object"}/sign/${path}?token=${token}`
}
