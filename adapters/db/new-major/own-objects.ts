/** Objects with lower numbers were created by initdb (FirstNormalObjectId in PostgreSQL's sources). */
const FIRST_OWN = 16_384

/**
 * A condition on the catalog row `alias`: created by somebody after initdb, and not as part of an extension. `catalog` is the
 * name of the catalog; without it, membership in an extension is not asked.
 */
export function isOwn(alias: string, catalog?: string): string {
  const own = `${alias}.oid >= ${FIRST_OWN}`
  if (!catalog) return own
  return `${own} and not exists (
    select from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`
}
