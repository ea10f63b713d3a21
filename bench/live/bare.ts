/**
 * node bench/live/bare.ts <port>: a node:http server that keeps every request open, and writes the same bytes to all of
 * them for each message over IPC, in one loop: the minimum cost of open pages.
 */
import { createServer, type ServerResponse } from "node:http"
import { encodeEvent, gzipStart } from "#server/http/endpoints/boards/encoded-event.ts"

const [port = "0"] = process.argv.slice(2)
const pages = new Set<ServerResponse>()
const headers = { "content-type": "text/event-stream", "content-encoding": "gzip" }
/** As long as an update of two boards. */
const rows = Array.from({ length: 4 }, (_, rank) => ({ rank, name: `Athlete ${rank}`, points: 100 - rank }))

createServer((_request, response) => {
  pages.add(response)
  response.removeHeader("transfer-encoding")
  response.writeHead(200, headers).write(gzipStart)
}).listen(Number(port), "127.0.0.1", () => process.send?.("listening"))

process.on("message", () => {
  const { gzip } = encodeEvent("difference", String(performance.now()), { rows })
  for (const page of pages) page.write(gzip)
})
process.on("SIGTERM", () => process.exit(0))
