import { type Context, Hono } from "hono"
import type { Boards } from "#domain/competition/boards/board.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { shownRace } from "#domain/competition/seasons/shown-race.ts"
import { type Winnable, winning } from "#domain/competition/seasons/winning.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { createCardDrawer } from "../share-card/draw.ts"
import { raceCard } from "../share-card/facts.ts"
import type { RaceCard } from "../share-card/race-layout.ts"
import { sideRaceCard } from "../share-card/side-race.ts"
import { answerCard } from "./answer-card.ts"
import { unknownRace } from "./boards/refusals.ts"

/**
 * GET /cards/races/<page>.png: a race with its prize, its deadline and its leaders, 1200 by 630, for link previews. GET
 * /cards/races/<season>/<name>.png: the same of a side race.
 */
export function raceCardEndpoint({ world, boards }: { world: World; boards: Boards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const drawer = createCardDrawer()
  const headers = { "cache-control": "public, max-age=300", "cross-origin-resource-policy": "cross-origin" }
  const send = (c: Context<AppEnv>, card: RaceCard) =>
    answerCard(c, { content: card, headers, draw: () => drawer.drawRace(card) })
  app.get("/cards/races/:file{[^/]+\\.png}", async (c) => {
    const asked = c.req.param("file").replace(/\.png$/, "")
    const race = (await winning(world)).open.find((one) => one.page === asked)
    return race ? send(c, await cardOf(world, boards, race)) : refuse(c, unknownRace(asked))
  })
  app.get("/cards/races/:season/:file{[^/]+\\.png}", async (c) => {
    const address = { season: c.req.param("season"), name: c.req.param("file").replace(/\.png$/, "") }
    const shown = await shownRace(world, boards, { ...address, viewer: null, after: 0, limit: 3 })
    return shown ? send(c, sideRaceCard(shown, world.now())) : refuse(c, unknownRace(address.name))
  })
  return app
}

async function cardOf(world: World, boards: Boards, race: Winnable): Promise<RaceCard> {
  const found = await page(world, boards, { slug: race.board, viewer: null, limit: 50 })
  return raceCard(race, found.ok ? found.page : { total: 0, rows: [] }, competitionDay(world.now()))
}
