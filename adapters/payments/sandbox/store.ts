import type { z } from "zod"
import { missing } from "./fault.ts"
import type { listing } from "./params.ts"
import type { Page, Resource } from "./shapes.ts"
import type { Work } from "./work.ts"

export interface Kept<Kind, Hidden = object> {
  data: Kind
  hidden: Hidden
}

/** Keeps an object as it is now. `hidden`, what the API does not tell, stays as it was when it is left out. */
export async function keep<Kind extends Resource>(work: Work, data: Kind, hidden?: object): Promise<Kind> {
  const { sql } = work.db
  await sql`
    insert into private.payments_sandbox_objects (id, object, data, hidden)
    values (${data.id}, ${data.object}, ${sql.json(data)}, ${sql.json(hidden ?? {})})
    on conflict (id) do update
    set data = excluded.data,
      hidden = case when ${hidden !== undefined} then excluded.hidden else payments_sandbox_objects.hidden end
  `
  return data
}

/** The object and what the API does not tell of it; nobody else changes it before this unit of work ends. */
export async function open<Kind extends Resource, Hidden = object>(
  work: Work,
  kind: Kind["object"],
  id: string,
): Promise<Kept<Kind, Hidden> | null> {
  const [row] = await work.db.sql<Kept<Kind, Hidden>>`
    select data, hidden from private.payments_sandbox_objects
    where id = ${id} and object = ${kind} for update
  `
  return row ?? null
}

/** As open(), or the API's refusal. `param` names the parameter when the id does not stand in the path. */
export async function must<Kind extends Resource, Hidden = object>(
  work: Work,
  kind: Kind["object"],
  id: string,
  param?: string,
): Promise<Kept<Kind, Hidden>> {
  const kept = await open<Kind, Hidden>(work, kind, id)
  if (kept) return kept
  throw missing(kind.replace(/[._]/g, " "), id, param)
}

/** Any object by its id, for `expand`. */
export async function anyObject(work: Work, id: string): Promise<Resource | null> {
  const [row] = await work.db.sql<{ data: Resource }>`
    select data from private.payments_sandbox_objects where id = ${id}
  `
  return row?.data ?? null
}

/** What a field must be, or must hold. */
type FieldValue = string | undefined | { [name: string]: FieldValue }

type Listing = z.output<z.ZodObject<typeof listing>>

/** A page of objects of one kind whose fields have the given values, latest first. */
export async function list<Kind extends Resource>(
  work: Work,
  kind: Kind["object"],
  url: string,
  options: { listing?: Listing; fields?: Record<string, FieldValue> } = {},
): Promise<Page<Kind>> {
  const { sql } = work.db
  const { limit = 10, starting_after, ending_before, created } = options.listing ?? {}
  const fields = Object.entries(options.fields ?? {}).filter(([, value]) => value !== undefined)
  const wanted = sql.json(Object.fromEntries(fields))
  const edge = starting_after ?? ending_before
  const backwards = starting_after === undefined && ending_before !== undefined
  let position: string | null = null
  if (edge !== undefined) {
    const [row] = await sql<{ position: string }>`
      select position from private.payments_sandbox_objects where id = ${edge} and object = ${kind}
    `
    if (!row) throw missing(kind, edge, backwards ? "ending_before" : "starting_after")
    position = row.position
  }
  const { gt, gte, lt, lte } = { gt: null, gte: null, lt: null, lte: null, ...created }
  const rows = await sql<{ data: Kind }>`
    select data from private.payments_sandbox_objects
    where object = ${kind} and data @> ${wanted}::jsonb
      and (${position}::bigint is null
        or case when ${backwards} then position > ${position}::bigint else position < ${position}::bigint end)
      and (${gt}::bigint is null or (data ->> 'created')::bigint > ${gt}::bigint)
      and (${gte}::bigint is null or (data ->> 'created')::bigint >= ${gte}::bigint)
      and (${lt}::bigint is null or (data ->> 'created')::bigint < ${lt}::bigint)
      and (${lte}::bigint is null or (data ->> 'created')::bigint <= ${lte}::bigint)
    order by case when ${backwards} then position else -position end
    limit ${limit + 1}
  `
  const data = rows.slice(0, limit).map((row) => row.data)
  if (backwards) data.reverse()
  return { object: "list", data, has_more: rows.length > limit, url }
}
