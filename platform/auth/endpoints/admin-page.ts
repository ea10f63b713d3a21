import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"

const number = (fallback: number, most: number) =>
  z.preprocess(
    (given) => given || String(fallback),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(most)),
  )

const shape = z.object({ page: number(1, 1_000_000), per_page: number(50, 1_000) })

interface Page {
  page: number
  perPage: number
  offset: number
}

/** `page` starts at 1; `per_page` defaults to 50, maximum 1000. Throws 400. */
export function readPage(c: Context): Page {
  const given = shape.safeParse({ page: c.req.query("page"), per_page: c.req.query("per_page") })
  if (!given.success)
    throw new Refusal(
      400,
      "validation_failed",
      "Bad Pagination Parameters: page and per_page are whole numbers from 1",
    )
  const { page, per_page: perPage } = given.data
  return { page, perPage, offset: (page - 1) * perPage }
}

/** X-Total-Count, and Link with the next and last page (RFC 8288), in the form the client parses. */
export function addPageHeaders(
  auth: Auth,
  c: Context,
  path: string,
  { page, perPage }: Page,
  total: number,
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (target: number, rel: string) =>
    `<${auth.issuer}${path}?page=${target}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")]
  c.header("X-Total-Count", String(total))
  c.header("Link", links.join(", "))
}
