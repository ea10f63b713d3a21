import { z } from "zod"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { bucketOf } from "../names.ts"
import { invalidParameter } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import { type Entry, entriesByName } from "./entries.ts"
import { listsCurrent, versionOptions } from "./version-options.ts"

const shape = z.object({
  prefix: z.string().max(1024).nullish(),
  limit: z.int().min(1).max(1000).nullish(),
  cursor: z.string().max(4096).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at"]).nullish(),
      order: z.enum(["asc", "desc"]).nullish(),
    })
    .nullish(),
  ...versionOptions,
})

/** Where a page ended: the value of the column as text, and the name as a tie-breaker. */
const cursorShape = z.tuple([z.string(), z.string()])

/** `POST /object/list-v2/{bucket}`: pages by cursor, over whole keys; folders only with `with_delimiter`. */
export const listObjectsV2: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const given = await readJson(c.req.raw, shape)
  const prefix = given.prefix ?? ""
  const limit = given.limit ?? 1000
  const column = given.sortBy?.column ?? "name"
  const after = readCursor(given.cursor)
  const entries = await asCaller(storage.db, { caller, operation: "storage.object.list_v2" }, async (db) => {
    const { sql } = db
    const isDown = given.sortBy?.order === "desc"
    if (!listsCurrent(given)) return []
    if (column === "name") {
      const page = { skip: 0, limit: limit + 1, after: after?.[1] ?? null, isDown }
      const within = { bucketId: bucketOf(rest), prefix, only: given.exactMatch ? prefix : null }
      const entries = await entriesByName(db, { ...page, ...within, folders: given.with_delimiter ?? false })
      return entries.map((entry) => ({ ...entry, place: entry.name }))
    }
    const [direction, beyond] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
    // Folders have no time of their own; they are sorted by their first object.
    const place = sql`to_char(${sql(column)} at time zone 'utc', 'YYYYMMDDHH24MISSUS')`
    return sql<Entry & { place: string }>`
      with inside as (
        select o.id, o.name, o.updated_at, o.created_at, o.last_accessed_at, o.metadata,
          ${given.with_delimiter ? sql`strpos(substr(o.name, length(${prefix}) + 1), '/')` : sql`0`} as cut
        from storage.objects o
        where o.bucket_id = ${bucketOf(rest)} and starts_with(o.name, ${prefix})
          and (${!given.exactMatch} or o.name = ${prefix})
      ), entries as (
        select name, id, updated_at, created_at, last_accessed_at, metadata from inside where cut = 0
        union all
        select left(name, length(${prefix}) + cut) collate "C", null, min(updated_at), min(created_at), null, null
        from inside where cut > 0 group by 1
      ), placed as (select *, (${place}) collate "C" as place from entries)
      select * from placed
      where ${after === null} or (place, name) ${beyond} (${after?.[0] ?? ""}::text, ${after?.[1] ?? ""}::text)
      order by place ${direction}, name ${direction}
      limit ${limit + 1}
    `
  })
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  const hasNext = entries.length > limit
  return c.json({
    hasNext,
    ...(hasNext && last ? { nextCursor: toCursor([last.place, last.name]) } : {}),
    folders: page.filter(({ id }) => id === null).map(({ name }) => ({ key: name.replace(/\/$/, ""), name })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ place: _place, ...object }) => ({ ...object, key: object.name })),
  })
}

function toCursor(place: z.output<typeof cursorShape>): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url")
}

function readCursor(text: string | null | undefined): z.output<typeof cursorShape> | null {
  if (!text) return null
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")))
  } catch {
    throw invalidParameter("The cursor is not one of this list")
  }
}
