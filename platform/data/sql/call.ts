import type { Argument, Routine } from "../catalog.ts"
import { arrayText, quote, type Statement } from "./statement.ts"

/** The arguments of a call: a JSON object, strings by name, or a body for a single unnamed argument. */
export type CallArguments =
  | { kind: "json"; json: string; names: ReadonlySet<string> }
  | { kind: "texts"; pairs: readonly [string, string][] }
  | { kind: "body"; text: string }

/** A call in a FROM list, with its rows named `alias`. */
export function callSql(routine: Routine, given: CallArguments, alias: string, statement: Statement): string {
  const { schema, name, args } = routine
  const target = `${quote(schema)}.${quote(name)}`
  const rows = quote(alias)
  if (given.kind === "body") {
    const types = args.map(({ type }) => type)
    return `${target}(${statement.place(given.text)}::${types}) as ${rows}`
  }
  if (given.kind === "texts") {
    const texts = args.flatMap((argument) => {
      const values = given.pairs.filter(([key]) => key === argument.name).map(([, value]) => value)
      const last = values.at(-1)
      if (last === undefined) return []
      const isList = argument.variadic && !(values.length === 1 && /^\{.*\}$/s.test(last))
      return [pass(argument, `${statement.place(isList ? arrayText(values) : last)}::${argument.type}`)]
    })
    return `${target}(${texts.join(", ")}) as ${rows}`
  }
  const passed = args.filter(({ name }) => given.names.has(name))
  if (passed.length === 0) return `${target}() as ${rows}`
  const types = passed.map((argument) => `${quote(argument.name)} ${argument.type}`).join(", ")
  const values = passed.map((argument) => pass(argument, `pgrst_args.${quote(argument.name)}`)).join(", ")
  return `json_to_record(${statement.place(given.json)}::json) as pgrst_args(${types}) cross join lateral ${target}(${values}) as ${rows}`
}

/**
 * Rows that were computed elsewhere, in a FROM list in place of a call. The call is not executed because of its limit,
 * but PostgreSQL still checks that the caller may execute it.
 */
export function computedSql(
  call: string,
  alias: string,
  { columns, rows }: { columns: Readonly<Record<string, string>>; rows: readonly object[] },
  statement: Statement,
): string {
  const types = Object.entries(columns).map(([name, type]) => `${quote(name)} ${type}`)
  const list = `json_to_recordset(${statement.place(JSON.stringify(rows))}::json) as pgrst_rows(${types.join(", ")})`
  return `((select ${quote(alias)}.* from ${call} limit 0) union all select * from ${list}) as ${quote(alias)}`
}

/** The arguments as they were given: values of JSON, or texts of which the last one of a name counts. */
export function givenValues(given: CallArguments): Record<string, unknown> {
  if (given.kind === "body") return {}
  if (given.kind === "texts") return Object.fromEntries(given.pairs)
  const values = JSON.parse(given.json) as Record<string, unknown>
  return Object.fromEntries(Object.entries(values).filter(([name]) => given.names.has(name)))
}

function pass({ name, variadic }: Argument, value: string): string {
  return `${variadic ? "variadic " : ""}${quote(name)} := ${value}`
}
