import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import type { PostgresDb } from "#adapters/db/postgres.ts"
import type {
  ApiKeys,
  BodyLimits,
  DataSettings,
  GatewayFunction,
  PostgrestService,
  ProjectBackend,
} from "#platform/gateway/contract.ts"
import { createGateway, type Gateway } from "#platform/gateway.ts"
import type { RealtimeService } from "#platform/realtime/service.ts"
import type { StorageService } from "#platform/storage/service.ts"
import { type CollectedLog, collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase } from "#test/support/database.ts"
import { createIssuer, type Issuer } from "./issuer.ts"

// biome-ignore lint/suspicious/noExplicitAny: tables are made by the tests, there is nothing to type them with
export type Client = SupabaseClient<any, { PostgrestVersion: "13" }, any>

export interface ClientOptions {
  key?: string
  token?: string
  /** Default "public". */
  schema?: string
}

export interface RunningGateway {
  url: string
  keys: ApiKeys
  gateway: Gateway
  log: CollectedLog
  /** The official client: with the publishable key, unless specified otherwise, and as a member when given a token. */
  client(options?: ClientOptions): Client
  close(): Promise<void>
}

export interface LocalServer extends RunningGateway {
  db: PostgresDb
  databaseUrl: string
  issuer: Issuer
}

export const testKeys: ApiKeys = {
  publishable: "sb_publishable_test0000000000000000000_aaaaaaaa",
  secret: "sb_secret_test0000000000000000000_bbbbbbbb",
}

/** Makes the storage service on the server's database. */
type LocalStorage = (given: { db: PostgresDb }) => StorageService

interface Options {
  functions?: Record<string, GatewayFunction>
  bodyLimits?: Partial<BodyLimits>
  keys?: ApiKeys
}

/** Our gateway on a real port, with its own database, in which `sql` has run. */
export async function startLocal(
  options: Options &
    DataSettings & {
      sql?: string
      postgrest?: PostgrestService
      storage?: LocalStorage
      realtime?: (given: { db: PostgresDb }) => Promise<RealtimeService>
    } = {},
): Promise<LocalServer> {
  const { db, url: databaseUrl, drop } = await createTestDatabase()
  if (options.sql) await db.query(options.sql)
  const issuer = await createIssuer()
  const realtime = await options.realtime?.({ db })
  const running = await startGateway({
    ...options,
    backend: {
      kind: "local",
      database: db,
      auth: { app: issuer.app, verifyToken: issuer.verifyToken },
      data: {
        schemas: options.schemas,
        aggregates: options.aggregates,
        plans: options.plans,
        changesOfAllRows: options.changesOfAllRows,
        computed: options.computed,
      },
      ...(options.postgrest && { postgrest: options.postgrest }),
      ...(realtime && { realtime }),
      ...(options.storage && { storage: options.storage({ db }) }),
    },
  })
  const close = async () => {
    await realtime?.close()
    await running.close()
    await drop()
  }
  return { ...running, db, databaseUrl, issuer, close }
}

/** Our gateway on a real port in front of a project. */
export function startWithProject(
  options: Options & { project: Omit<ProjectBackend, "kind"> },
): Promise<RunningGateway> {
  return startGateway({ ...options, backend: { kind: "project", ...options.project } })
}

/** A separate gateway, such as that of a second process on the same database. */
export async function startGateway(
  options: Options & Pick<Parameters<typeof createGateway>[0], "backend">,
): Promise<RunningGateway> {
  const log = collectLog()
  const keys = options.keys ?? testKeys
  const gateway = createGateway({ ...options, keys, log })
  await gateway.ready
  const server = await listen(gateway)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    keys,
    gateway,
    log,
    client: ({ key = keys.publishable, token, schema = "public" } = {}) =>
      createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        db: { schema },
        ...(token && { accessToken: async () => token }),
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await gateway.close()
    },
  }
}

function listen(gateway: Gateway): Promise<Server> {
  return new Promise((resolve) => {
    const server = serve({ fetch: gateway.app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
      resolve(server as Server),
    ) as Server
    server.on("upgrade", (request, socket, head) => {
      if (!gateway.upgrade(request, socket, head)) socket.destroy()
    })
  })
}
