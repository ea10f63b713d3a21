/**
 * A process of the site that serves data and realtime on a database: `node test/support/realtime-program.ts <database url>`.
 * Prints its address as `{"url": ...}`. REALTIME_LIMITS: limits as JSON.
 */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createGateway } from "#platform/gateway.ts"
import { createRealtime } from "#platform/realtime/service.ts"
import type { Log } from "#ports/log.ts"

const [url = ""] = process.argv.slice(2)
const keys = { publishable: "sb_publishable_program_aaaaaaaa", secret: "sb_secret_program_bbbbbbbb" }
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const db = connectPostgres({ url, max: 6, applicationName: "b4m test, to be killed" })
const limits = JSON.parse(process.env.REALTIME_LIMITS ?? "{}")
const realtime = await createRealtime({ db, listen: db.listen, now: () => new Date(), log, limits })
const auth = { app: new Hono(), verifyToken: async () => null }
const gateway = createGateway({ keys, log, backend: { kind: "local", database: db, auth, realtime } })
await gateway.ready
const server = serve({ fetch: gateway.app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }: AddressInfo) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
) as Server
server.on("upgrade", (request, socket, head) => {
  if (!gateway.upgrade(request, socket, head)) socket.destroy()
})
// The parent process closes its input to end it.
process.stdin.on("end", () => process.exit(0)).resume()
