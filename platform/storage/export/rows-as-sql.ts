import type { Db } from "#ports/db.ts"
import { objectsOf } from "./source.ts"

const batch = 500

/**
 * The columns that no client can set, the owner and creation time of each object, as SQL to run on the target's
 * database after the objects have been exported. Yields one statement at a time.
 */
export async function* rowsAsSql(db: Db): AsyncGenerator<string> {
  yield "begin;"
  let rows: object[] = []
  for await (const { bucket_id, name, owner, owner_id, created_at } of objectsOf(db)) {
    rows.push({ bucket_id, name, owner, owner_id, created_at })
    if (rows.length < batch) continue
    yield update(rows)
    rows = []
  }
  if (rows.length > 0) yield update(rows)
  yield "commit;"
}

function update(rows: readonly object[]): string {
  const json = JSON.stringify(rows).replaceAll("'", "''")
  return (
    "update storage.objects o set owner = r.owner, owner_id = r.owner_id, created_at = r.created_at " +
    `from jsonb_to_recordset('${json}') as r(bucket_id text, name text, owner uuid, owner_id text, created_at timestamptz) ` +
    "where o.bucket_id = r.bucket_id and o.name = r.name;"
  )
}
