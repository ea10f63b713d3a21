import type { Db } from "#ports/db.ts"
import type { CallerRole } from "../../gateway/contract.ts"
import { Refusal } from "../refusal.ts"
import type { Condition, Operator } from "./filter.ts"
import { type Column, nameOfTable, quoteName, type Table } from "./tables.ts"

const symbols: Record<Exclude<Operator, "in" | "is">, string> = {
  eq: "=",
  neq: "<>",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  isdistinct: "is distinct from",
}
const keywords: Record<string, string> = { null: "null", true: "true", false: "false", unknown: "unknown" }
const mostInValues = 100
/** A client's regular expression may take long. */
const timeoutMs = 2_000

/** `left` and `value` are names or parameters, never a value; the rest comes from the catalog and the tables above. */
function testSql({ operator, value, negated }: Condition, { cast }: Column, left: string, parameter: string) {
  const test =
    operator === "is"
      ? `${left} is ${keywords[value] ?? "null"}`
      : operator === "in"
        ? `${left} = any(${parameter}::${cast}[])`
        : `${left} ${symbols[operator]} ${parameter}::${cast}`
  return negated ? `(not (${test}))` : `(${test})`
}

/** Refuses conditions on what the role may not select, and those that the column's type does not know. Throws InvalidFilter. */
export async function checkConditions(
  db: Db,
  table: Table,
  role: CallerRole,
  conditions: readonly Condition[],
): Promise<void> {
  for (const condition of conditions) {
    const column = columnOf(table, condition)
    // The same message for a missing column, so that the existence of columns is not revealed.
    if (!column?.roles.includes(role))
      throw new Refusal("InvalidFilter", `invalid column for filter ${condition.column}`)
    const { operator, value } = condition
    try {
      if (operator === "is") {
        if (value !== "null" && column.type !== "bool")
          throw new Refusal("InvalidFilter", `is ${value} requires a boolean column`)
      } else if (operator === "in") {
        const [row] = await db.query(
          `select cardinality($1::text::${column.cast}[]) as many,
             (select bool_or(${testSql(condition, column, "one", "$1::text")}) from unnest($1::text::${column.cast}[]) as one)`,
          [value],
        )
        if (Number(row?.many) > mostInValues)
          throw new Refusal("InvalidFilter", `in takes at most ${mostInValues} values`)
      } else {
        await db.query(`select ${testSql(condition, column, `$1::text::${column.cast}`, "$1::text")}`, [
          value,
        ])
      }
    } catch (error) {
      if (error instanceof Refusal || !isAboutValue(error)) throw error
      throw new Refusal(
        "InvalidFilter",
        `${operator} is not possible on column ${condition.column} of type ${column.cast} with this value`,
      )
    }
  }
}

/** Data exceptions, and operators or types that do not exist. */
function isAboutValue(error: unknown): boolean {
  const code = String(Object(error).code)
  return code.startsWith("22") || code.startsWith("42") || code.startsWith("2B") || code === "54000"
}

/** For each filter, the ids of the changes that pass it; null if it could not be evaluated. */
export type Passed = Map<readonly Condition[], ReadonlySet<string> | null>

/**
 * Determines which changes of a table pass which filters. Filters that differ only in their values share a statement
 * with parameters.
 */
export async function passFilters(
  db: Db,
  table: Table,
  ids: readonly string[],
  filters: readonly (readonly Condition[])[],
): Promise<Passed> {
  const passed: Passed = new Map()
  for (const alike of byShape(filters).values()) {
    try {
      const rows = await askShape(db, table, ids, alike)
      for (const filter of alike) passed.set(filter, new Set())
      for (const { id, place } of rows) (passed.get(alike[place] ?? []) as Set<string>).add(id)
    } catch (error) {
      if (!isAboutValue(error) && Object(error).code !== "57014") throw error
      for (const filter of alike) passed.set(filter, null)
    }
  }
  return passed
}

function byShape(filters: readonly (readonly Condition[])[]) {
  const shapes = new Map<string, (readonly Condition[])[]>()
  for (const filter of filters) {
    const shape = JSON.stringify(
      filter.map(({ column, operator, negated, value }) => [
        column,
        operator,
        negated,
        operator === "is" && value,
      ]),
    )
    const alike = shapes.get(shape) ?? []
    shapes.set(shape, alike)
    alike.push(filter)
  }
  return shapes
}

async function askShape(
  db: Db,
  table: Table,
  ids: readonly string[],
  alike: readonly (readonly Condition[])[],
): Promise<{ id: string; place: number }[]> {
  const [shape = []] = alike
  const columns = shape.map((condition) => columnOf(table, condition))
  if (columns.some((column) => !column)) return []
  const found = columns as Column[]
  const values = shape.map((_, index) => alike.map((filter) => filter[index]?.value ?? ""))
  const tests = shape.map((condition, index) => {
    const column = found[index] as Column
    return testSql(condition, column, `r.${quoteName(column.name)}`, `f.v${index}`)
  })
  // Filters on a deleted row apply only to values in its old record; otherwise a match would reveal the others.
  const oldColumns = table.columns.filter(({ isKey, isIdentity }) => (table.isSecured ? isKey : isIdentity))
  return db.transaction(async (within) => {
    await within.query("select set_config('statement_timeout', $1, true)", [String(timeoutMs)])
    return (await within.query(
      `select c.id::text as id, (f.place - 1)::int as place
       from realtime.changes c,
         lateral (select case when c.type = 'DELETE' then c.old_record else c.record end as value) as row,
         lateral jsonb_populate_record(null::${nameOfTable(table)},
           (select jsonb_object_agg(key, value) from jsonb_each(row.value) where key = any($2::text[]))) as r,
         unnest(${values.map((_, index) => `$${index + 4}::text[]`).join(", ")})
           with ordinality as f(${values.map((_, index) => `v${index}`).join(", ")}, place)
       where c.id = any($1::bigint[]) and row.value ?& $2::text[]
         and (c.type <> 'DELETE' or $2::text[] <@ $3::text[])
         and ${tests.join(" and ")}`,
      [ids, found.map(({ name }) => name), oldColumns.map(({ name }) => name), ...values],
    )) as unknown as { id: string; place: number }[]
  })
}

function columnOf(table: Table, { column }: Condition): Column | undefined {
  return table.columns.find(({ name }) => name === column)
}
