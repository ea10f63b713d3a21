import { type Context, Hono } from "hono"
import { momentNames } from "#content/moments.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { momentsNow } from "#domain/competition/seasons/moments-now.ts"
import { closedSeasons, seasonResults } from "#domain/competition/seasons/results.ts"
import { openReview } from "#domain/competition/seasons/shared-review.ts"
import { readPhoto } from "#domain/members/photo.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import type { Card, Format } from "../share-card/card.ts"
import { createCardDrawer } from "../share-card/draw.ts"
import { athleteCard, momentCard, reviewCard, seasonCard } from "../share-card/facts.ts"
import { answerCard } from "./answer-card.ts"

/**
 * Pictures for link previews (1200 by 630) and, with `.tall` before the ending, for stories (1080 by 1920):
 *
 *     GET /cards/athletes/<athlete>.png           a public athlete's place, with the prize of the same race
 *     GET /cards/athletes/<athlete>/<moment>.png  a moment of the athlete while it is true; afterward it redirects
 *                                                 to the card of their place, so that shared links keep working
 *     GET /cards/seasons/<season>.png             the winners of a closed season
 *     GET /cards/season-reviews/<token>.png       the cards of a look back that its member shares by this link
 */
export function shareCardEndpoint({ world, boards }: { world: World; boards: Boards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const drawer = createCardDrawer()

  const answer = async (c: Context<AppEnv>, card: Card | null, format: Format, headers: object = shared) => {
    if (!card)
      return refuse(c, {
        status: 404,
        code: "not_shown",
        title: "Not shown",
        message: "There is no such card, or its contents are not public.",
      })
    return answerCard(c, {
      content: { card, format },
      headers,
      draw: () => drawer.draw(card, format, (version) => photoOf(world, version)),
    })
  }

  app.get("/cards/athletes/:file{[^/]+\\.png}", async (c) => {
    const { name, format } = readFile(c.req.param("file"))
    const found = await momentsNow(world, boards, name)
    return answer(c, found && athleteCard(found.results, found), format)
  })
  app.get("/cards/athletes/:athlete/:file{[^/]+\\.png}", async (c) => {
    const { name, format } = readFile(c.req.param("file"))
    const found = await momentsNow(world, boards, c.req.param("athlete"))
    const moment = found?.moments.find(({ kind }) => kind === name)
    if (found && !moment && Object.hasOwn(momentNames, name)) {
      const file = format === "tall" ? `${found.results.slug}.tall.png` : `${found.results.slug}.png`
      for (const [header, value] of Object.entries(shared)) c.header(header, value)
      return c.redirect(`/cards/athletes/${encodeURIComponent(file)}`, 302)
    }
    if (!found || !moment) return answer(c, null, format)
    const prize = moment.kind === "final" ? await wonIn(world, moment.season.slug, found.results.slug) : null
    return answer(c, momentCard(found.results, moment, { today: found.today, prize }), format)
  })
  app.get("/cards/seasons/:file{[^/]+\\.png}", async (c) => {
    const { name, format } = readFile(c.req.param("file"))
    const found = await seasonResults(world, { slug: name, after: 0, limit: 1 })
    return answer(c, found.ok ? seasonCard(found.results) : null, format)
  })
  app.get("/cards/season-reviews/:file{[^/]+\\.png}", async (c) => {
    const { name, format } = readFile(c.req.param("file"))
    const opened = await openReview(world, name)
    if (!opened.ok && opened.code === "gone")
      return refuse(c, {
        status: 410,
        code: "gone",
        title: "This look back is gone",
        message: "The account was deleted, or what it showed is no longer shown to everybody.",
      })
    return answer(c, opened.ok ? reviewCard(opened) : null, format, byLink)
  })
  return app
}

/** Whoever has the link sees it, until it is ended. */
const byLink = { "cache-control": "private, no-store", "cross-origin-resource-policy": "cross-origin" }
const shared = { "cache-control": "public, max-age=300", "cross-origin-resource-policy": "cross-origin" }

/** "ana.tall.png" -> the tall card of "ana". */
function readFile(file: string): { name: string; format: Format } {
  const [, name = "", tall] = /^(.*?)(\.tall)?\.png$/.exec(file) ?? []
  return { name, format: tall ? "tall" : "wide" }
}

/** The athlete's prize in a closed season. */
async function wonIn(world: World, season: string, athlete: string): Promise<string | null> {
  const found = (await closedSeasons(world)).find(({ slug }) => slug === season)
  return found?.winners.find((winner) => winner.athlete === athlete)?.title ?? null
}

async function photoOf(world: World, version: string): Promise<Uint8Array | null> {
  const found = await readPhoto(world, { version, file: "256.webp", key: null })
  return found ? found.bytes : null
}
