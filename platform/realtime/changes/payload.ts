import type { Db } from "#ports/db.ts"
import type { CallerRole } from "../../gateway/contract.ts"
import type { Version } from "../frames/message.ts"
import type { ChangeType } from "./binding.ts"
import { columnsFor, type Table } from "./tables.ts"

/** A stored change; its values stay in the database until its recipients are known. */
export interface Change {
  id: string
  relation: string
  type: ChangeType
  /** Too large: only small values are stored. */
  cut: boolean
  /** As sent to clients. */
  at: string
}

export const errors = {
  noKey: "Error 400: Bad Request, no primary key",
  hiddenKey: "Error 401: Unauthorized",
  tooLarge: "Error 413: Payload Too Large",
  failed: "Error 500: Internal Server Error, RLS policy evaluation failed",
}

/** The `data` of a change without its row, for subscribers who may not see the row. */
export function errorData({ schema, name }: Table, { type, at }: Change, error: string): string {
  return JSON.stringify({ schema, table: name, type, commit_timestamp: at, columns: [], errors: [error] })
}

/**
 * Reads rows for a role and a selection of columns. Returns a function that builds the `data` of a change as JSON text,
 * with its old record or an empty one; undefined for changes that are no longer stored. Numbers keep all their digits.
 */
export async function readData(
  db: Db,
  table: Table,
  changes: readonly Change[],
  { role, select }: { role: CallerRole; select: readonly string[] | null },
): Promise<(change: Change, showsOld: boolean) => string | undefined> {
  const columns = columnsFor(table, role, select)
  // As in Supabase, only the key if row-level security is on.
  const old = columns.filter(({ isKey, isIdentity }) => isIdentity && (isKey || !table.isSecured))
  const pick = (value: string, names: string) =>
    `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${value}) where key = any(${names}::text[]))::text`
  const rows = (await db.query(
    `select id::text as id, ${pick("record", "$2")} as record, ${pick("old_record", "$3")} as old
     from realtime.changes where id = any($1::bigint[])`,
    [changes.map(({ id }) => id), columns.map(({ name }) => name), old.map(({ name }) => name)],
  )) as unknown as { id: string; record: string; old: string }[]
  const kept = new Map(rows.map((row) => [row.id, row]))
  const listed = JSON.stringify(columns.map(({ name, type }) => ({ name, type })))
  return ({ id, type, cut, at }, showsOld) => {
    const row = kept.get(id)
    if (!row) return undefined
    return [
      JSON.stringify({ schema: table.schema, table: table.name, type, commit_timestamp: at }).slice(0, -1),
      `"columns":${listed}`,
      ...(type === "DELETE" ? [] : [`"record":${row.record}`]),
      ...(type === "INSERT" ? [] : [`"old_record":${showsOld ? row.old : "{}"}`]),
      `"errors":${cut ? JSON.stringify([errors.tooLarge]) : "null"}}`,
    ].join(",")
  }
}

/** A frame with a change for the matching bindings of a channel. */
export function encodeChange(topic: string, version: Version, ids: readonly number[], data: string): string {
  const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`
  return version === "1.0.0"
    ? `{"topic":${JSON.stringify(topic)},"event":"postgres_changes","payload":${payload},"ref":null,"join_ref":null}`
    : `[null,null,${JSON.stringify(topic)},"postgres_changes",${payload}]`
}
