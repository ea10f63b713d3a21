import type { Asked } from "./asked.ts"
import type { Relation } from "./catalog.ts"
import { readParameters } from "./grammar/parameters.ts"
import { explain, planAnswer } from "./plan.ts"
import { applyRangeHeader, checkRanges, contentRange, rangeStatus } from "./range.ts"
import { holdToOne, respond } from "./respond.ts"
import type { Query } from "./session.ts"
import { answerSql } from "./sql/answer.ts"
import { countedSql, largestAnswer, readSql, sourceSql } from "./sql/read.ts"
import { Statement } from "./sql/statement.ts"
import { type Branch, plant } from "./tree.ts"

/** Handles GET and HEAD of a table or view. */
export async function readTable(asked: Asked, relation: Relation): Promise<Response> {
  const { catalog, target, aggregates, sessions, context, prefer, media, wish } = asked
  const { schema, name } = target
  const branch = plant(readParameters(target.parameters), { catalog, schema, relation, name, aggregates })
  applyRangeHeader(branch, asked.request)
  checkRanges(branch)
  const main = mainQuery(branch, asked)
  if (wish) {
    const explained = { ...main, text: explain(wish, main.text) }
    return planAnswer(wish, await sessions.explain(context, "read only", explained))
  }
  const isEstimated = prefer.count === "planned" || prefer.count === "estimated"
  const [row, plan] = await sessions.read(context, main, {
    more: isEstimated ? countPlan(branch) : null,
    mayLag: sessions.mayLag(context, relationsIn(branch)),
  })
  const page = Number(row.page)
  holdToOne(media, page)
  const counted = row.total === null ? null : Number(row.total)
  const total = isEstimated ? estimate(counted, plan) : counted
  const range = { offset: branch.offset, page, total }
  return respond(asked, {
    kind: "read",
    status: rangeStatus(range),
    body: row.body,
    row,
    headers: { "content-range": contentRange(range), "content-location": location(target.parameters, name) },
  })
}

function mainQuery(branch: Branch, { prefer, media }: Asked): Query {
  const statement = new Statement()
  const source = sourceSql(branch)
  const rows = readSql(branch, source, statement)
  const most = prefer.count === "estimated" ? ` limit ${largestAnswer + 1}` : ""
  const isCounted = prefer.count === "exact" || prefer.count === "estimated"
  const counted = isCounted ? `${countedSql(branch, source, statement)}${most}` : null
  return { text: answerSql({ rows, media, counted }), values: statement.values }
}

/** The names of all relations that are read. */
function relationsIn({ relation, embeds }: Branch): string[] {
  const own = relation ? [relation.name] : []
  const between = embeds.flatMap(({ relationship }) =>
    relationship.kind === "junction" ? [relationship.junction.name] : [],
  )
  return [...own, ...between, ...embeds.flatMap(relationsIn)]
}

function countPlan(branch: Branch): Query {
  const statement = new Statement()
  const counted = countedSql(branch, sourceSql(branch), statement)
  return { text: `explain (format json) ${counted}`, values: statement.values }
}

/** Exact up to the maximum number of rows, the planner's estimate beyond; for `count=planned` always the estimate. */
function estimate(counted: number | null, [plan = ""]: string[]): number {
  const [{ Plan }] = JSON.parse(plan) as [{ Plan: { "Plan Rows": number } }]
  const planned = Plan["Plan Rows"]
  if (counted === null) return planned
  return counted > largestAnswer ? Math.max(counted, planned) : counted
}

/** The canonical URL of a read, with parameters sorted by name. */
function location(parameters: readonly [string, string][], name: string): string {
  const path = `/${encodeURIComponent(name)}`
  if (parameters.length === 0) return path
  const sorted = new URLSearchParams([...parameters])
  sorted.sort()
  return `${path}?${sorted}`
}
