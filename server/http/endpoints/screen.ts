import { Hono } from "hono"
import { html, raw } from "hono/html"
import { z } from "zod"
import { ordinal } from "#content/amounts.ts"
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
import type { ScreenScript } from "../pages/contract.ts"
import { faceAddress } from "./boards/face-address.ts"
import { unknownBoard, unknownRace, wrongParameter } from "./boards/refusals.ts"
import { screenStyle } from "./boards/screen-style.ts"

const parameters = z.object({
  theme: z.enum(["auto", "light", "dark"], "theme must be auto, light or dark").default("auto"),
})

/** Rows that are rendered here; the script shows as many as fit, page by page. */
const atFirst = 8

interface ScreenOptions {
  world: World
  boards: Boards
  /** The build output of app/boot/screen.ts. */
  script(): Promise<ScreenScript>
}

/**
 * GET /screen/<race>?theme=: the board of a race for a screen in a clubhouse, with its prize and deadline: nothing to press, letters that are
 * read at ten meters, and what any visitor sees. Players of such screens often show pages in a frame, so any site may frame it.
 */
export function screenEndpoint({ world, boards, script }: ScreenOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/screen/:race", async (c) => {
    const race = c.req.param("race")
    const given = parameters.safeParse(c.req.query())
    if (!given.success)
      return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
    const season = (await winning(world)).open.find((one) => one.page === race)
    if (!season) return refuse(c, unknownRace(race))
    const found = await page(world, boards, { slug: season.board, viewer: null, limit: atFirst })
    if (!found.ok) return refuse(c, await unknownBoard(world, season.board))
    const { rows, total, updatedAt } = found.page
    const [demo, { code, hash, font }] = await Promise.all([hasDemoAthletes(world.db), script()])
    const prefix = demo ? "Demo data · " : ""
    const body = html`<!doctype html>
<html lang="en" data-theme="${given.data.theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${season.name} · ${site.name}</title><style>${raw(screenStyle(font))}</style></head>
<body class="${total === 0 ? "empty" : ""}" data-board="${season.board}" data-demo="${prefix}" data-script="${hash}" data-updated="${updatedAt?.toISOString() ?? ""}">
<main><header><span class="mark">${site.name}</span><h1>${season.name}</h1>
<p><span id="state">${prefix}Standings</span><span id="shown">${countShown(rows.length, total)}</span></p></header>
<ol id="rows">${Array.from({ length: atFirst }, (_, index) => lineOf(rows[index]))}</ol><p class="nobody">No points yet.</p>
<footer id="facts">${factsOf(season)}</footer></main>
<script>${raw(code)}</script></body></html>`
    return c.html(body, 200, {
      ...documentHeaders({ scriptHashes: [hash], https: c.var.https, frameAncestors: "any" }),
      "cache-control": "public, max-age=5",
    })
  })
  return app
}

function countShown(shown: number, total: number): string {
  return total === 0 ? "" : `1–${shown} of ${total.toLocaleString("en-US")}`
}

function factsOf({ prizes: [first], closesAt, to }: Winnable) {
  return html`<p>${first ? html`<b>${ordinal(first.place)} place wins</b> ${first.title}` : ""}</p><div>Ends ${longDay(to)}, ${zoneCity} time <time id="closes" datetime="${closesAt}">${longDay(to)}</time></div>`
}

/** Without an athlete: an empty line, which the script fills once there is one. */
function lineOf(row: StandingRow | undefined) {
  const notes = [
    ...(row?.sample ? ["sample"] : []),
    ...(row && row.credits.length > 0 ? [`Data: ${row.credits.join(", ")}`] : []),
  ]
  return html`<li class="${row ? "" : "none"}"><span class="rank">${row?.rank ?? ""}</span><img class="face"${row ? html` src="${faceAddress(row, 256)}"` : ""} alt=""><span class="who"><span class="name${row?.name ? "" : " private"}">${row ? (row.name ?? "Private athlete") : ""}</span><small>${notes.join(" · ")}</small></span><span class="points">${row ? (row.points?.toLocaleString("en-US") ?? "–") : ""}</span></li>`
}
