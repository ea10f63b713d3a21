import { missing } from "./api-error.ts"
import type { List, Resource } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

interface Stored<Kind, Hidden = object> {
  data: Kind
  /** Stored with the object, but not returned by the API. */
  hidden: Hidden
}

/** Inserts or replaces an object. `hidden` keeps its value if omitted. */
export async function save<Kind extends Resource>(
  work: UnitOfWork,
  data: Kind,
  hidden?: object,
): Promise<Kind> {
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

/** The object, or null; its row stays locked until the unit of work ends. */
export async function find<Kind extends Resource, Hidden = object>(
  work: UnitOfWork,
  kind: Kind["object"],
  id: string,
): Promise<Stored<Kind, Hidden> | null> {
  const [row] = await work.db.sql<Stored<Kind, Hidden>>`
    select data, hidden from private.payments_sandbox_objects
    where id = ${id} and object = ${kind} for update
  `
  return row ?? null
}

/** Like find(), but throws the API's refusal. `param` names the parameter if the id is not in the path. */
export async function get<Kind extends Resource, Hidden = object>(
  work: UnitOfWork,
  kind: Kind["object"],
  id: string,
  param?: string,
): Promise<Stored<Kind, Hidden>> {
  const stored = await find<Kind, Hidden>(work, kind, id)
  if (stored) return stored
  throw missing(kind.replace(/[._]/g, " "), id, param)
}

/** An object of any kind by its id, for `expand`. */
export async function findAny(work: UnitOfWork, id: string): Promise<Resource | null> {
  const [row] = await work.db.sql<{ data: Resource }>`
    select data from private.payments_sandbox_objects where id = ${id}
  `
  return row?.data ?? null
}

/** The value that a field must equal or contain. */
type FieldValue = string | undefined | { [name: string]: FieldValue }

/** The latest objects of a kind whose fields have the given values, latest first. */
export async function list<Kind extends Resource>(
  work: UnitOfWork,
  kind: Kind["object"],
  url: string,
  { limit = 10, fields = {} }: { limit?: number; fields?: Record<string, FieldValue> } = {},
): Promise<List<Kind>> {
  const { sql } = work.db
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const rows = await sql<{ data: Kind }>`
    select data from private.payments_sandbox_objects
    where object = ${kind} and data @> ${sql.json(Object.fromEntries(given))}::jsonb
    order by position desc
    limit ${limit + 1}
  `
  const data = rows.slice(0, limit).map((row) => row.data)
  return { object: "list", data, has_more: rows.length > limit, url }
}
