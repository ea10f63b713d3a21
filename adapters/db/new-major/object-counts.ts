import type { Db } from "#ports/db.ts"
import { announcers } from "../announce-changes.ts"
import { isOwn } from "./own-objects.ts"

/** Catalogs whose rows have a kind, each of which is counted separately. */
const kinds: Record<string, string> = {
  pg_class: "relkind",
  pg_proc: "prokind",
  pg_type: "typtype",
  pg_constraint: "contype",
  pg_policy: "polcmd",
}

/** Includes kinds of objects that a copy cannot recreate, so that none is lost silently. */
const others = [
  "pg_am",
  "pg_attrdef",
  "pg_cast",
  "pg_collation",
  "pg_conversion",
  "pg_event_trigger",
  "pg_extension",
  "pg_foreign_data_wrapper",
  "pg_foreign_server",
  "pg_language",
  "pg_largeobject_metadata",
  "pg_namespace",
  "pg_opclass",
  "pg_operator",
  "pg_opfamily",
  "pg_publication",
  "pg_rewrite",
  "pg_statistic_ext",
  "pg_subscription",
  "pg_transform",
  "pg_trigger",
  "pg_ts_config",
  "pg_ts_dict",
  "pg_user_mapping",
]

/**
 * User-created rows of a catalog, without those that the next start recreates or that are implementation details of the
 * server: TOAST tables, and NOT NULL as a constraint (since 18).
 */
const counted: Record<string, string> = {
  pg_class: "and relkind <> 't' and relnamespace <> 'pg_toast'::regnamespace",
  pg_constraint: "and contype <> 'n'",
  pg_event_trigger: `and evtname not in (${announcers})`,
  pg_namespace: "and nspname !~ '^pg_'",
}

/** The number of objects of each kind in the connected database, such as "pg_class r": 64. */
export async function countObjects(db: Db): Promise<Map<string, string>> {
  const counts = new Map<string, string>()
  for (const catalog of [...Object.keys(kinds), ...others]) {
    const rows = await db.query(
      `select ${kinds[catalog] ?? "''"}::text as kind, count(*) as n from ${catalog} x
       where ${isOwn("x", catalog)} ${counted[catalog] ?? ""} group by 1`,
    )
    for (const { kind, n } of rows) counts.set(`${catalog} ${kind}`.trim(), String(n))
  }
  const [labels] = await db.sql<{ n: string }>`
    select (select count(*) from pg_seclabel) + (select count(*) from pg_prepared_xacts) as n`
  counts.set("security labels and prepared transactions", String(labels?.n))
  return counts
}
