import { readFileSync } from "node:fs"
import { type Client, type ClientOptions, type LocalServer, startLocal } from "./server.ts"

const tables = readFileSync(new URL("../data/tables.sql", import.meta.url), "utf8")

/** A local server with the tables that the data suites share, exposed as schema `arena`; clients use it unasked. */
export async function startArena(options: Parameters<typeof startLocal>[0] = {}): Promise<LocalServer> {
  const server = await startLocal({ sql: tables, schemas: ["arena"], ...options })
  const client = (wanted: ClientOptions = {}): Client => server.client({ schema: "arena", ...wanted })
  return { ...server, client }
}
