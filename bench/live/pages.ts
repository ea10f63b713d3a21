/**
 * node bench/live/pages.ts <port> <count>: open pages that follow the boards, each on a separate connection from a
 * separate address. Over IPC: `opened` once every page has its first rows; for each message `{ committed }`
 * (milliseconds since 1970) the delays until each page received the last update, sent when nothing has arrived for a
 * while.
 */
import { connect, type Socket } from "node:net"
import { constants, inflateRawSync } from "node:zlib"

const [port = "0", count = "0"] = process.argv.slice(2)
/** The number opened at a time, so that no connection is refused. */
const atOnce = 200
/** A change counts as delivered when nothing has arrived for this long. */
const quietMs = 1_000

interface Page {
  socket: Socket
  /** When the last update of this change arrived; 0 before the first. */
  toldAt: number
  isOpen: boolean
}

const now = () => performance.timeOrigin + performance.now()
const pages: Page[] = []
/** Whether these bytes contain an update: every page gets the same bytes, so they are decoded once. */
const differences = new Map<string, boolean>()
let lost = 0
let lastNews = 0

function isDifference(bytes: Buffer): boolean {
  const key = bytes.toString("latin1")
  const known = differences.get(key)
  if (known !== undefined) return known
  const isOne = decoded(bytes).includes("event: difference\n")
  differences.set(key, isOne)
  return isOne
}

/**
 * The server's pieces of a gzip stream are independent of each other; the rest of a piece that arrived in two parts is
 * not valid deflate data.
 */
function decoded(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  } catch {
    return ""
  }
}

function open(n: number): Promise<void> {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const socket = connect(Number(port), "127.0.0.1")
  const page: Page = { socket, toldAt: 0, isOpen: false }
  pages.push(page)
  return new Promise((resolve, reject) => {
    socket.once("connect", () =>
      socket.write(
        `GET /boards/last-10-days,this-month/live HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nAccept-Encoding: gzip\r\n\r\n`,
      ),
    )
    socket.on("data", (bytes) => {
      lastNews = now()
      if (page.isOpen) {
        if (isDifference(bytes)) page.toldAt = lastNews
        return
      }
      const head = bytes.toString("latin1", 0, 40)
      if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(head))
      page.isOpen = true
      resolve()
    })
    socket.on("error", reject)
    socket.on("close", () => {
      lost++
    })
  })
}

for (let first = 0; first < Number(count); first += atOnce)
  await Promise.all(
    Array.from({ length: Math.min(atOnce, Number(count) - first) }, (_, n) => open(first + n)),
  )
await silence()
for (const page of pages) page.toldAt = 0
process.send?.({ opened: pages.length })

process.on("message", async ({ committed }: { committed: number }) => {
  await silence()
  const delays = pages
    .filter(({ toldAt }) => toldAt > 0)
    .map(({ toldAt }) => Math.max(0, toldAt - committed))
    .sort((a, b) => a - b)
  for (const page of pages) page.toldAt = 0
  differences.clear()
  process.send?.({
    delays: [0, 0.5, 0.99, 1].map(
      (part) => delays[Math.min(delays.length - 1, Math.floor(part * delays.length))],
    ),
    untold: pages.length - delays.length,
    lost,
  })
})

async function silence() {
  do await new Promise((resolve) => setTimeout(resolve, quietMs))
  while (now() - lastNews < quietMs)
}
