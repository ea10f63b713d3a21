import type { Column, Relation } from "../catalog.ts"
import type { ColumnItem } from "../grammar/select.ts"
import type { Branch } from "../tree.ts"
import { whereSql } from "./read.ts"
import { quote, type Statement } from "./statement.ts"

/** A change to the rows of one relation. */
export type Change =
  | { kind: "insert"; json: string; columns: readonly Column[]; defaults: boolean; conflict: Conflict | null }
  | { kind: "update"; json: string; columns: readonly Column[]; defaults?: never }
  | { kind: "delete" }

/** How an existing row is handled. */
interface Conflict {
  on: readonly string[]
  resolution: "merge" | "ignore"
  /** The key in the URL of a PUT; only a row with this key is written. */
  key?: ReadonlyMap<string, string>
}

/** The name of the CTE with the changed rows. */
export const changed = "pgrst_source"
/** Returned when the rows are not read; it requires no SELECT privilege. */
export const anyColumn = "1 as pgrst_any"
/** The column that says whether a row of an upsert is new. */
const inserted = "pgrst.inserted"

/** The statement of a change, which returns the columns of the changed rows that `branch` reads. */
export function changeSql(
  change: Change,
  branch: Branch,
  statement: Statement,
  { returning, role }: { returning: string; role: string },
): string {
  const { relation } = branch
  // Changes nothing under another role than the caller's, even if the statement that sets the role failed.
  const guard = `current_user = ${statement.place(role)}::name`
  if (!relation) throw new Error("A change needs a relation")
  const table = `${quote(relation.schema)}.${quote(relation.name)}`
  const returned = ` returning ${returning}`
  if (change.kind === "delete")
    return `delete from ${table}${whereSql(branch, statement, [guard])}${returned}`
  const names = change.columns.map(({ name }) => quote(name))
  if (change.kind === "update") {
    if (names.length === 0) return `select ${returning} from ${table} where ${guard} and false`
    const sets = names.map((name) => `${name} = pgrst_body.${name}`).join(", ")
    const where = whereSql(branch, statement, [guard])
    return `update ${table} set ${sets} from (${rowsSql(change, statement)} limit 1) pgrst_body${where}${returned}`
  }
  const { conflict } = change
  const list = names.length > 0 ? `(${names.join(", ")})` : ""
  const values = names.map((name) => `pgrst_body.${name}`).join(", ")
  const conditions = [...(conflict?.key ?? [])].map(
    ([name, value]) => `pgrst_body.${quote(name)} = ${statement.place(value)}`,
  )
  if (conflict) conditions.push(counting("+ 1", "<> '0'"))
  const where = ` where ${[guard, ...conditions].join(" and ")}`
  const from = `select ${values} from (${rowsSql(change, statement)}) pgrst_body${where}`
  return `insert into ${table}${list} ${from}${conflictSql(conflict, names)}${returned}`
}

/**
 * Counts rows inserted by an upsert in a setting of the transaction, because PostgreSQL does not report them. Always
 * true.
 */
function counting(step: string, isTrue: string): string {
  const now = `coalesce(nullif(current_setting('${inserted}', true), '')::integer, 0)`
  return `set_config('${inserted}', (${now} ${step})::text, true) ${isTrue}`
}

function conflictSql(conflict: Conflict | null, names: readonly string[]): string {
  if (!conflict) return ""
  const on = ` on conflict (${conflict.on.map(quote).join(", ")})`
  if (conflict.resolution === "ignore" || names.length === 0) return `${on} do nothing`
  const sets = names.map((name) => `${name} = excluded.${name}`).join(", ")
  return `${on} do update set ${sets} where ${counting("- 1", "<> '-1'")}`
}

function rowsSql(change: Exclude<Change, { kind: "delete" }>, statement: Statement): string {
  const json = `${statement.place(change.json)}::json`
  const list = `case json_typeof(${json}) when 'array' then ${json} else json_build_array(${json}) end`
  const { columns } = change
  if (columns.length === 0) return `select from json_array_elements(${list}) pgrst_row`
  const types = columns.map(({ name, type }) => `${quote(name)} ${type}`).join(", ")
  if (!change.defaults) return `select * from json_to_recordset(${list}) as _(${types})`
  const defaults = columns.flatMap((column) =>
    column.default === null ? [] : [`${statement.place(column.name)}::text, ${column.default}`],
  )
  return `select pgrst_row.* from jsonb_array_elements((${list})::jsonb) with ordinality as pgrst_element(value, place),
    lateral jsonb_to_record(jsonb_build_object(${defaults.join(", ")}) || pgrst_element.value) as pgrst_row(${types})
    order by pgrst_element.place`
}

/** The RETURNING list that `branch` requires: columns and calculated fields, including those for joins, and `more`. */
export function returningSql(branch: Branch, relation: Relation, more: readonly string[]): string {
  const joins = branch.embeds.flatMap(({ relationship }) => {
    if (relationship.kind === "key") {
      return relationship.forward ? relationship.key.columns : relationship.key.refColumns
    }
    return relationship.kind === "junction" ? relationship.toParent.refColumns : [...relation.columns.keys()]
  })
  const used = (item: ColumnItem) => (item.field === null ? [] : [item.field.name])
  const names = new Set([...branch.columns.flatMap(used), ...orderNames(branch), ...joins, ...more])
  if (names.size === 0) return anyColumn
  const table = `${quote(relation.schema)}.${quote(relation.name)}`
  const all = names.delete("*")
  const listed = [...names].filter((name) => !all || !relation.columns.has(name))
  return [...(all ? [`${table}.*`] : []), ...listed.map((name) => `${table}.${quote(name)}`)].join(", ")
}

function orderNames({ order }: Branch): string[] {
  return order.flatMap(({ embed, field }) => (embed === null ? [field.name] : []))
}
