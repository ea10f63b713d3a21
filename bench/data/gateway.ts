/** Serves the gateway on a database in a separate process, like PostgREST. Prints its address. */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createGateway } from "#platform/gateway.ts"
import type { Log } from "#ports/log.ts"

const [url = "", connections = "", publishable = ""] = process.argv.slice(2)
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const database = connectPostgres({ url, max: Number(connections) })
const gateway = createGateway({
  keys: { publishable, secret: "sb_secret_bench_bbbbbbbb" },
  log,
  backend: {
    kind: "local",
    database,
    dataConnections: Number(connections),
    data: { schemas: ["bench"] },
    auth: { app: new Hono(), verifyToken: async () => null },
  },
})
await gateway.ready
const server = serve({ fetch: gateway.app.fetch, port: 0, hostname: "127.0.0.1" }, () => {
  process.stdout.write(`http://127.0.0.1:${((server as Server).address() as AddressInfo).port}\n`)
})
// A clean exit, so that a profile of the process is written.
process.once("SIGTERM", async () => {
  ;(server as Server).close()
  ;(server as Server).closeAllConnections()
  await gateway.close()
  await database.end(1)
  process.exit(0)
})
