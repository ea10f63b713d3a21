import { figureAddress, photoAddress } from "#content/photos.ts"
import {
  applyDifference,
  type BoardView,
  type Reset,
  type StandingRow,
  type Told,
} from "../live/board-view.ts"

/**
 * The only script of an embedded board (server/http/endpoints/boards-embed.ts): follows the board through EventSource, which
 * reconnects automatically. Names are inserted as text, never as markup.
 */
const { board = "", limit = "", home = "" } = document.body.dataset
const body = document.querySelector("#rows")
const status = document.querySelector("#live")
const total = document.querySelector("#total")
const prefix = status?.textContent === "Demo data" ? "Demo data · " : ""
let view: BoardView | undefined

function say(state: string) {
  if (status) status.textContent = `${prefix}${state} ·`
}

function cell(content: Node | string) {
  const td = document.createElement("td")
  td.append(content)
  return td
}

function nameOf({ name, athlete, sample }: StandingRow) {
  if (!name) {
    const hidden = document.createElement("i")
    hidden.textContent = "Private athlete"
    return hidden
  }
  const link = document.createElement("a")
  link.textContent = name
  link.target = "_blank"
  link.rel = "noopener"
  link.href = `${home}/leaderboard/athletes/${encodeURIComponent(athlete ?? "")}`
  if (!sample) return link
  const both = document.createDocumentFragment()
  const mark = document.createElement("small")
  mark.textContent = "sample"
  both.append(link, " ", mark)
  return both
}

/** The name, and the attributions that the terms of sources require beside the points. */
function named(row: StandingRow) {
  if (row.credits.length === 0) return nameOf(row)
  const both = document.createDocumentFragment()
  const credit = document.createElement("small")
  credit.className = "credit"
  credit.textContent = `Data: ${row.credits.join(", ")}`
  both.append(nameOf(row), " ", credit)
  return both
}

function faced(row: StandingRow) {
  const both = document.createDocumentFragment()
  const face = new Image(32, 32)
  face.className = "face"
  face.alt = ""
  face.src = row.photo ? photoAddress(row.photo, 96, "webp") : figureAddress(row)
  const words = document.createElement("span")
  words.append(named(row))
  both.append(face, words)
  return both
}

function draw(next: BoardView, changed: ReadonlySet<string>) {
  view = next
  if (total) total.textContent = next.total.toLocaleString("en-US")
  const lines = next.rows.slice(0, Number(limit)).map((row) => {
    const line = document.createElement("tr")
    if (changed.has(row.key)) line.className = "changed"
    line.append(
      cell(String(row.rank)),
      cell(faced(row)),
      cell(row.activeDays === null ? "" : String(row.activeDays)),
      cell(row.points === null ? "–" : row.points.toLocaleString("en-US")),
    )
    return line
  })
  body?.replaceChildren(...lines)
}

function follow() {
  const stream = new EventSource(`/boards/${board}/live`)
  stream.onopen = () => say("Live")
  stream.onerror = () => say("Reconnecting")
  stream.addEventListener("reset", ({ data }) => draw(JSON.parse(data) as Reset, new Set()))
  stream.addEventListener("difference", ({ data }) => {
    const told = JSON.parse(data) as Told
    const next = view && applyDifference(view, told)
    if (next) return draw(next, new Set(told.rows.map(({ key }) => key)))
    // The difference does not apply: a new stream starts with all rows.
    stream.close()
    follow()
  })
}

const closes = document.querySelector("time")
const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, "0")

/** The time left until the season closes, in place of its day. */
function tick() {
  const left = closes ? Date.parse(closes.dateTime) - Date.now() : 0
  if (!closes || left <= 0) return
  const hours = (left / 3_600_000) % 24
  closes.textContent = `Closes in ${Math.floor(left / 86_400_000)}d ${twoDigits(hours)}h ${twoDigits((left / 60_000) % 60)}m`
}

tick()
setInterval(tick, 30_000)
follow()
