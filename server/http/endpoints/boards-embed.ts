import { Hono } from "hono"
import { html, raw } from "hono/html"
import { z } from "zod"
import { noPrize } from "#content/competitions.ts"
import { longDay } from "#content/dates.ts"
import { site, zoneCity } from "#content/site.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { type Winnable, winning } from "#domain/competition/seasons/winning.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { documentHeaders } from "../guard/security-headers.ts"
import type { InlineScript } from "../pages/contract.ts"
import { embedStyle } from "./boards/embed-style.ts"
import { faceAddress } from "./boards/face-address.ts"
import { unknownBoard, wrongParameter } from "./boards/refusals.ts"

const parameters = z.object({
  limit: z.coerce
    .number("limit must be a whole number from 1 to 50")
    .int("limit must be a whole number from 1 to 50")
    .min(1, "limit must be a whole number from 1 to 50")
    .max(50, "limit must be a whole number from 1 to 50")
    .default(10),
  theme: z.enum(["auto", "light", "dark"], "theme must be auto, light or dark").default("auto"),
})

interface BoardsEmbedOptions {
  world: World
  boards: Boards
  /** The build output of app/boot/embed-board.ts. */
  script(): Promise<InlineScript>
}

/**
 * GET /embed/boards/<slug>?limit=&theme=: a board for an iframe on another site. A standalone page without the site's
 * scripts; its own script of five kilobytes keeps the board current. It is the only page that other sites may frame.
 * The script is allowed by hash, so the page is identical for everyone and can be cached.
 */
export function boardsEmbedEndpoint({ world, boards, script }: BoardsEmbedOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/embed/boards/:slug", async (c) => {
    const slug = c.req.param("slug")
    const given = parameters.safeParse(c.req.query())
    if (!given.success)
      return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
    const { limit, theme } = given.data
    const found = await page(world, boards, { slug, viewer: null, limit })
    if (!found.ok) return refuse(c, await unknownBoard(world, slug))
    const { board, rows, total } = found.page
    const [demo, { open }] = await Promise.all([hasDemoAthletes(world.db), winning(world)])
    const content = boards.find(slug, world.now())
    // The prize of the board's own season. A rolling board has none, and neither does a past season.
    const season = open.find(({ series, from }) => series === content?.series && from === content?.from)
    const { code, hash } = await script()
    const home = world.settings.siteUrl
    const body = html`<!doctype html>
<html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${board.name} · ${site.name}</title><style>${raw(embedStyle)}</style></head>
<body data-board="${slug}" data-limit="${limit}" data-home="${home}">
<main><header><a class="mark" href="${home}" target="_blank" rel="noopener">${site.name}</a><h1>${board.name}</h1><p><span id="live">${demo ? "Demo data" : "Standings"}</span>
<span id="total">${total.toLocaleString("en-US")}</span> ${total === 1 ? "athlete" : "athletes"}</p></header>
${season ? prizeOf(season) : ""}${content?.series ? "" : html`<p class="note">${noPrize}</p>`}
<table><thead><tr><th scope="col">Rank<th scope="col">Athlete<th scope="col">Days<th scope="col">Points</tr></thead>
<tbody id="rows">${rows.map((row) => lineOf(row, home))}</tbody></table>
${total === 0 ? html`<p class="empty">No points yet.</p>` : ""}
<footer><a href="${home}/leaderboard${season ? `/${season.page}` : ""}" target="_blank" rel="noopener">See the whole board on ${site.name}</a></footer></main>
<script>${raw(code)}</script></body></html>`
    return c.html(body, 200, {
      ...documentHeaders({ scriptHashes: [hash], https: c.var.https, frameAncestors: "any" }),
      "cache-control": "public, max-age=5",
    })
  })
  return app
}

function prizeOf({ prizes, closesAt, to, shippingCents }: Winnable) {
  const [first] = prizes
  if (!first) return ""
  return html`<aside><b>${first.title}</b> <span>for 1st place.${shippingCents > 0 ? " Winners pay only shipping." : ""}</span>
<time id="closes" datetime="${closesAt}">Ends ${longDay(to)}, ${zoneCity} time</time></aside>`
}

function lineOf(row: StandingRow, home: string) {
  const name = row.name
    ? html`<a href="${home}/leaderboard/athletes/${row.athlete}" target="_blank" rel="noopener">${row.name}</a>${row.sample ? html` <small>sample</small>` : ""}`
    : html`<i>Private athlete</i>`
  return html`<tr data-key="${row.key}"><td>${row.rank}</td><td><img class="face" src="${faceAddress(row, 96)}" alt="" width="32" height="32"><span>${name}${row.credits.length > 0 ? html` <small class="credit">Data: ${row.credits.join(", ")}</small>` : ""}</span></td><td>${row.activeDays ?? ""}</td><td>${row.points?.toLocaleString("en-US") ?? "–"}</td></tr>`
}
