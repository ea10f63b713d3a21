/**
 * node bench/pages/ours.ts <buildDir> <port>: the page-serving part of the server as server/start.ts
 * assembles it, without a database.
 */
import { isHttps } from "#server/http/guard/client.ts"
import { documentHeaders } from "#server/http/guard/security-headers.ts"
import { answerWith, createHttpServer, listen } from "#server/http/listen.ts"
import { createMetrics } from "#server/http/metrics.ts"
import { createStatic } from "#server/http/static.ts"

const [buildDir = "build", port = "0"] = process.argv.slice(2)
const { siteUrl } = (await import(`file://${buildDir}/pages.json`, { with: { type: "json" } })).default
const metrics = createMetrics()
const files = await createStatic({
  buildDir,
  siteUrl,
  isHttps: (incoming) => isHttps(incoming, 0),
  securityHeaders: documentHeaders,
  onServed: ({ method, status }) => metrics.onAnswered({ method, route: "static", status, ms: 0 }),
})
const server = createHttpServer()
answerWith(server, {
  request(incoming, outgoing) {
    files.serve(incoming, outgoing, () => outgoing.writeHead(404).end())
  },
  upgrade: (_incoming, socket) => socket.destroy(),
})
await listen(server, "127.0.0.1", Number(port))
process.on("SIGTERM", () => process.exit(0))
