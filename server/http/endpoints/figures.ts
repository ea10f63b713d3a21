import { Hono } from "hono"
import { figurePicture } from "#content/figures/draw-figure.ts"
import type { AppEnv } from "../context.ts"

/** GET /faces/<athlete>/<figure>.svg: a drawn figure, determined by its URL alone; "-" for no particular athlete. */
export function figuresEndpoint(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/faces/:athlete{[a-z0-9-]{1,80}}/:figure{[a-z0-9.]{1,40}\\.svg}", (c) => {
    const { athlete, figure } = c.req.param()
    const svg = figurePicture(figure.slice(0, -4), athlete === "-" ? null : athlete)
    return c.body(svg, 200, {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400",
      "cross-origin-resource-policy": "cross-origin",
    })
  })
  return app
}
