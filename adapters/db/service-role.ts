import pg from "pg"
import type { Db } from "#ports/db.ts"

/** Name of the policies, so that they are created once. */
const POLICY = "service_role passes"

/**
 * Gives `service_role` the access of BYPASSRLS through a policy on every table that it has privileges on, if the owner
 * could not create the role with BYPASSRLS (managed servers grant that to nobody). Does nothing if the role has
 * BYPASSRLS.
 */
export async function letServiceRolePass(db: Db): Promise<void> {
  const [role] = await db.sql`select from pg_roles where rolname = 'service_role' and not rolbypassrls`
  if (!role) return
  const tables = await db.sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relrowsecurity
      and pg_has_role(c.relowner, 'usage')
      and has_schema_privilege('service_role', n.oid, 'usage')
      and has_table_privilege('service_role', c.oid, 'select, insert, update, delete')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = ${POLICY})`
  for (const { schema, name } of tables) {
    await db.transaction(async (tx) => {
      // Two processes may run this concurrently; because of the table's lock, the second one sees the first one's
      // policy.
      await tx.sql`lock table ${tx.sql(schema)}.${tx.sql(name)} in access exclusive mode`
      const [found] = await tx.sql`select from pg_policy
        where polrelid = ${[schema, name].map(pg.escapeIdentifier).join(".")}::regclass and polname = ${POLICY}`
      if (found) return
      await tx.sql`create policy ${tx.sql(POLICY)} on ${tx.sql(schema)}.${tx.sql(name)} for all to service_role
        using (true) with check (true)`
    })
  }
}
