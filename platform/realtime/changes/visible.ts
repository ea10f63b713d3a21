import type { Db } from "#domain/world.ts"
import type { Caller } from "../../gateway/contract.ts"
import { takeRole } from "../channels/take-role.ts"
import { nameOfTable, quoteName, type Table } from "./tables.ts"

/** The primary keys of changed rows, as JSON texts, in the order of the key's columns. */
export interface ChangedKey {
  id: string
  key: readonly (string | null)[]
}

/**
 * The ids of those changes whose row the caller sees at this moment, by the table's policies; null when a policy fails. A row
 * that is gone is not seen.
 */
export async function seenBy(
  db: Db,
  table: Table,
  caller: Caller,
  changed: readonly ChangedKey[],
): Promise<ReadonlySet<string> | null> {
  const keys = table.columns.filter(({ isKey }) => isKey)
  const lists = keys.map((_, index) => changed.map(({ key }) => key[index] ?? null))
  const same = keys.map(({ name, cast }, index) => `t.${quoteName(name)} = c.k${index}::${cast}`)
  try {
    const rows = await db.transaction(async (within) => {
      await takeRole(within, caller)
      return within.query(
        `select c.id from unnest($1::text[]${keys.map((_, index) => `, $${index + 2}::text[]`).join("")})
           as c(id${keys.map((_, index) => `, k${index}`).join("")})
         where exists (select from ${nameOfTable(table)} t where ${same.join(" and ")})`,
        [changed.map(({ id }) => id), ...lists],
      )
    })
    return new Set(rows.map(({ id }) => String(id)))
  } catch (error) {
    // What PostgreSQL answered, such as a claim that a policy cannot cast; a lost connection is tried again.
    if (/^(08|57P|53)/.test(String(Object(error).code)) || !/^[0-9A-Z]{5}$/.test(String(Object(error).code)))
      throw error
    return null
  }
}
