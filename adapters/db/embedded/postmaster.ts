import { spawn } from "node:child_process"
import { open, readdir, readFile, readlink, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { program } from "./binaries.ts"
import type { Place } from "./place.ts"
import { identifyProcess } from "./process-identity.ts"

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** The folder that PostgreSQL calls its data directory. */
export function clusterOf(place: Pick<Place, "root">): string {
  return join(place.root, "cluster")
}

/** Only what belongs to the operating system: settings of a psql user (PGDATA, PGPORT) must not reach the server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot, LC_ALL: "C", TZ: "UTC" }
}

/** The server that runs on this cluster now, as its own postmaster.pid says and the process table confirms. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null)
  if (text === null) return null
  const lines = text.split("\n")
  const pid = Math.abs(Number(lines[0]))
  if (!(await servesCluster(pid, cluster))) return null
  return { pid, port: Number(lines[3]), ready: (lines[7] ?? "").trim() === "ready" }
}

/**
 * Starts the server and waits until it accepts connections, crash recovery included.
 * Answers "taken" when the port is in use. Throws the end of the log when it does not start.
 */
export async function startPostmaster(
  place: Place,
  port: number,
  settings: Record<string, string>,
): Promise<Postmaster | "taken"> {
  const cluster = clusterOf(place)
  // Processes of a server that was killed hold its shared memory until they notice; that takes moments.
  const deadline = performance.now() + 30_000
  while (true) {
    await removeForeignPidFile(cluster)
    const outcome = await launch(place, cluster, port, settings)
    if (typeof outcome !== "string") return outcome
    if (/could not bind|Address already in use|Permission denied.*port/i.test(outcome)) return "taken"
    const lingering = /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(
      outcome,
    )
    if (!lingering || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start. The end of ${logFile(place)}:\n${outcome.trim()}`)
    }
    await sleep(100)
  }
}

/** Fast shutdown: running transactions are rolled back, everything is written, the process ends. */
export async function stopPostmaster(place: Place, pid: number, timeoutMs = 60_000): Promise<void> {
  const cluster = clusterOf(place)
  if (process.platform === "win32") {
    spawn(program(place.binaries, "pg_ctl"), ["stop", "-D", cluster, "-m", "fast", "-w"], { stdio: "ignore" })
  } else if (await servesCluster(pid, cluster)) process.kill(pid, "SIGINT")
  const deadline = performance.now() + timeoutMs
  while (await servesCluster(pid, cluster)) {
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) did not stop in ${timeoutMs / 1000} s.`)
    await sleep(15)
  }
}

/** Path of the server's own log. */
export function logFile(place: Pick<Place, "root">): string {
  return join(place.root, "postgres.log")
}

async function launch(
  place: Place,
  cluster: string,
  port: number,
  settings: Record<string, string>,
): Promise<Postmaster | string> {
  const log = await openLog(place)
  const before = (await log.stat()).size
  const parameters = Object.entries({ ...settings, port: String(port) }).flatMap(([k, v]) => [
    "-c",
    `${k}=${v}`,
  ])
  // Its own session: Ctrl-C in the terminal must reach the web server first, which then stops the database in order.
  const child = spawn(program(place.binaries, "postgres"), ["-D", cluster, ...parameters], {
    cwd: "/",
    env: cleanEnvironment(),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
  })
  child.unref()
  let ended: string | null = null
  child.once("error", (error) => {
    ended = explainSpawnError(error)
  })
  child.once("exit", () => {
    ended ??= ""
  })
  try {
    while (ended === null) {
      const found = await findPostmaster(cluster)
      if (found?.ready && found.pid === child.pid) return found
      await sleep(10)
    }
    if (ended !== "") return ended
    const bytes = await readFile(logFile(place))
    return (
      bytes
        .subarray(bytes.length > before ? before : 0)
        .toString("utf8")
        .slice(-2000) || "(it wrote nothing)"
    )
  } finally {
    await log.close()
  }
}

function explainSpawnError(error: Error): string {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return error.message
  return `${error.message}. The bundled PostgreSQL needs glibc; on a system without it (Alpine) set DATABASE_URL.`
}

async function openLog(place: Place) {
  const file = logFile(place)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 10_000_000) await rename(file, `${file}.1`)
  return open(file, "a", 0o600)
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if ((await identifyProcess(pid)) === null) return false
  if (process.platform !== "linux") return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return folder === cluster
}

/**
 * After a reboot or in a new container the number in postmaster.pid may belong to any process, and PostgreSQL
 * then refuses to start. The file goes when no process at all works in the data directory.
 */
async function removeForeignPidFile(cluster: string): Promise<void> {
  if (process.platform !== "linux") return
  const file = join(cluster, "postmaster.pid")
  const text = await readFile(file, "utf8").catch(() => null)
  if (text === null) return
  if ((await identifyProcess(Math.abs(Number(text.split("\n")[0])))) === null) return
  for (const name of await readdir("/proc")) {
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => null)) === cluster) return
  }
  await rm(file, { force: true })
}
