import { Hono } from "hono"
import QRCode from "qrcode"
import type { AppEnv } from "../context.ts"

/** GET /join/<invite>/code.svg: the QR code of an invitation, to be scanned from a phone or a poster. */
export function inviteCodeEndpoint(siteUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/join/:invite{[0-9a-f]{12}}/code.svg", async (c) => {
    const address = `${siteUrl}/join/${c.req.param("invite")}`
    const svg = await QRCode.toString(address, { type: "svg", margin: 2 })
    return c.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" })
  })
  return app
}
