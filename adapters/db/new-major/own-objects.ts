/** Objects with lower OIDs were created by initdb (FirstNormalObjectId in PostgreSQL's sources). */
const FIRST_OWN = 16_384

/**
 * A condition on the catalog row `alias`: created after initdb, and not by an extension. `catalog` is the name of the
 * catalog; without it, membership in an extension is not checked.
 */
export function isOwn(alias: string, catalog?: string): string {
  const own = `${alias}.oid >= ${FIRST_OWN}`
  if (!catalog) return own
  return `${own} and not exists (
    select from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`
}
