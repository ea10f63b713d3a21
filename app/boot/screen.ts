import { figureAddress, photoAddress } from "#content/photos.ts"
import type { BoardView, StandingRow } from "../live/board-view.ts"
import { followBoard } from "./follow-board.ts"
import { timeLeft } from "./time-left.ts"

/**
 * The only script of a screen in a clubhouse (server/http/endpoints/screen.ts). It runs for weeks without anybody near it: the rows are the
 * same elements throughout, and while the network is gone the last state stays, with its time.
 */
const { board = "", demo = "", script = "" } = document.body.dataset
const list = document.querySelector("#rows") as HTMLOListElement
const state = document.querySelector("#state") as HTMLElement
const shown = document.querySelector("#shown") as HTMLElement

/** The first rows stay longer than the others. */
const turnMs = { first: 20_000, other: 12_000 }
const checkMs = 60_000

let turn = 0
let checking: ReturnType<typeof setTimeout> | undefined
let ticking: ReturnType<typeof setTimeout> | undefined
let isOpen = false
let isReachable = true
let currentAt = Date.now()
/** How far the clock of this machine is behind the site's, in milliseconds. */
let behindMs = 0

/** As many rows as are read from afar; fewer on a flat screen. */
function rowsAtOnce(): number {
  const [row] = list.children
  const least = row ? Number.parseFloat(getComputedStyle(row).minHeight) : 0
  return Math.max(1, Math.min(12, Math.floor((list.clientHeight + 1) / (least || 1))))
}

/** Another row, like the first. */
function line(): Node {
  return list.firstElementChild?.cloneNode(true) ?? document.createElement("li")
}

function fill(element: Element, row: StandingRow | undefined) {
  element.classList.toggle("none", row === undefined)
  if (!row) return
  const part = (name: string) => element.querySelector(name) as HTMLElement
  part(".rank").textContent = String(row.rank)
  const address = row.photo ? photoAddress(row.photo, 256, "webp") : figureAddress(row)
  const face = part(".face")
  if (face.getAttribute("src") !== address) face.setAttribute("src", address)
  part(".name").textContent = row.name ?? "Private athlete"
  part(".name").classList.toggle("private", !row.name)
  part("small").textContent = [
    ...(row.sample ? ["sample"] : []),
    ...(row.credits.length > 0 ? [`Data: ${row.credits.join(", ")}`] : []),
  ].join(" · ")
  part(".points").textContent = row.points === null ? "–" : row.points.toLocaleString("en-US")
}

function draw({ rows, total }: Pick<BoardView, "rows" | "total">, changed: ReadonlySet<string> = new Set()) {
  const atOnce = rowsAtOnce()
  const turns = Math.max(1, Math.ceil(rows.length / atOnce))
  turn %= turns
  const first = turn * atOnce
  const page = rows.slice(first, first + atOnce)
  while (list.children.length < atOnce) list.append(line())
  ;[...list.children].forEach((element, index) => {
    const row = page[index]
    fill(element, row)
    element.classList.toggle("changed", row !== undefined && changed.has(row.key))
  })
  document.body.classList.toggle("empty", rows.length === 0)
  shown.textContent =
    rows.length === 0 ? "" : `${first + 1}–${first + page.length} of ${total.toLocaleString("en-US")}`
}

/** "Live", or since when it is not. */
function say() {
  const isLive = isOpen && isReachable
  if (isLive) currentAt = Date.now()
  const at = new Date(currentAt).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" })
  const words = `${demo}${isLive ? "Live" : `Last updated ${at}`}`
  if (state.textContent !== words) state.textContent = words
  document.body.classList.toggle("live", isLive)
}

const followed = followBoard(board, {
  draw,
  onState(isLive) {
    isOpen = isLive
    if (isLive) isReachable = true
    say()
  },
})

/** Reads the page again: whether the site can be reached, its prize and deadline, and whether the stream has fallen silent. */
async function check() {
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(String(answer.status))
  const next = new DOMParser().parseFromString(await answer.text(), "text/html")
  // A new version of the site has another script.
  if (next.body.dataset.script !== script) return location.reload()
  const sentAt = Date.parse(answer.headers.get("date") ?? "")
  if (Number.isFinite(sentAt)) behindMs = sentAt - Date.now()
  const facts = next.querySelector("#facts")
  const own = document.querySelector("#facts")
  if (facts && own && own.innerHTML !== facts.innerHTML) own.replaceChildren(...facts.childNodes)
  const newest = Date.parse(next.body.dataset.updated ?? "")
  const known = Date.parse(followed.view?.updatedAt ?? "")
  if (isOpen && newest - known > checkMs) followed.again()
}

async function keepUp() {
  try {
    await check()
    isReachable = true
  } catch {
    isReachable = false
  }
  say()
  tick()
  checkLater()
}

function checkLater() {
  clearTimeout(checking)
  checking = setTimeout(() => void keepUp(), checkMs)
}

/** The time left, by the second in the last hour. The element is replaced with the facts, so it is looked up each time. */
function tick() {
  const closes = document.querySelector<HTMLTimeElement>("#closes")
  const ms = closes ? Date.parse(closes.dateTime) - Date.now() - behindMs : 0
  const left = timeLeft(ms)
  if (closes && left !== "" && closes.textContent !== left) closes.textContent = left
  clearTimeout(ticking)
  ticking = setTimeout(tick, ms < 3_660_000 ? 1_000 : 15_000)
}

function next() {
  turn++
  if (followed.view) draw(followed.view)
  setTimeout(next, turn === 0 ? turnMs.first : turnMs.other)
}

/** Browsers end it whenever the page is hidden. */
async function stayAwake() {
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
  // Refused on low battery or by a policy: the screen then sleeps as it is set to.
  await navigator.wakeLock.request("screen").catch(() => {})
}

addEventListener("offline", () => {
  isReachable = false
  say()
})
addEventListener("online", () => {
  followed.again()
  void keepUp()
})
addEventListener("resize", () => {
  if (followed.view) draw(followed.view)
})
document.addEventListener("visibilitychange", () => void stayAwake())
void stayAwake()
tick()
checkLater()
setTimeout(next, turnMs.first)
