import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import type { AppEnv } from "../context.ts"
import { problem } from "./problem.ts"

/** How many rows, and where they begin: a cursor is the place in one revision of a table. */
export const paging = {
  limit: z.coerce
    .number("limit must be a whole number from 1 to 200")
    .int("limit must be a whole number from 1 to 200")
    .min(1, "limit must be a whole number from 1 to 200")
    .max(200, "limit must be a whole number from 1 to 200")
    .default(50)
    .openapi({ type: "integer", minimum: 1, maximum: 200, default: 50 }),
  cursor: z
    .string()
    .regex(/^[\w-]{1,24}~[\w.-]{1,40}$/, "cursor must be the value of next on the previous page")
    .optional()
    .openapi({ description: "`next` of the previous page." }),
}

/** The names of `paging` in a query, for answers that are kept. */
export const pagingNames = ["limit", "cursor"] as const

/** The cursor behind the rows of a page; null on the last one. */
export function cursorOf(revision: string, after: string | number | null): string | null {
  return after === null ? null : `${revision}~${after}`
}

/** Where a page begins: null for the first, "moved" when the table has changed since the cursor was given. */
export function readCursor(cursor: string | undefined, revision: string): { after: string | null } | "moved" {
  if (cursor === undefined) return { after: null }
  const [of, after = ""] = cursor.split("~")
  return of === revision ? { after } : "moved"
}

/** The line after which a page begins, of a table whose cursors are lines; null for a cursor of another table. */
export function lineIn(cursor: string | undefined): number | null {
  const line = cursor?.split("~")[1] ?? "0"
  return /^\d{1,9}$/.test(line) ? Number(line) : null
}

/** 410 with the address of the first page: places have changed, so rows would be missing or appear twice. */
export function boardMoved(c: Context<AppEnv>): Response {
  const limit = c.req.query("limit")
  const first = `${c.req.path}${limit === undefined ? "" : `?limit=${encodeURIComponent(limit)}`}`
  return problem(c, {
    status: 410,
    code: "board_moved",
    title: "The table has changed",
    message: "Places have changed since this cursor was given. Begin again with the first page.",
    more: { first },
  })
}
