import { z } from "zod"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { bucketOf } from "../names.ts"
import type { Endpoint } from "../storage.ts"
import { entriesByName } from "./entries.ts"
import { listsCurrent, versionOptions } from "./version-options.ts"

const columns = ["name", "updated_at", "created_at", "last_accessed_at"] as const
const shape = z.object({
  prefix: z.string().max(1024).default(""),
  limit: z.int().min(1).max(10_000).nullish(),
  offset: z.int().min(0).nullish(),
  search: z.string().max(1024).nullish(),
  sortBy: z.object({ column: z.enum(columns).nullish(), order: z.enum(["asc", "desc"]).nullish() }).nullish(),
  ...versionOptions,
})

/** `POST /object/list/{bucket}`: the direct contents of one folder; folders have neither id nor metadata. */
export const listObjects: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const { prefix, limit, offset, search, sortBy, ...versions } = await readJson(c.req.raw, shape)
  const folder = versions.exactMatch
    ? folderOf(prefix)
    : prefix === "" || prefix.endsWith("/")
      ? prefix
      : `${prefix}/`
  const column = sortBy?.column ?? "name"
  const isDown = sortBy?.order === "desc"
  const rows = await asCaller(storage.db, { caller, operation: "storage.object.list" }, async (db) => {
    const { sql } = db
    if (!listsCurrent(versions)) return []
    if (column === "name" && !search) {
      const page = { skip: offset ?? 0, limit: limit ?? 100, after: null, isDown, folders: true }
      const within = { bucketId: bucketOf(rest), prefix: folder, only: versions.exactMatch ? prefix : null }
      const entries = await entriesByName(db, { ...page, ...within })
      return entries.map((entry) => ({
        ...entry,
        name: (entry.id === null ? entry.name.slice(0, -1) : entry.name).slice(folder.length),
      }))
    }
    const direction = isDown ? sql`desc` : sql`asc`
    return sql`
      with inside as (
        select o.*, substr(o.name, length(${folder}) + 1) as rest
        from storage.objects o
        where o.bucket_id = ${bucketOf(rest)} and starts_with(o.name, ${folder})
          and (${!versions.exactMatch} or o.name = ${prefix})
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata
        from inside where strpos(rest, '/') = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz,
          null::jsonb
        from inside where strpos(rest, '/') > 0
      )
      select * from entries
      where starts_with(lower(name), lower(${search ?? ""}))
      order by ${sql(column)} ${direction} nulls first, name
      limit ${limit ?? 100} offset ${offset ?? 0}
    `
  })
  return c.json(rows)
}

/** The folder of a key, with its slash; empty for keys at the top. */
function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/") + 1)
}
