import { figureAddress, photoAddress } from "#content/photos.ts"
import type { BoardView, StandingRow } from "../live/board-view.ts"
import { followBoard } from "./follow-board.ts"
import { timeLeft } from "./time-left.ts"

/**
 * The only script of an embedded board (server/http/endpoints/boards-embed.ts): follows the board. Names are
 * inserted as text, never as markup.
 */
const { board = "", limit = "", home = "" } = document.body.dataset
const body = document.querySelector("#rows")
const status = document.querySelector("#live")
const total = document.querySelector("#total")
const prefix = status?.textContent === "Demo data" ? "Demo data · " : ""

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

const closes = document.querySelector("time")

/** The time left until the season closes, in place of its day. */
function tick() {
  const left = closes ? timeLeft(Date.parse(closes.dateTime) - Date.now()) : ""
  if (closes && left !== "") closes.textContent = `Closes in ${left}`
}

tick()
setInterval(tick, 1_000)
followBoard(board, { draw, onState: (isLive) => say(isLive ? "Live" : "Reconnecting") })
