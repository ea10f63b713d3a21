import { Hono } from "hono"
import { html, raw } from "hono/html"
import { countOf } from "#content/amounts.ts"
import { longDay } from "#content/dates.ts"
import { raceFeed } from "#content/races-feed.ts"
import { site } from "#content/site.ts"
import { valueInWords } from "#content/value-in-words.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { finalSeasons, findRace } from "#domain/competition/races/race.ts"
import {
  firstLines,
  type RaceLine,
  type ShownRace,
  shownRace,
} from "#domain/competition/seasons/shown-race.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { documentHeaders } from "../guard/security-headers.ts"
import { embedStyle } from "./boards/embed-style.ts"
import { unknownRace } from "./boards/refusals.ts"

/** Rows in a frame, and results in a feed. */
const most = { rows: 10, results: 20, lines: 3 }

/**
 * A side race on other sites, as its page shows it to visitors. GET /embed/races/<season>/<name>: its first rows in a frame, read again
 * every minute, without a script. GET /leaderboard/races/<season>/<name>/rss.xml: its results, season by season.
 */
export function sideRacesElsewhere({ world, boards }: { world: World; boards: Boards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const show = (season: string, name: string, limit: number) =>
    shownRace(world, boards, { season, name, viewer: null, after: 0, limit })
  app.get("/embed/races/:season/:name", async (c) => {
    const { season, name } = c.req.param()
    const shown = await show(season, name, most.rows)
    if (!shown) return refuse(c, unknownRace(name))
    return c.html(frameOf(shown, world.settings.siteUrl), 200, {
      ...documentHeaders({ scriptHashes: [], https: c.var.https, frameAncestors: "any" }),
      "cache-control": "public, max-age=5",
    })
  })
  app.get("/leaderboard/races/:season/:name/rss.xml", async (c) => {
    const { season, name } = c.req.param()
    const race = await findRace(world.db, { season, name })
    if (!race) return refuse(c, unknownRace(name))
    const seasons = await finalSeasons(world.db, race, most.results)
    const shown = await Promise.all(seasons.map((one) => show(one, name, most.lines)))
    const results = shown.flatMap((one) =>
      one?.race.closedAt
        ? [{ ...one.race, closedAt: one.race.closedAt, lines: firstLines(one, most.lines) }]
        : [],
    )
    return c.body(raceFeed(world.settings.siteUrl, race, results), 200, {
      "content-type": "application/rss+xml; charset=utf-8",
      "cache-control": "public, max-age=60, stale-while-revalidate=600",
    })
  })
  return app
}

function frameOf(shown: ShownRace, home: string) {
  const { race } = shown
  const address = `${home}/leaderboard/races/${race.season}/${race.name}`
  const lines = firstLines(shown, most.rows)
  return html`<!doctype html>
<html lang="en" data-theme="auto"><head><meta charset="utf-8"><meta http-equiv="refresh" content="60">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${race.title} · ${site.name}</title><style>${raw(embedStyle)}</style></head>
<body><main><header><a class="mark" href="${home}" target="_blank" rel="noopener">${site.name}</a><h1>${race.title}</h1>
<p>${longDay(race.from)} to ${longDay(race.to)}</p></header>
${shown.kind === "goal" ? html`<p class="note">${goalOf(shown)}</p>` : tableOf(race.metric, lines)}
<footer><a href="${address}" target="_blank" rel="noopener">See the whole race on ${site.name}</a></footer></main></body></html>`
}

function goalOf({ race, sum, target, givers }: Extract<ShownRace, { kind: "goal" }>): string {
  const told = sum === null ? "The sum is not shown yet" : valueInWords(race.metric, sum)
  return `${told}, of ${valueInWords(race.metric, target)}. ${countOf(givers, "athlete")} so far.`
}

function tableOf(metric: ShownRace["race"]["metric"], lines: readonly RaceLine[]) {
  if (lines.length === 0) return html`<p class="empty">Nobody has a place yet.</p>`
  return html`<table><thead><tr><th scope="col">Rank<th scope="col">Name<th scope="col">Value</tr></thead>
<tbody>${lines.map((line) => lineOf(metric, line))}</tbody></table>`
}

function lineOf(metric: ShownRace["race"]["metric"], { place, name, value, sample, credits }: RaceLine) {
  const shown = name
    ? html`${name}${sample ? html` <small>sample</small>` : ""}`
    : html`<i>Private athlete</i>`
  return html`<tr><td>${place ?? "–"}</td><td>${shown}${credits.length > 0 ? html` <small class="credit">Data: ${credits.join(", ")}</small>` : ""}</td><td>${value === null ? "–" : valueInWords(metric, value)}</td></tr>`
}
