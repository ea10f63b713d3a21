import type { ServiceName } from "#content/services.ts"
import type { Db } from "#ports/db.ts"

/**
 * Whether a connection here works with this account of the service, so that no grant of it may be revoked: Polar, Wahoo
 * and others end all grants of an application together. An unknown account may be any of them.
 */
export async function isAccountHeld(db: Db, source: ServiceName, accountId: string | null): Promise<boolean> {
  const [row] = await db.sql`
    select from private.connections
    where source = ${source} and (${accountId}::text is null or account_id = ${accountId})
    limit 1
  `
  return row !== undefined
}
