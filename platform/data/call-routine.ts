import type { Asked } from "./asked.ts"
import { type BodyType, bodyBytes, bodyText, bodyType, isObject, parseJson } from "./body.ts"
import { named, type Routine } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { findRoutine } from "./find-routine.ts"
import { argumentsIn, readParameters } from "./grammar/parameters.ts"
import { explain, planAnswer } from "./plan.ts"
import { applyRangeHeader, checkRanges, contentRange, rangeStatus } from "./range.ts"
import { isRead } from "./request.ts"
import { holdToMaxAffected, holdToOne, isDecidedByStatement, respond } from "./respond.ts"
import type { Query } from "./session.ts"
import { type AnswerRow, answerSql } from "./sql/answer.ts"
import { type CallArguments, callSql, computedSql, givenValues } from "./sql/call.ts"
import { countedSql, readSql } from "./sql/read.ts"
import { quote, Statement } from "./sql/statement.ts"
import { type Branch, plant } from "./tree.ts"

interface Call {
  routine: Routine
  given: CallArguments
  /** The part of the query that is not an argument. */
  rest: [string, string][]
}

/** The column that holds the values of a function that returns no rows. */
const scalar = "pgrst_scalar"
const source = "pgrst_source"

/** Handles GET, HEAD and POST of a function. */
export async function callRoutine(asked: Asked): Promise<Response> {
  const { catalog, target, aggregates, sessions, context, prefer, wish, request } = asked
  const { routine, given, rest } = await readCall(asked)
  const { schema, name } = target
  const relation = catalog.relations.get(routine.row ?? "") ?? null
  const branch = plant(readParameters(rest), { catalog, schema, relation, name, aggregates })
  applyRangeHeader(branch, request)
  checkRanges(branch)
  if (prefer.handling === "strict" && prefer.maxAffected !== null && !routine.set) {
    throw new DataError(
      400,
      "PGRST128",
      "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
    )
  }
  const computed = asked.computed[named(schema, name)]
  const rows = (await computed?.rows(givenValues(given), context.claims)) ?? null
  const main = callQuery(branch, routine, asked, (statement) => {
    const call = callSql(routine, given, branch.alias, statement)
    return computed && rows ? computedSql(call, branch.alias, { ...computed, rows }, statement) : call
  })
  const mode = isRead(request) ? "read only" : "read write"
  if (wish) {
    const explained = { ...main, text: explain(wish, main.text) }
    return planAnswer(wish, await sessions.explain(context, mode, explained))
  }
  if (isDecidedByStatement(asked))
    return answerCall(asked, branch, routine, await sessions.change(context, mode, main))
  const row = await sessions.transact(context, mode, main, (row) => {
    holdToMaxAffected(asked, Number(row.page))
    holdToOne(asked.media, Number(row.page))
    return prefer.tx !== "rollback"
  })
  return answerCall(asked, branch, routine, row)
}

function answerCall(asked: Asked, branch: Branch, routine: Routine, row: AnswerRow): Response {
  const total = row.total === null ? null : Number(row.total)
  const range = { offset: branch.offset, page: Number(row.page), total }
  const isVoid = routine.returns === "void"
  return respond(asked, {
    kind: "call",
    status: isVoid ? 204 : rangeStatus(range),
    body: isVoid ? null : row.body,
    row,
    headers: { "content-range": contentRange(range) },
  })
}

async function readCall({ request, catalog, target }: Asked): Promise<Call> {
  const { schema, name, parameters } = target
  const find = (given: readonly string[], wholeBody: readonly string[]) =>
    findRoutine({ catalog, schema, name, given: new Set(given), wholeBody })
  if (isRead(request)) {
    const routines = catalog.routines.get(named(schema, name)) ?? []
    const names = new Set(routines.flatMap(({ args }) => args.map((argument) => argument.name)))
    const pairs = argumentsIn(parameters, names)
    const { routine } = find(
      pairs.map(([key]) => key),
      [],
    )
    return {
      routine,
      given: { kind: "texts", pairs },
      rest: parameters.filter((pair) => !pairs.includes(pair)),
    }
  }
  const type = bodyType(request.headers.get("content-type"))
  if (type === null) throw notAcceptable()
  const text = type === "bytes" ? await bodyBytes(request) : await bodyText(request)
  const whole = wholeBodyTypes[type]
  if (type === "form") {
    const pairs = [...new URLSearchParams(text)]
    return {
      routine: find(
        pairs.map(([key]) => key),
        [],
      ).routine,
      given: { kind: "texts", pairs },
      rest: parameters,
    }
  }
  if (type !== "json") {
    const { routine, takesBody } = find([], whole)
    if (!takesBody) throw notAcceptable()
    return { routine, given: { kind: "body", text }, rest: parameters }
  }
  const value = text === "" ? {} : parseJson(text)
  const columns = readParameters(parameters).columns
  const names = columns ?? (isObject(value) ? Object.keys(value) : [])
  const { routine, takesBody } = find(names, whole)
  if (takesBody) return { routine, given: { kind: "body", text: text || "{}" }, rest: parameters }
  if (!isObject(value)) throw new DataError(400, "PGRST102", "The arguments must be a JSON object")
  return { routine, given: { kind: "json", json: text || "{}", names: new Set(names) }, rest: parameters }
}

function notAcceptable(): DataError {
  return new DataError(400, "PGRST102", "Content-Type not acceptable: arguments must be JSON or a form")
}

/** The types with which a single unnamed argument accepts such a body. */
const wholeBodyTypes: Record<BodyType, readonly string[]> = {
  json: ["json", "jsonb"],
  text: ["text"],
  xml: ["xml"],
  bytes: ["bytea"],
  csv: [],
  form: [],
}

function callQuery(
  branch: Branch,
  routine: Routine,
  asked: Asked,
  place: (statement: Statement) => string,
): Query {
  const statement = new Statement()
  const alias = quote(branch.alias)
  const call = place(statement)
  const { count } = asked.prefer
  const isCounted = count === "exact" || count === "estimated"
  const isRows = routine.returns === "composite"
  const inner = isRows ? `select ${alias}.* from ${call}` : `select ${alias} as ${scalar} from ${call}`
  // Counting must not call the function again.
  const from = isCounted ? `${source} as ${alias}` : isRows ? call : `(${inner}) as ${alias}`
  const text = answerSql({
    rows: readSql(branch, from, statement),
    media: asked.media,
    counted: isCounted ? countedSql(branch, from, statement) : null,
    ...(isCounted && { before: { name: source, text: inner } }),
    ...(!isRows && { scalar: { column: scalar, set: routine.set } }),
    isObject: isRows && !routine.set,
  })
  return { text, values: statement.values }
}
