import { createMiddleware } from "hono/factory"
import { limitExceeded } from "#primitives/body-limit.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"]

/**
 * Passes only requests on to the pages that their actions can parse: GET, HEAD, and a POST of a form. Other methods get
 * 405, a POST of another media type 415, and a form that cannot be parsed or contains NUL 400. The body is read here,
 * within the limit of server/http/guard/body-limit.ts, and passed on whole.
 */
export function formPostsOnly() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { method, raw: request } = c.req
    if (method === "GET" || method === "HEAD") return next()
    if (method !== "POST")
      return refuse(c, {
        status: 405,
        code: "method_not_allowed",
        title: "This cannot be done here",
        message: "Pages can be read with GET, and their forms are sent with POST.",
        headers: { allow: "GET, HEAD, POST" },
      })
    const type = request.headers.get("content-type") ?? ""
    if (!formTypes.includes((type.split(";")[0] ?? "").trim().toLowerCase()))
      return refuse(c, {
        status: 415,
        code: "unsupported_media_type",
        title: "This is not a form",
        message: `Pages take forms: send ${formTypes.join(" or ")}.`,
        headers: { accept: formTypes.join(", ") },
      })
    const body = await readForm(request, type)
    if (!body)
      return refuse(c, {
        status: 400,
        code: "unreadable_form",
        title: "This form cannot be read",
        message: "The form arrived incomplete or has characters we cannot accept. Please send it again.",
      })
    c.req.raw = new Request(request, { body })
    return next()
  })
}

/** The bytes of a form that can be parsed, or null. Throws if the body exceeds its limit. */
async function readForm(request: Request, type: string): Promise<ArrayBuffer | null> {
  try {
    const bytes = await request.arrayBuffer()
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData()
    const texts = [...form].flat().filter((part) => typeof part === "string")
    return texts.some((text) => text.includes("\0")) ? null : bytes
  } catch (error) {
    if (limitExceeded(error) !== null) throw error
    return null
  }
}
