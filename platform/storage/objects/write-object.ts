import type { Db, Sql } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"
import { takeRole } from "../access/transaction.ts"
import { noSuchKey } from "../refusal.ts"

/**
 * "insert" refuses an existing object, "upsert" creates or replaces it, "update" replaces it and refuses a missing one.
 */
export type Mode = "insert" | "upsert" | "update"

/** The row of a new object. */
export interface ObjectRow {
  id: string
  bucketId: string
  name: string
  ownerId: string | null
  version: string
  metadata: object
  userMetadata: object | undefined
}

/**
 * The writer: a caller, to whom the policies apply, or null for an upload that was permitted when its URL was signed.
 */
export interface Writer {
  caller: Caller | null
  operation: string
  mode: Mode
}

/**
 * Writes the row as the caller. Returns the id of the object, and its previous version. Throws the refusal of a policy,
 * KeyAlreadyExists, and NoSuchKey.
 */
export async function writeObject(
  db: Db,
  row: ObjectRow,
  { caller, operation, mode }: Writer,
): Promise<{ id: string; before: string | null }> {
  // Pipelined in this order. The object is read as the server and locked, because a policy may hide it and another
  // request may be replacing it.
  const existing = db.sql<{ id: string; version: string | null }>`
    select id, version from storage.objects where bucket_id = ${row.bucketId} and name = ${row.name} for update
  `.then(([found]) => found)
  if (caller) takeRole(db, caller, operation)
  const [found] = await Promise.all([existing, mode === "update" ? change(db, row) : add(db, row, mode)])
  return { id: found?.id ?? row.id, before: found?.version ?? null }
}

async function change({ sql }: Db, row: ObjectRow): Promise<void> {
  const changed = await sql`
    update storage.objects
    set version = ${row.version}, metadata = ${sql.json(row.metadata)}, user_metadata = ${own(sql, row)},
      owner_id = ${row.ownerId}, owner = ${uuidOf(row.ownerId)}, updated_at = now(), last_accessed_at = now()
    where bucket_id = ${row.bucketId} and name = ${row.name}
    returning id
  `
  if (changed.length === 0) throw noSuchKey()
}

async function add({ sql }: Db, row: ObjectRow, mode: "insert" | "upsert"): Promise<void> {
  // No RETURNING, because a policy may allow writing but not reading.
  await sql`
    insert into storage.objects (id, bucket_id, name, owner_id, owner, version, metadata, user_metadata)
    values (${row.id}, ${row.bucketId}, ${row.name}, ${row.ownerId}, ${uuidOf(row.ownerId)}, ${row.version},
      ${sql.json(row.metadata)}, ${own(sql, row)})
    ${
      mode === "upsert"
        ? sql`
          on conflict (bucket_id, name) do update
          set version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
            owner_id = excluded.owner_id, owner = excluded.owner, updated_at = now(), last_accessed_at = now()
        `
        : sql``
    }
  `
}

function own(sql: Sql, { userMetadata }: ObjectRow): unknown {
  return userMetadata === undefined ? null : sql.json(userMetadata)
}

function uuidOf(ownerId: string | null): string | null {
  return ownerId !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ownerId) ? ownerId : null
}
