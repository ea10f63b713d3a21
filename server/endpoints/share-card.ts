import { createHash } from "node:crypto"
import { Hono } from "hono"
import { type AthleteResults, athleteResults } from "#domain/competition/boards/athlete-results.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { competitionDay } from "#domain/competition/boards/period.ts"
import { type Winnable, winning } from "#domain/competition/seasons/winning.ts"
import { readPhoto } from "#domain/members/photo.ts"
import type { World } from "#domain/world.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import type { AppEnv } from "../context.ts"
import { dayInWords } from "../day-in-words.ts"
import { refuse } from "../errors.ts"
import { createCardDrawer } from "../share-card/draw.ts"
import type { Card } from "../share-card/layout.ts"

/** GET /cards/athletes/<athlete>.png: a public athlete's place, 1200 by 630, for link previews. */
export function shareCardEndpoint({ world, boards }: { world: World; boards: Boards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const drawer = createCardDrawer()
  app.get("/cards/athletes/:file{[^/]+\\.png}", async (c) => {
    const athlete = c.req.param("file").replace(/\.png$/, "")
    const today = competitionDay(world.now())
    const [found, { open }] = await Promise.all([
      athleteResults(world, boards, { athlete, today }),
      winning(world),
    ])
    if (!found.ok) {
      return refuse(c, {
        status: 404,
        code: found.code,
        title: "Not shown",
        message: "There is no such athlete, or they are not shown publicly.",
      })
    }
    const card = cardOf(found.results, open[0], today)
    const etag = `"${createHash("sha256").update(JSON.stringify(card)).digest("base64url").slice(0, 22)}"`
    const headers = {
      etag,
      "cache-control": "public, max-age=300",
      "cross-origin-resource-policy": "cross-origin",
    }
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers)
    const png = await drawer.draw(card, () => photoOf(world, card.photo))
    if (png) return c.body(new Uint8Array(png), 200, { ...headers, "content-type": "image/png" })
    return refuse(c, {
      status: 503,
      code: "busy",
      title: "Busy",
      message: "Too many cards are being generated. Try again in a few seconds.",
      headers: { "retry-after": "5" },
    })
  })
  return app
}

async function photoOf(world: World, version: string | null): Promise<Uint8Array | null> {
  const found = version && (await readPhoto(world, { version, file: "256.webp", key: null }))
  return found ? found.bytes : null
}

function cardOf(results: AthleteResults, season: Winnable | undefined, today: Day): Card {
  const [place] = results.places
  const prize = season?.prizes[0]
  const first = addDays(today, -13)
  const shown = results.days.filter(({ on }) => on >= first)
  const points = new Map(results.days.map((day) => [day.on, day.points ?? 0]))
  return {
    name: results.name,
    demo: results.demo,
    photo: results.photo,
    prize: prize && season ? { title: prize.title, closes: dayInWords(season.to) } : null,
    credits: [...new Set([...(place?.credits ?? []), ...shown.flatMap(({ credits }) => credits)])].sort(),
    days: Array.from({ length: 14 }, (_, n) => points.get(addDays(today, n - 13)) ?? 0),
    place: place
      ? {
          board: place.name,
          rank: `#${place.rank.toLocaleString("en-US")}`,
          total: place.total,
          points: place.points,
          activeDays: place.activeDays,
        }
      : null,
  }
}
