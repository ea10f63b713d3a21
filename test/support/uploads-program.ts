/**
 * A process that serves storage until it is killed: `node test/support/uploads-program.ts <database url> <folder>`. Prints its
 * address as JSON.
 */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createDiskFiles } from "#adapters/files/disk.ts"
import { createGateway } from "#platform/gateway.ts"
import { createStorage } from "#platform/storage/service.ts"

const [databaseUrl = "", root = ""] = process.argv.slice(2)
const log = { debug() {}, info() {}, warn() {}, error() {} }
const db = connectPostgres({ url: databaseUrl, max: 5 })
const storage = createStorage({
  db,
  files: createDiskFiles({ root }),
  secret: "a secret of tests with more than 32 characters",
  now: () => new Date(),
  log,
})
const gateway = createGateway({
  keys: { publishable: "sb_publishable_test", secret: "sb_secret_test" },
  backend: { kind: "local", database: db, auth: { app: new Hono(), verifyToken: async () => null }, storage },
  log,
})
await gateway.ready
const server = serve({ fetch: gateway.app.fetch, port: 0, hostname: "127.0.0.1" }, () => {
  const { port } = (server as Server).address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
