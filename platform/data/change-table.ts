import type { Asked } from "./asked.ts"
import { bodyText, bodyType, readRows } from "./body.ts"
import type { Column, Relation } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { type Parameters, readParameters } from "./grammar/parameters.ts"
import { explain, planAnswer } from "./plan.ts"
import { keyOfPut } from "./put-key.ts"
import { checkRanges } from "./range.ts"
import { holdToMaxAffected, holdToOne, isDecidedByStatement, respond } from "./respond.ts"
import { type AnswerRow, answerSql } from "./sql/answer.ts"
import { anyColumn, type Change, changed, changeSql, returningSql } from "./sql/change.ts"
import { readSql } from "./sql/read.ts"
import { quote, Statement } from "./sql/statement.ts"
import { type Branch, plant } from "./tree.ts"

/** Handles POST, PATCH, PUT and DELETE of a table or view with one statement that changes rows and returns them. */
export async function changeTable(asked: Asked, relation: Relation): Promise<Response> {
  const { catalog, target, aggregates, sessions, context, prefer, wish, request } = asked
  const { schema, name } = target
  const parameters = readParameters(target.parameters)
  const branch = plant(parameters, { catalog, schema, relation, name, aggregates })
  checkRanges(branch)
  holdToFilter(asked, branch)
  const change = await readChange(asked, relation, parameters, branch)
  const main = changeQuery(change, branch, asked, relation)
  if (wish) {
    const explained = { ...main, text: explain(wish, main.text) }
    return planAnswer(wish, await sessions.explain(context, "read write", explained))
  }
  if (request.method !== "PUT" && isDecidedByStatement(asked))
    return answerChange(asked, await sessions.change(context, "read write", main), relation)
  const row = await sessions.transact(context, "read write", main, (row) => {
    const rows = Number(row.page)
    holdToMaxAffected(asked, rows)
    holdToOne(asked.media, rows)
    if (request.method === "PUT" && rows !== 1) {
      throw new DataError(400, "PGRST115", "Payload values do not match URL in primary key column(s)")
    }
    return prefer.tx !== "rollback"
  })
  return answerChange(asked, row, relation)
}

/**
 * Like the safeupdate extension, which every Supabase project loads: a forgotten filter must not change a whole table.
 */
function holdToFilter({ request: { method }, changesOfAllRows }: Asked, branch: Branch): void {
  if (changesOfAllRows || branch.conditions.length > 0) return
  if (method === "PATCH") throw new DataError(400, "21000", "UPDATE requires a WHERE clause")
  if (method === "DELETE") throw new DataError(400, "21000", "DELETE requires a WHERE clause")
}

async function readChange(
  asked: Asked,
  relation: Relation,
  parameters: Parameters,
  branch: Branch,
): Promise<Change> {
  const { request, prefer } = asked
  if (branch.limit !== null || branch.offset > 0) {
    throw request.method === "PUT"
      ? new DataError(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
      : new DataError(400, "PGRST127", "Feature not implemented", {
          details: "Changes have no limit and no offset",
        })
  }
  if (request.method === "DELETE") return { kind: "delete" }
  const type = bodyType(request.headers.get("content-type"))
  const { columns: listed } = parameters
  const body = readRows(await bodyText(request), type, listed !== null)
  const columns = (listed ?? body.names).map((name) => columnNamed(relation, name))
  if (request.method === "PATCH") return { kind: "update", json: body.json, columns }
  const insert = { kind: "insert" as const, json: body.json, columns, defaults: prefer.missing === "default" }
  if (request.method === "PUT") {
    const key = keyOfPut(branch, relation)
    return { ...insert, conflict: { on: relation.key, resolution: "merge", key } }
  }
  const on = parameters.onConflict ?? relation.key
  if (prefer.resolution === null || on.length === 0) return { ...insert, conflict: null }
  const resolution = prefer.resolution === "merge-duplicates" ? "merge" : "ignore"
  return { ...insert, conflict: { on, resolution } }
}

function columnNamed(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (column) return column
  throw new DataError(
    400,
    "PGRST204",
    `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
  )
}

function changeQuery(change: Change, branch: Branch, { prefer, media, context }: Asked, relation: Relation) {
  const statement = new Statement()
  const wantsRows = prefer.return === "representation"
  const wantsKey = prefer.return === "headers-only"
  const returning =
    wantsRows || wantsKey ? returningSql(branch, relation, wantsKey ? relation.key : []) : anyColumn
  const before = {
    name: changed,
    text: changeSql(change, branch, statement, { returning, role: context.claims.role }),
  }
  // The filters have already selected the changed rows; only those of embeds remain.
  const left = { ...branch, conditions: [] }
  const key = wantsKey ? relation.key.map(quote).join(", ") : "1"
  const rows = wantsRows
    ? readSql(left, `${changed} as ${quote(branch.alias)}`, statement, { all: true })
    : `select ${key} from ${changed}`
  const form = wantsRows ? media : wantsKey ? "json" : "none"
  return { text: answerSql({ rows, media: form, counted: null, before }), values: statement.values }
}

function answerChange(asked: Asked, row: AnswerRow, relation: Relation): Response {
  const { request, prefer } = asked
  const { method } = request
  const rows = Number(row.page)
  const total = prefer.count === "exact" || prefer.count === "estimated" ? rows : "*"
  const headers: Record<string, string> = {}
  if (method !== "PUT")
    headers["content-range"] = `${method === "PATCH" && rows > 0 ? `0-${rows - 1}` : "*"}/${total}`
  // Only an upsert counts new rows, and merging no rows creates none.
  const makes = method === "POST" && (rows > 0 || prefer.resolution !== "merge-duplicates")
  const isNew = row.inserted === null ? makes : row.inserted !== "0"
  const isRepresented = prefer.return === "representation"
  if (method === "POST" && prefer.return === "headers-only") {
    const address = rowAddress(row.body, relation)
    if (address) headers.location = address
  }
  const status = method !== "POST" && !isRepresented ? 204 : isNew ? 201 : 200
  return respond(asked, { kind: "change", status, body: isRepresented ? row.body : null, row, headers })
}

/** The URL of the single inserted row. */
function rowAddress(body: string, { name, key }: Relation): string | null {
  const [row, second] = JSON.parse(body) as Record<string, unknown>[]
  if (!row || second || key.length === 0) return null
  const query = key.map((column) => [column, `eq.${row[column]}`])
  return `/${encodeURIComponent(name)}?${new URLSearchParams(query)}`
}
