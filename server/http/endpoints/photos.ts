import { Hono } from "hono"
import { z } from "zod"
import { readPhoto } from "#domain/members/photo.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"

/** GET /photos/<version>/<side>.<avif|webp>: a member's photograph; with `key` also one that waits for an operator. */
export function photosEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/photos/:version/:file{(?:96|256|768)\\.(?:avif|webp)}", async (c) => {
    const { version, file } = c.req.param()
    const key = c.req.query("key") ?? null
    const known = z.uuid().safeParse(version).success
    const found = known && (await readPhoto(world, { version, file, key }))
    if (!found) return notFound(c)
    return c.body(found.bytes, 200, {
      "content-type": found.type,
      // Cached briefly, so that a removed photograph disappears, and never in shared caches.
      "cache-control": found.isShown && key === null ? "private, max-age=600" : "private, no-store",
      "x-robots-tag": "noindex",
    })
  })
  return app
}
