import { type Context, Hono } from "hono"
import { cors } from "hono/cors"
import { z } from "zod"
import { seasonsFeed, seasonsSitemap } from "#content/seasons-feed.ts"
import { readSeries } from "#domain/competition/calendar/series.ts"
import { closedSeasons, seasonResults } from "#domain/competition/seasons/results.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { unknownRace, wrongParameter } from "./boards/refusals.ts"

/** Results rarely change: only after a disqualification, or if a member becomes hidden. */
const keptFor = { "cache-control": "public, max-age=60, stale-while-revalidate=600" }

const parameters = z.object({
  limit: z.coerce
    .number("limit must be a whole number from 1 to 200")
    .int("limit must be a whole number from 1 to 200")
    .min(1, "limit must be a whole number from 1 to 200")
    .max(200, "limit must be a whole number from 1 to 200")
    .default(100),
  after: z.coerce
    .number("after must be the value of next on the previous page")
    .int("after must be the value of next on the previous page")
    .min(0, "after must be the value of next on the previous page")
    .max(2_147_483_647, "after must be the value of next on the previous page")
    .default(0),
})

/**
 * Results of closed seasons for programs and feed readers, as visible to visitors. GET /boards/seasons.json: closed
 * seasons with their winners, newest first. GET /boards/seasons/<season>.json?limit=&after=: the final table. GET
 * /leaderboard/seasons/rss.xml, for one race /leaderboard/<page>/rss.xml, and /leaderboard/seasons/sitemap.xml.
 */
export function seasonsEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use("/boards/seasons/*", cors({ origin: "*", allowMethods: ["GET", "HEAD"], maxAge: 86_400 }))
  app.use("/boards/seasons.json", cors({ origin: "*", allowMethods: ["GET", "HEAD"], maxAge: 86_400 }))
  app.get("/boards/seasons.json", async (c) => c.json({ seasons: await closedSeasons(world) }, 200, keptFor))
  app.get("/boards/seasons/:season{[^/]+\\.json}", (c) => finalTable(c, world))
  app.get("/leaderboard/seasons/rss.xml", async (c) =>
    c.body(seasonsFeed(world.settings.siteUrl, (await closedSeasons(world, 20)).filter(isAwarded)), 200, {
      "content-type": "application/rss+xml; charset=utf-8",
      ...keptFor,
    }),
  )
  app.get("/leaderboard/:page/rss.xml", async (c) => {
    const race = (await readSeries(world.db)).find(({ page }) => page === c.req.param("page"))
    if (!race) return refuse(c, unknownRace(c.req.param("page")))
    const closed = (await closedSeasons(world)).filter(
      (season) => season.series === race.slug && isAwarded(season),
    )
    return c.body(seasonsFeed(world.settings.siteUrl, closed.slice(0, 20), race), 200, {
      "content-type": "application/rss+xml; charset=utf-8",
      ...keptFor,
    })
  })
  app.get("/leaderboard/seasons/sitemap.xml", async (c) => {
    const pages = (await readSeries(world.db)).map(({ page }) => page)
    const closed = await closedSeasons(world, 1000)
    return c.body(seasonsSitemap(world.settings.siteUrl, pages, closed), 200, {
      "content-type": "application/xml; charset=utf-8",
      ...keptFor,
    })
  })
  return app
}

/** Feed readers read an entry only once, so provisional results are left out until they are final. */
function isAwarded({ provisional }: { provisional: boolean }): boolean {
  return !provisional
}

async function finalTable(c: Context<AppEnv>, world: World): Promise<Response> {
  const given = parameters.safeParse(c.req.query())
  if (!given.success) return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
  const slug = (c.req.param("season") ?? "").replace(/\.json$/, "")
  const found = await seasonResults(world, { slug, ...given.data })
  if (found.ok) return c.json(found.results, 200, keptFor)
  return refuse(c, {
    status: 404,
    code: found.code,
    title: "No such season",
    message: `There is no closed season "${slug.slice(0, 60)}". /boards/seasons.json lists them.`,
  })
}
