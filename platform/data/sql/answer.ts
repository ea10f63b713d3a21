import type { Media } from "../media.ts"
import { quote } from "./statement.ts"

export interface AnswerRow {
  /** Null if it was not requested. */
  total: string | null
  page: string
  body: string
  /** Set by a SQL function for the response. */
  headers: string | null
  status: string | null
  /** The number of rows inserted by an upsert. */
  inserted: string | null
  /** The role under which the statement ran. */
  role: string
}

/** The columns of the row, in the order of answerSql(). */
export const answerColumns = ["total", "page", "body", "headers", "status", "inserted", "role"] as const

interface AnswerParts {
  /** A statement without order and range whose rows are counted. */
  counted: string | null
  rows: string
  media: Media
  /** For a function that returns values: the column that holds them, and whether it may have many. */
  scalar?: { column: string; set: boolean }
  /** A single composite value is an object. */
  isObject?: boolean
  /** A data-modifying statement or call from which the rest reads, by name. */
  before?: { name: string; text: string }
}

/** Builds a statement that returns one row: the whole response as text, assembled by PostgreSQL. */
export function answerSql({ counted, rows, media, scalar, isObject, before }: AnswerParts): string {
  const first = before ? `with ${before.name} as (${before.text}) ` : ""
  const total = counted === null ? "null" : `(select pg_catalog.count(*) from (${counted}) pgrst_counted)`
  return `${first}select ${total}::text as total, pg_catalog.count(pgrst_rows)::text as page, ${bodySql(media, scalar, isObject)}::text as body,
 nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status,
 nullif(current_setting('pgrst.inserted', true), '') as inserted, current_user::text as role from (${rows}) pgrst_rows`
}

function bodySql(media: Media, scalar: AnswerParts["scalar"], isObject = false): string {
  if (media === "none") return "''"
  if (media === "csv") return csvSql
  if (scalar) {
    const values = `json_agg(pgrst_rows.${quote(scalar.column)})`
    return scalar.set ? `coalesce(${values}, '[]')` : `coalesce(${values}->0, 'null')`
  }
  const row =
    media === "stripped" || media === "stripped-object"
      ? "json_strip_nulls(row_to_json(pgrst_rows))"
      : "pgrst_rows"
  const list = `json_agg(${row})`
  const single = isObject || media === "object" || media === "stripped-object"
  return single ? `coalesce(${list}->0, 'null')` : `coalesce(${list}, '[]')`
}

/** Values in PostgreSQL's text format, after a line of column names. */
const csvSql = `(select coalesce(string_agg(name, ','), '') from json_object_keys((json_agg(pgrst_rows))->0) name) || E'\\n'
 || coalesce(string_agg(substring(pgrst_rows::text, 2, length(pgrst_rows::text) - 2), E'\\n'), '')`
