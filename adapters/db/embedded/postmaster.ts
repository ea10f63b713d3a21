import { execFile, spawn } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { program } from "./binaries.ts"
import { logFile, openLog } from "./log-file.ts"
import type { Place } from "./place.ts"
import { identifyProcess } from "./process-identity.ts"

const run = promisify(execFile)

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** PostgreSQL's data directory. */
export function clusterOf(place: Pick<Place, "root">): string {
  return join(place.root, "cluster")
}

/** A minimal environment: settings of a psql user (PGDATA, PGPORT) must not reach the server. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
}

/**
 * The server currently running on this cluster, as stated by its postmaster.pid and confirmed by the process
 * table.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null)
  if (text === null) return null
  const lines = text.split("\n")
  const pid = Math.abs(Number(lines[0]))
  if (!(await servesCluster(pid, cluster))) return null
  return { pid, port: Number(lines[3]), ready: (lines[7] ?? "").trim() === "ready" }
}

/**
 * Starts the server and waits until it accepts connections, including crash recovery. Calls `onLaunched` in
 * between. Returns "taken" when the port is in use. Throws the end of the log when the server does not start.
 */
export async function startPostmaster(
  place: Place,
  port: number,
  settings: Record<string, string>,
  onLaunched?: () => void,
): Promise<Postmaster | "taken"> {
  const cluster = clusterOf(place)
  // Child processes of a killed server hold its shared memory until they notice, which takes a moment.
  const deadline = performance.now() + 30_000
  while (true) {
    await disownPidFile(cluster)
    const outcome = await launch(place, cluster, port, settings, onLaunched)
    if (typeof outcome !== "string") return outcome
    if (/could not bind|Address already in use/i.test(outcome)) return "taken"
    const lingering = /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(
      outcome,
    )
    if (!lingering || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start. The end of ${logFile(place)}:\n${outcome.trim()}`)
    }
    await sleep(100)
  }
}

/** Fast shutdown: running transactions are rolled back, everything is flushed, the process exits. */
export async function stopPostmaster(place: Place, pid: number, timeoutMs = 60_000): Promise<void> {
  const cluster = clusterOf(place)
  if (!(await servesCluster(pid, cluster))) return
  // A process that is about to exit no longer has a command line, but still holds its files.
  const identity = await identifyProcess(pid)
  if (process.platform === "win32") {
    spawn(program(place.binaries, "pg_ctl"), ["stop", "-D", cluster, "-m", "fast", "-w"], { stdio: "ignore" })
  } else interrupt(pid)
  const deadline = performance.now() + timeoutMs
  while (identity !== null && (await identifyProcess(pid)) === identity) {
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) did not stop in ${timeoutMs / 1000} s.`)
    await sleep(15)
  }
}

/** A process that was killed a moment ago may end before the signal is sent. */
function interrupt(pid: number): void {
  try {
    process.kill(pid, "SIGINT")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

async function launch(
  place: Place,
  cluster: string,
  port: number,
  settings: Record<string, string>,
  onLaunched?: () => void,
): Promise<Postmaster | string> {
  const log = await openLog(place)
  const before = (await log.stat()).size
  const parameters = Object.entries({ ...settings, port: String(port) }).flatMap(([k, v]) => [
    "-c",
    `${k}=${v}`,
  ])
  // A separate session: Ctrl-C in the terminal must reach the web server first, which then shuts the database
  // down.
  const child = spawn(program(place.binaries, "postgres"), ["-D", cluster, ...parameters], {
    cwd: "/",
    env: cleanEnvironment,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
  })
  child.unref()
  onLaunched?.()
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
  return `${error.message}. The bundled PostgreSQL requires glibc; on a system without it (Alpine), set DATABASE_URL.`
}

/**
 * Whether that process is this cluster's server: its command line names the folder, and only the server keeps
 * that command line.
 */
async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if ((await identifyProcess(pid)) === null) return false
  if (process.platform === "win32") return true
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    return line.includes(`\0-D\0${cluster}\0`)
  }
  const shown = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => null)
  return shown?.stdout.includes(`-D ${cluster} `) ?? false
}

/**
 * After a reboot or in a new container, the process id in postmaster.pid may belong to any process, and
 * PostgreSQL then refuses to start. PostgreSQL ignores the id of its parent process but still checks whether
 * anything holds the shared memory named in the file. So our own id replaces the foreign one, and that check
 * stays in effect. Call this only when the server is known not to be running.
 */
export async function disownPidFile(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid")
  const text = await readFile(file, "utf8").catch(() => null)
  if (text === null) return
  const pid = Math.abs(Number(text.split("\n")[0]))
  if ((await identifyProcess(pid)) === null || (await servesCluster(pid, cluster))) return
  await writeFile(file, text.replace(/^[^\n]*/, String(process.pid)))
}
