import { type Context, Hono } from "hono"
import QRCode from "qrcode"
import type { AppEnv } from "../context.ts"

/**
 * GET /join/<invite>/code.svg: the QR code of a member's invitation, to be scanned from a phone or a poster; /join/code.svg is
 * the site's own, which names nobody.
 */
export function inviteCodeEndpoint(siteUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const answer = async (c: Context<AppEnv>, address: string) => {
    const svg = await QRCode.toString(siteUrl + address, { type: "svg", margin: 2 })
    return c.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" })
  }
  app.get("/join/code.svg", (c) => answer(c, "/join"))
  app.get("/join/:invite{[0-9a-f]{12}}/code.svg", (c) => answer(c, `/join/${c.req.param("invite")}`))
  return app
}
