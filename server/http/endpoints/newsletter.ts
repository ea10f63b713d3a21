import { Hono } from "hono"
import { z } from "zod"
import { issuesFeed, issuesSitemap } from "#content/issues-feed.ts"
import { renderedWidths } from "#content/newsletter-pictures.ts"
import { archivedIssues, feedIssues } from "#domain/leads/newsletter/archive.ts"
import { followLink } from "#domain/leads/newsletter/clicks.ts"
import { readPicture } from "#domain/leads/newsletter/pictures.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"

const keptFor = { "cache-control": "public, max-age=60, stale-while-revalidate=600" }

/** Maximum number of entries in the feed and in the sitemap. */
const inFeed = 20
const inSitemap = 5_000

/**
 * The archive of newsletters for programs: GET /newsletter/issues/feed.xml (Atom), GET /newsletter/issues/sitemap.xml; the
 * pictures of issues: GET /newsletter/pictures/<version>/<width>x<height>.<jpg|png>, narrower ones with ?width=; and links that count how often they are
 * followed: GET /newsletter/links/<issue>/<number>/<signature>.
 */
export function newsletterEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { siteUrl } = world.settings
  app.get("/newsletter/issues/feed.xml", async (c) =>
    c.body(issuesFeed(siteUrl, await feedIssues(world.db, inFeed)), 200, {
      "content-type": "application/atom+xml; charset=utf-8",
      ...keptFor,
    }),
  )
  app.get("/newsletter/issues/sitemap.xml", async (c) => {
    const { issues } = await archivedIssues(world.db, { limit: inSitemap })
    return c.body(issuesSitemap(siteUrl, issues), 200, {
      "content-type": "application/xml; charset=utf-8",
      ...keptFor,
    })
  })
  app.get("/newsletter/pictures/:version/:file{\\d+x\\d+\\.(?:jpg|png)}", async (c) => {
    const { version, file } = c.req.param()
    const width = renderedWidths.find((one) => String(one) === c.req.query("width"))
    const found = z.uuid().safeParse(version).success && (await readPicture(world, { version, file, width }))
    if (!found) return notFound(c)
    return c.body(found.bytes, 200, {
      "content-type": found.type,
      // The content of a URL never changes. Mail programs on other sites show these pictures.
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    })
  })
  app.get("/newsletter/links/:issue{\\d{1,15}}/:number{\\d{1,4}}/:signature{[0-9a-f]{32}}", async (c) => {
    const { issue, number, signature } = c.req.param()
    const prefetched = /prefetch/i.test(
      `${c.req.header("sec-purpose") ?? ""}${c.req.header("purpose") ?? ""}`,
    )
    const to = await followLink(world, {
      issueId: Number(issue),
      number: Number(number),
      given: signature,
      counts: c.req.method === "GET" && !prefetched,
    })
    if (to === null) return notFound(c)
    return c.body(null, 302, {
      location: to,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    })
  })
  return app
}
