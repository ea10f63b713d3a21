import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { AppEnv } from "../context.ts"

/** An error of the interface (RFC 9457). `code` is what programs compare, `detail` is for people. */
const problemShape = z
  .object({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().openapi({ example: "unknown_board" }),
    requestId: z.string().optional(),
    first: z
      .string()
      .optional()
      .openapi({ description: "With `board_moved`: the address of the first page." }),
  })
  .openapi("Problem")

interface Problem {
  status: ContentfulStatusCode
  code: string
  title: string
  message: string
  headers?: Record<string, string>
  /** Additional fields. */
  more?: Record<string, unknown>
}

/** A refusal as application/problem+json. */
export function problem(
  c: Context<AppEnv>,
  { status, code, title, message, headers, more }: Problem,
): Response {
  const body = {
    type: "about:blank",
    title,
    status,
    detail: message,
    code,
    requestId: c.var.requestId,
    ...more,
  }
  return c.body(JSON.stringify(body), status, {
    "content-type": "application/problem+json; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
  })
}

/** The responses of a route besides its success, for its description. */
export function problems(...statuses: readonly number[]) {
  const content = { "application/problem+json": { schema: problemShape } }
  return Object.fromEntries(
    [...statuses, 429, 503].map((status) => [
      status,
      { description: meanings[status] ?? "Refused", content },
    ]),
  )
}

const meanings: Readonly<Record<number, string>> = {
  400: "A parameter is not understood",
  401: "The token is missing, was deleted or has expired",
  403: "The token does not have the scope, or its owner may not see this",
  404: "There is no such thing, or it is not shown",
  409: "Not possible at the moment",
  410: "The table changed since the cursor was given; begin again with the first page",
  413: "The file is too large",
  415: "The body is not a file",
  422: "The key was used with another file",
  429: "Too many requests; try again after Retry-After seconds",
  503: "The database is away; try again after Retry-After seconds",
}
