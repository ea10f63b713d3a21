import { createHash } from "node:crypto"
import type { Context } from "hono"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

/**
 * Answers with a card's picture: 304 if the asker has it already, 503 while too many cards are drawn.
 * @param content everything that the picture shows
 * @param draw returns the PNG; null when there is too much to draw
 */
export async function answerCard(
  c: Context<AppEnv>,
  { content, headers, draw }: { content: object; headers: object; draw(): Promise<Uint8Array | null> },
): Promise<Response> {
  const etag = `"${createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)}"`
  const all = { ...headers, etag }
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, all)
  const png = await draw()
  if (png) return c.body(new Uint8Array(png), 200, { ...all, "content-type": "image/png" })
  return refuse(c, {
    status: 503,
    code: "busy",
    title: "Busy",
    message: "Too many cards are being generated. Try again in a few seconds.",
    headers: { "retry-after": "5" },
  })
}
