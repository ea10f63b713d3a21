import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { bucketOf } from "../names.ts"
import { invalidParameter, noSuchBucket } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"

interface Bucket {
  id: string
  name: string
  owner: string
  public: boolean
  created_at: Date
  updated_at: Date
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  type: string
  versioning_status: string
}

/** A bucket in responses. */
function columns({ sql }: Db) {
  return sql`
    id, name, coalesce(owner_id, '') as owner, coalesce(public, false) as public, created_at, updated_at,
    file_size_limit::float8 as file_size_limit, allowed_mime_types, type, 'DISABLED' as versioning_status
  `
}

const listShape = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  offset: z.coerce.number().int().min(0).optional(),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().max(100).default(""),
})

/** `GET /bucket`: the buckets visible under the policies. */
export const listBuckets: Endpoint = async (storage, c) => {
  const caller = callerOf(c)
  const query = listShape.safeParse(c.req.query())
  if (!query.success)
    throw invalidParameter(`${query.error.issues[0]?.path.join(".")}: ${query.error.issues[0]?.message}`)
  const { limit, offset, sortColumn, sortOrder, search } = query.data
  const buckets = await asCaller(storage.db, { caller, operation: "storage.bucket.list" }, async (db) => {
    const { sql } = db
    return sql<Bucket>`
      select ${columns(db)} from storage.buckets
      where strpos(lower(name), lower(${search})) > 0 or ${search} = ''
      order by ${sql(sortColumn)} ${sortOrder === "desc" ? sql`desc` : sql`asc`}, id
      limit ${limit ?? null}::bigint offset ${offset ?? 0}
    `
  })
  return c.json(buckets)
}

/** `GET /bucket/{id}`. */
export const getBucket: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const id = bucketOf(rest)
  const [bucket] = await asCaller(
    storage.db,
    { caller, operation: "storage.bucket.get" },
    (db) => db.sql<Bucket>`select ${columns(db)} from storage.buckets where id = ${id}`,
  )
  if (!bucket) throw noSuchBucket()
  return c.json(bucket)
}
