/**
 * node bench/live/pages.ts <port> <count>: open pages that follow the boards, each on a connection of its own from an
 * address of its own. Over IPC: `opened` once every page has its first rows; for each message `{ committed }` (milliseconds
 * since 1970) the delays until each page has been told, sent when a second has passed without news.
 */
import { connect, type Socket } from "node:net"

const [port = "0", count = "0"] = process.argv.slice(2)
/** Opened at a time, so that no connection is refused. */
const atOnce = 200

interface Page {
  socket: Socket
  toldAt: number
  isOpen: boolean
}

const now = () => performance.timeOrigin + performance.now()
const pages: Page[] = []
let lost = 0

function open(n: number): Promise<void> {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const socket = connect(Number(port), "127.0.0.1")
  const page: Page = { socket, toldAt: 0, isOpen: false }
  pages.push(page)
  return new Promise((resolve, reject) => {
    let head = ""
    socket.once("connect", () =>
      socket.write(
        `GET /boards/last-10-days,this-month/live HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nAccept-Encoding: gzip\r\n\r\n`,
      ),
    )
    socket.on("data", (bytes) => {
      // A heartbeat is shorter than every event.
      if (bytes.length > 60) page.toldAt = now()
      if (page.isOpen) return
      head += bytes.toString("latin1", 0, 40)
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
await new Promise((resolve) => setTimeout(resolve, 1_000))
process.send?.({ opened: pages.length })

process.on("message", ({ committed }: { committed: number }) => {
  setTimeout(() => {
    const delays = pages.map(({ toldAt }) => toldAt - committed).sort((a, b) => a - b)
    process.send?.({
      delays: [0.5, 0.99, 1].map(
        (part) => delays[Math.min(delays.length - 1, Math.floor(part * delays.length))],
      ),
      untold: delays.filter((delay) => delay < 0).length,
      lost,
    })
  }, 2_500)
})
