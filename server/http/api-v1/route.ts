import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import type { ApiScope } from "#content/api.ts"
import type { LivePage } from "#domain/shown.ts"
import type { AppEnv } from "../context.ts"
import { needs } from "./caller.ts"
import { problems } from "./problem.ts"

/** The application of the interface, with the routes that are kept like pages. */
export interface ApiApp {
  hono: OpenAPIHono<AppEnv>
  /** By path pattern, as `endpointAnswers` takes them. */
  kept: (readonly [path: string, answer: LivePage])[]
}

/** One address that is read. */
interface ReadRoute<Params extends z.ZodRawShape, Query extends z.ZodRawShape, Answer extends z.ZodType> {
  /** "/boards/{board}" */
  path: string
  summary: string
  description?: string
  /** What a token must have; without it anybody may ask. */
  scope?: ApiScope
  params?: Params
  query?: Query
  answer: Answer
  /** Statuses of its refusals, besides those that any request can get. */
  refusals?: readonly number[]
  /** What the answer to a visitor shows, when it is kept in memory until that changes. */
  shows?: LivePage
  /** The answer's value, or a refusal. What the shape of the answer does not list is left out. */
  handle(
    c: Context<AppEnv>,
    input: { params: z.output<z.ZodObject<Params>>; query: z.output<z.ZodObject<Query>> },
  ): Promise<z.input<Answer> | Response>
}

const base = "/api/v1"

/** How long an answer for visitors may be reused, in seconds: shorter than anybody waits for a place to change. */
const forVisitors = "public, max-age=1, stale-while-revalidate=5"

/** Adds an address to the application and to its description. Query parameters that it does not know are refused. */
export function read<Params extends z.ZodRawShape, Query extends z.ZodRawShape, Answer extends z.ZodType>(
  { hono, kept }: ApiApp,
  one: ReadRoute<Params, Query, Answer>,
): void {
  const params = z.object(one.params ?? ({} as Params))
  const query = z.strictObject(one.query ?? ({} as Query))
  const route = createRoute({
    method: "get",
    path: `${base}${one.path}`,
    summary: one.summary,
    ...(one.description === undefined ? {} : { description: one.description }),
    ...(one.scope === undefined
      ? {}
      : { security: [{ token: [one.scope] }], middleware: [needs(one.scope)] as const }),
    request: { params, query },
    responses: {
      200: { description: "Success", content: { "application/json": { schema: one.answer } } },
      ...problems(400, ...(one.scope === undefined ? [401] : [401, 403]), ...(one.refusals ?? [])),
    },
  })
  const handler = async (c: Context<AppEnv>) => {
    // Validated by the route (`request`).
    const input = { params: params.parse(c.req.param()), query: query.parse(c.req.query()) }
    const value = await one.handle(c, input)
    if (value instanceof Response) return value
    if (!c.var.caller) c.header("cache-control", forVisitors)
    c.header("vary", "authorization")
    return c.json(one.answer.parse(value) as object, 200)
  }
  // The types of a route do not know that its handler may refuse with any Response.
  hono.openapi(route, handler as never)
  if (one.shows) kept.push([`${base}${one.path.replaceAll(/\{(\w+)\}/g, ":$1")}`, one.shows])
}
