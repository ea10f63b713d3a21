import { createHash } from "node:crypto"
import { type Context, Hono } from "hono"
import { countOf, grouped } from "#content/amounts.ts"
import { longDay } from "#content/dates.ts"
import { valueInWords } from "#content/value-in-words.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { competitionDay } from "#domain/competition/boards/period.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { firstLines, type ShownRace, shownRace } from "#domain/competition/races/shown.ts"
import { type Winnable, winning } from "#domain/competition/seasons/winning.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { createCardDrawer } from "../share-card/draw.ts"
import type { RaceCard } from "../share-card/race-layout.ts"
import { unknownRace } from "./boards/refusals.ts"

/**
 * GET /cards/races/<page>.png: a race with its prize, its deadline and its leaders, 1200 by 630, for link previews. GET
 * /cards/races/<season>/<name>.png: the same of a side race.
 */
export function raceCardEndpoint({ world, boards }: { world: World; boards: Boards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const drawer = createCardDrawer()
  const send = async (c: Context<AppEnv>, card: RaceCard) => {
    const etag = `"${createHash("sha256").update(JSON.stringify(card)).digest("base64url").slice(0, 22)}"`
    const headers = {
      etag,
      "cache-control": "public, max-age=300",
      "cross-origin-resource-policy": "cross-origin",
    }
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers)
    const png = await drawer.drawRace(card)
    if (png) return c.body(new Uint8Array(png), 200, { ...headers, "content-type": "image/png" })
    return refuse(c, {
      status: 503,
      code: "busy",
      title: "Busy",
      message: "Too many cards are being generated. Try again in a few seconds.",
      headers: { "retry-after": "5" },
    })
  }
  app.get("/cards/races/:file{[^/]+\\.png}", async (c) => {
    const asked = c.req.param("file").replace(/\.png$/, "")
    const race = (await winning(world)).open.find((one) => one.page === asked)
    return race ? send(c, await cardOf(world, boards, race)) : refuse(c, unknownRace(asked))
  })
  app.get("/cards/races/:season/:file{[^/]+\\.png}", async (c) => {
    const address = { season: c.req.param("season"), name: c.req.param("file").replace(/\.png$/, "") }
    const shown = await shownRace(world, boards.raceTables, { ...address, viewer: null, after: 0, limit: 3 })
    return shown ? send(c, sideRaceCard(shown, world.now())) : refuse(c, unknownRace(address.name))
  })
  return app
}

async function cardOf(world: World, boards: Boards, race: Winnable): Promise<RaceCard> {
  const found = await page(world, boards, { slug: race.board, viewer: null, limit: 50 })
  const rows = found.ok ? found.page.rows.slice(0, 3) : []
  const today = competitionDay(world.now())
  return {
    race: race.name,
    span: `${longDay(race.from)} to ${longDay(race.to)}`,
    prize: race.prizes[0]?.title ?? null,
    ends: race.to === today ? "Ends today" : `Ends ${longDay(race.to)}`,
    heading:
      found.ok && rows.length > 0
        ? `In the lead of ${countOf(found.page.total, "athlete")}`
        : "No points yet. Be the first.",
    leaders: rows.map(({ rank, name, points, sample, credits }) => ({
      ...{ rank, name, sample, credits },
      value: points === null ? null : grouped(points),
    })),
  }
}

/** The card of a side race, from what its page shows to visitors. */
export function sideRaceCard(shown: ShownRace, now: Date): RaceCard {
  const { race } = shown
  const inWords = (value: number) =>
    race.metric === "points" ? grouped(value) : valueInWords(race.metric, value)
  const lines = firstLines(shown, 3)
  return {
    race: race.title,
    span: `${longDay(race.from)} to ${longDay(race.to)}`,
    prize: race.prize,
    ends: now < race.closesAt ? `Ends ${longDay(race.to)}` : `Ended ${longDay(race.to)}`,
    heading: headingOf(shown, { final: race.closedAt !== null }),
    leaders: lines.map(({ place: rank, name, value, sample, credits }) => ({
      ...{ rank, name, sample, credits },
      value: value === null ? null : inWords(value),
    })),
  }
}

function headingOf(shown: ShownRace, { final }: { final: boolean }): string {
  const first = final ? "The first of" : "In the lead of"
  if (shown.kind === "goal") {
    const { metric } = shown.race
    const sum = shown.sum === null ? "So far" : valueInWords(metric, shown.sum)
    return `${sum} of ${valueInWords(metric, shown.target)}, from ${countOf(shown.givers, "athlete")}`
  }
  if (shown.rows.length === 0) return final ? "Nobody has a place." : "It begins with the first activity."
  return `${first} ${shown.kind === "teams" ? countOf(shown.rows.length, "team") : countOf(shown.total, "athlete")}`
}
