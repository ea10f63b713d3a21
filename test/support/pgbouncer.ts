import { execFile, spawn } from "node:child_process"
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { createConnection, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { chooseRunAs } from "#adapters/db/embedded/run-as.ts"

const run = promisify(execFile)

/** Paths at which packages install it: Debian and Ubuntu, Red Hat, Homebrew. */
const installed = [
  "/usr/sbin/pgbouncer",
  "/usr/bin/pgbouncer",
  "/opt/homebrew/bin/pgbouncer",
  "/usr/local/bin/pgbouncer",
]

export interface Pooler {
  /** The URL, through the pooler, of the database that was passed to `startPgbouncer`. */
  url: string
  /** The contents of its log. */
  log(): string
  stop(): Promise<void>
}

/**
 * PgBouncer from the machine, or installed from Debian's packages as root. Returns null when neither is
 * possible.
 */
export async function findPgbouncer(): Promise<string | null> {
  const found = await firstOf(installed)
  if (found || process.getuid?.() !== 0) return found
  await run("apt-get", ["install", "-y", "--no-install-recommends", "pgbouncer"], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 120_000,
  }).catch(() => null)
  return firstOf(installed)
}

/**
 * Starts PgBouncer with three backends shared by all clients, in transaction mode unless specified otherwise.
 */
export async function startPgbouncer(
  program: string,
  database: string,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-pgbouncer-"))
  await chmod(folder, 0o755)
  const user = await chooseRunAs("/nonexistent")
  const { hostname, port, username, password, pathname } = new URL(database)
  const own = await freePort()
  const all = { pool_mode: "transaction", default_pool_size: "3", max_client_conn: "200", ...settings }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, "pgbouncer.ini")
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
${lines.join("\n")}
`,
  )
  const child = spawn(program, [file], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk
  })
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  for (let tries = 0; !(await accepts(own)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`)
    await sleep(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    log: () => said,
    async stop() {
      child.kill("SIGKILL")
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function firstOf(files: readonly string[]): Promise<string | null> {
  for (const file of files) if (await stat(file).catch(() => null)) return file
  return null
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1")
    socket.once("connect", () => {
      resolve(true)
      socket.destroy()
    })
    socket.once("error", () => resolve(false))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
