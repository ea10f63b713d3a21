import pg from "pg"
import type { Query, Sql } from "#ports/db.ts"
import { type Parameter, toParameter } from "./parameters.ts"

/** A statement in PostgreSQL's format, with numbered parameters. */
export interface Statement {
  text: string
  values: Parameter["value"][]
  /** Whether the text is the same for every use of the template, regardless of its values. */
  isFixed: boolean
}

/** A template with its values. It runs each time that it is awaited; inside another template it is inserted as text. */
class Template<Row extends object> implements Query<Row> {
  readonly strings: TemplateStringsArray
  readonly args: readonly unknown[]
  readonly #run: Run

  constructor(strings: TemplateStringsArray, args: readonly unknown[], run: Run) {
    this.strings = strings
    this.args = args
    this.#run = run
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a template runs it
  then<A = Row[], B = never>(
    onRows?: ((rows: Row[]) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#rows().then(onRows, onError)
  }

  async #rows(): Promise<Row[]> {
    return (await this.#run(toStatement(this))) as Row[]
  }
}

/** Runs a statement and returns its rows. */
type Run = (statement: Statement) => Promise<object[]>

/** A quoted identifier, such as a table's; "private.mails" is a table in a schema. */
class Identifier {
  readonly text: string
  constructor(name: string) {
    this.text = name.split(".").map(pg.escapeIdentifier).join(".")
  }
}

/** A list for `in`, or the columns and rows of an `insert`. */
class List {
  readonly items: readonly unknown[]
  readonly columns: readonly string[]
  constructor(items: readonly unknown[], columns: readonly string[]) {
    this.items = items
    this.columns = columns
  }
}

/** A value for `json` or `jsonb`. */
class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** The tagged template of the Db port, for any function that runs a statement. */
export function createSql(run: Run): Sql {
  const sql = (first: unknown, ...rest: unknown[]) => {
    if (isTemplate(first)) return new Template(first, rest, run)
    if (typeof first === "string") return new Identifier(first)
    return new List(Array.isArray(first) ? first : [first], rest as string[])
  }
  return Object.assign(sql, { json: (value: unknown) => new Json(value) }) as unknown as Sql
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && "raw" in value
}

function toStatement(template: Template<object>): Statement {
  const statement: Statement = { text: "", values: [], isFixed: true }
  statement.text = render(template, statement)
  return statement
}

function render({ strings, args }: Template<object>, into: Statement): string {
  return strings.reduce((text, part, index) => text + piece(args[index - 1], into) + part)
}

/** The SQL text for one value of a template; its parameters are added to the statement. */
function piece(value: unknown, into: Statement): string {
  if (value instanceof Template) return render(value, into)
  if (value instanceof Identifier) return value.text
  if (value instanceof List) return list(value, into)
  if (Array.isArray(value) && value[0] instanceof Template)
    return value.map((one) => piece(one, into)).join(" ")
  return placeholder(value, into)
}

function list({ items, columns }: List, into: Statement): string {
  into.isFixed = false
  const [first] = items
  if (typeof first !== "object" || first === null || first instanceof Date)
    return `(${items.map((one) => piece(one, into)).join(",") || "null"})`
  const names = columns.length > 0 ? columns : Object.keys(first)
  const rows = (items as Record<string, unknown>[]).map(
    (row) => `(${names.map((name) => piece(row[name], into)).join(",")})`,
  )
  return `(${names.map(pg.escapeIdentifier).join(",")}) values ${rows.join(",")}`
}

function placeholder(value: unknown, into: Statement): string {
  const { value: bound, type } = value instanceof Json ? toJson(value) : toParameter(value)
  into.values.push(bound)
  return `$${into.values.length}${type ? `::${type}` : ""}`
}

function toJson({ value }: Json): Parameter {
  if (value === undefined) return toParameter(value)
  return { value: value === null ? null : JSON.stringify(value), type: "jsonb" }
}
