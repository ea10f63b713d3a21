import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"

/** Merges `changes` into the stored metadata; null removes a key, as in GoTrue. */
export async function mergeMetadata(
  auth: Auth,
  db: Db,
  userId: string,
  column: "raw_user_meta_data" | "raw_app_meta_data",
  changes: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(changes).filter((name) => changes[name] === null)
  await db.sql`
    update auth.users set updated_at = ${auth.now()},
      ${db.sql(column)} = (coalesce(${db.sql(column)}, '{}') || ${db.sql.json(changes)}::jsonb) - ${removed}::text[]
    where id = ${userId}`
}
