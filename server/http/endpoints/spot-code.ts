import { Hono } from "hono"
import QRCode from "qrcode"
import { consoleLink } from "#domain/console-link.ts"
import { findSpot } from "#domain/events/spot.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"

/**
 * GET /events/spot/<token>/code.png: the QR code for check-in. It opens the spot in the console on an operator's phone,
 * and leads nowhere for everybody else. It is a file, because mail programs show no embedded images.
 */
export function spotCodeEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/events/spot/:token/code.png", async (c) => {
    const token = c.req.param("token")
    const row = await findSpot(world.db, token)
    if (!row) return notFound(c)
    const png = await QRCode.toBuffer(consoleLink(world.settings.siteUrl, `/events/check-in/${token}`), {
      width: 360,
      margin: 2,
    })
    return c.body(new Uint8Array(png), 200, {
      "content-type": "image/png",
      "cache-control": "private, max-age=86400",
    })
  })
  return app
}
