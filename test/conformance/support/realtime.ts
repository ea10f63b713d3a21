import { connectPostgres } from "#adapters/db/postgres.ts"
import type { RealtimeLimits } from "#platform/realtime/options.ts"
import { createRealtime, type RealtimeService } from "#platform/realtime/service.ts"
import { type CollectedLog, collectLog } from "#test/support/collected-log.ts"
import { type LocalServer, type RunningGateway, startGateway, startLocal, testKeys } from "./server.ts"

export interface RealtimeServer extends LocalServer {
  realtime: RealtimeService
  /** What the services of all processes logged. */
  logged: CollectedLog
  /** A second process of the site: its own connections, gateway and service on the same database. */
  another(): Promise<RunningGateway>
}

/** A local server with realtime; policies come from `sql`. */
export async function startRealtime(
  options: { sql?: string; limits?: Partial<RealtimeLimits> } = {},
): Promise<RealtimeServer> {
  const logged = collectLog()
  const shared = { log: logged, now: () => new Date(), limits: options.limits ?? {} }
  let realtime: RealtimeService | undefined
  const server = await startLocal({
    ...(options.sql ? { sql: options.sql } : {}),
    realtime: async ({ db }) => {
      realtime = await createRealtime({ ...shared, db, listen: db.listen })
      return realtime
    },
  })
  if (!realtime) throw new Error("The realtime service was not made")
  const closing: (() => Promise<void>)[] = []
  return {
    ...server,
    realtime,
    logged,
    async another() {
      const db = connectPostgres({ url: server.databaseUrl, max: 4 })
      const second = await createRealtime({ ...shared, db, listen: db.listen })
      const { app, verifyToken } = server.issuer
      const running = await startGateway({
        keys: testKeys,
        backend: { kind: "local", database: db, auth: { app, verifyToken }, realtime: second },
      })
      closing.push(async () => {
        await second.close()
        await running.close()
        await db.end()
      })
      return running
    },
    async close() {
      for (const close of closing) await close()
      await server.close()
    },
  }
}
