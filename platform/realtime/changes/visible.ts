import type { Db } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"
import { takeRole } from "../channels/take-role.ts"
import { nameOfTable, quoteName, type Table } from "./tables.ts"

/**
 * A change with the data on which policies are evaluated; records are JSON texts of the columns used by the policies.
 */
interface Question {
  id: string
  /** The primary key of the row after the change, as texts in the order of the key's columns; null for a deletion. */
  key: readonly (string | null)[] | null
  /** Null for a deletion, and if it was too large to be stored completely. */
  record: string | null
  /** Null for an insertion, and if it was too large to be stored completely. */
  old: string | null
  /** Whether the old record has the same key as the record. */
  keepsKey: boolean
}

/** The parts of a change that a caller may see. */
export interface Sight {
  /** The record, as sent. */
  record: boolean
  /** The primary key in the old record. */
  oldKey: boolean
}

/** Reads the data on which the table's policies have to be evaluated. */
export async function readQuestions(db: Db, table: Table, ids: readonly string[]): Promise<Question[]> {
  const keys = table.columns.filter(({ isKey }) => isKey).map(({ name }) => name)
  const keyOf = (value: string) =>
    `array(select ${value} ->> name from unnest($2::text[]) with ordinality as k(name, n) order by n)`
  const named = (value: string) =>
    `case when ${value} ?& $3::text[] then
       (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${value}) where key = any($3::text[]))::text end`
  return (await db.query(
    `select id::text as id, case when record is not null then ${keyOf("record")} end as key,
       ${named("record")} as record, ${named("old_record")} as old,
       coalesce(${keyOf("record")} = ${keyOf("old_record")}, false) as "keepsKey"
     from realtime.changes where id = any($1::bigint[])`,
    [ids, keys, table.policyColumns ?? []],
  )) as unknown as Question[]
}

/**
 * What the caller may see of changes, by the table's policies; null when a policy fails. A record has to pass them with the values
 * that are sent, because later versions of the row may have been published; and the caller has to see the row at this moment, because
 * it may have been hidden since, in the same transaction even. So a row that is gone is not seen.
 */
export async function seenBy(
  db: Db,
  table: Table,
  caller: Caller,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, Sight> | null> {
  if (!table.policyColumns) return null
  const keys = table.columns.filter(({ isKey }) => isKey)
  const lists = keys.map((_, index) => questions.map(({ key }) => key?.[index] ?? null))
  const same = keys.map(({ name, cast }, index) => `t.${quoteName(name)} = c.k${index}::${cast}`)
  const passes = passingSql(table, caller)
  try {
    const rows = await db.transaction(async (within) => {
      await takeRole(within, caller)
      return within.query(
        `select c.id, c.record is not null and ${passes("c.record")}
             and exists (select from ${nameOfTable(table)} t where ${same.join(" and ")}) as record,
           c.old is not null and ${passes("c.old")} as old
         from unnest($1::text[], $2::text[], $3::text[]${keys.map((_, index) => `, $${index + 4}::text[]`).join("")})
           as c(id, record, old${keys.map((_, index) => `, k${index}`).join("")})`,
        [
          questions.map(({ id }) => id),
          questions.map(({ record }) => record),
          questions.map(({ old, keepsKey }) => (keepsKey ? null : old)),
          ...lists,
        ],
      )
    })
    const sights = new Map(
      rows.map(({ id, record, old }) => [id, { record: record === true, old: old === true }]),
    )
    return new Map(
      questions.map(({ id, keepsKey }) => {
        const { record = false, old = false } = sights.get(id) ?? {}
        return [id, { record, oldKey: keepsKey || old }]
      }),
    )
  } catch (error) {
    // An error from PostgreSQL, such as a claim that a policy cannot cast; a lost connection is retried.
    if (/^(08|57P|53)/.test(String(Object(error).code)) || !/^[0-9A-Z]{5}$/.test(String(Object(error).code)))
      throw error
    return null
  }
}

/**
 * The table's policies for the caller's role, applied to a record instead of a row of the table. The record is aliased
 * to the table's name, because the catalog's expressions use that to qualify columns where a subquery has others.
 */
function passingSql(table: Table, { role }: Caller): (record: string) => string {
  const own = table.policies.filter(({ roles }) => roles.includes(role))
  const conditions = (isPermissive: boolean) =>
    own.filter((policy) => policy.isPermissive === isPermissive).map(({ condition }) => `(${condition})`)
  const one = conditions(true).join(" or ") || "false"
  const all = [`(${one})`, ...conditions(false)].join(" and ")
  return (record) =>
    `exists (select from jsonb_populate_record(null::${nameOfTable(table)}, ${record}::jsonb) as ${quoteName(table.name)}
       where ${all})`
}
