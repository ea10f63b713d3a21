import type { Db } from "#ports/db.ts"

/** An object, or a folder: then `id` and everything after it is null, and the name ends with a slash. */
export interface Entry {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: object | null
}

interface Wanted {
  bucketId: string
  /** Only keys that begin with it. */
  prefix: string
  /** Returns only the object with this key. */
  only: string | null
  /** Groups keys by their part up to the next slash into folders. */
  folders: boolean
  isDown: boolean
  /** The name of the last entry of the page before; null for the first page. */
  after: string | null
  skip: number
  limit: number
}

/**
 * A page of entries in the order of their names, from the index of names: each step reads the next key, and after a folder the first
 * key behind it, so that a page costs as much as it has entries and skips, however many objects a bucket has.
 */
export function entriesByName({ sql }: Db, wanted: Wanted): PromiseLike<Entry[]> {
  const { bucketId, prefix, only, folders, isDown, after, skip, limit } = wanted
  const [lowest, highest] = only === null ? [prefix, behind(prefix)] : [only, `${only}\u0001`]
  const start = after === null ? (isDown ? highest : lowest) : isDown ? after : next(after)
  const [direction, reached] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>=`]
  // Ascending: the least text that is greater than the object's key, or than all keys in the folder. Descending: text
  // less than the entry.
  const goOn = isDown
    ? sql`key.entry`
    : sql`case when is_folder then left(key.entry, -1) || '0' else key.entry || chr(1) end`
  return sql<Entry>`
    with recursive walk as (
      select 0 as n, ''::text collate "C" as entry, ${start}::text collate "C" as place, null::storage.objects as object
      union all
      select n + 1, key.entry, (${goOn}) collate "C", case when not is_folder then key.object end
      from walk cross join lateral (
        select o as object, coalesce(cut, 0) > 0 as is_folder,
          case when cut > 0 then left(o.name, length(${prefix}) + cut) else o.name end collate "C" as entry
        from storage.objects o
        cross join lateral (
          select ${folders ? sql`strpos(substr(o.name, length(${prefix}) + 1), '/')` : sql`0`} as cut
        ) as slash
        where o.bucket_id = ${bucketId} and o.name ${reached} walk.place
          and o.name >= ${lowest} and o.name < ${highest}
        order by o.name ${direction} limit 1
      ) as key
      where n < ${skip + limit}
    )
    select entry as name, (object).id, (object).updated_at, (object).created_at, (object).last_accessed_at, (object).metadata
    from walk where n > ${skip} order by n
  `
}

/** The least text that is greater than a key, and for a folder than all keys in it. */
function next(name: string): string {
  return name.endsWith("/") ? `${name.slice(0, -1)}0` : `${name}\u0001`
}

/** The least text that is greater than all that begin with the prefix, in the order of bytes. */
function behind(prefix: string): string {
  const points = Array.from(prefix, (sign) => sign.codePointAt(0) ?? 0)
  while (points.at(-1) === 0x10ffff) points.pop()
  const last = points.pop()
  if (last === undefined) return "\u{10ffff}"
  // Surrogates are not characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}
