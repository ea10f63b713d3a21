import { execFile } from "node:child_process"
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Binaries, program } from "#adapters/db/embedded/binaries.ts"
import { choosePlace, type Place } from "#adapters/db/embedded/place.ts"
import {
  cleanEnvironment,
  clusterOf,
  startPostmaster,
  stopPostmaster,
} from "#adapters/db/embedded/postmaster.ts"
import { serverSettings } from "#adapters/db/embedded/settings.ts"
import { freePort } from "#adapters/db/embedded.ts"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"

const run = promisify(execFile)

/** A primary and a streaming replica of it: real servers, which only this test uses. */
export interface Replicated {
  /** As the owner, on database `b4m`. */
  primaryUrl: string
  replicaUrl: string
  primary: PostgresDb
  replica: PostgresDb
  /** Stops applying the log on the replica, so that it gets behind. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Resolves once the replica has everything that is on the primary now. */
  caughtUp(): Promise<void>
  /** Ends all processes of the replica at once, as a lost machine would. */
  kill(): Promise<void>
  /** Stops all processes of the replica without ending them, as a lost network would; `SIGCONT` continues them. */
  signal(signal: "SIGSTOP" | "SIGCONT"): Promise<void>
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts both. The copy is made by pg_basebackup where the binaries have it, and as the manual describes it for copies of
 * files otherwise: the embedded PostgreSQL comes without that program.
 */
export async function startReplicated(binaries?: Binaries): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-replica-"))
  await chmod(folder, 0o755)
  const placeOf = async (name: string): Promise<Place> => {
    const place = await choosePlace(join(folder, name))
    return binaries ? { ...place, binaries } : place
  }
  const [first, second] = [await placeOf("primary"), await placeOf("replica")]
  const flags = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
  await run(program(first.binaries, "initdb"), [`--pgdata=${clusterOf(first)}`, ...flags], asUser(first))
  const { io_method: _since18, ...shared } = serverSettings
  const start = async (place: Place) => {
    const port = await freePort()
    const started = await startPostmaster(place, port, { ...shared, fsync: "off" })
    if (started === "taken") throw new Error(`Port ${port} was taken.`)
    return { ...started, url: (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}` }
  }
  const up = await start(first)
  const admin = connectPostgres({ url: up.url("postgres"), max: 1 })
  await admin.query("create database b4m")
  await copyServer({ admin, from: first, to: second, port: up.port })
  const started = await start(second)
  let down = started
  const primary = connectPostgres({ url: up.url("b4m"), max: 3 })
  const replica = connectPostgres({ url: down.url("b4m"), max: 1 })
  const killed = async (signal: NodeJS.Signals) => {
    const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(down.pid)]).catch(() => ({
      stdout: "",
    }))
    for (const pid of [down.pid, ...stdout.split("\n").map(Number)]) if (pid > 0) sendTo(pid, signal)
  }
  return {
    primaryUrl: up.url("b4m"),
    replicaUrl: started.url("b4m"),
    primary,
    replica,
    pause: async () => void (await replica.query("select pg_wal_replay_pause()")),
    resume: async () => void (await replica.query("select pg_wal_replay_resume()")),
    async caughtUp() {
      const [at] = await primary.query("select pg_current_wal_insert_lsn()::text as lsn")
      for (;;) {
        const [row] = await replica.query("select pg_last_wal_replay_lsn() >= $1::pg_lsn as done", [at?.lsn])
        if (row?.done) return
      }
    },
    async kill() {
      await killed("SIGKILL")
      await stopPostmaster(second, down.pid)
    },
    signal: killed,
    async startAgain() {
      const { port } = started
      const again = await startPostmaster(second, port, { ...shared, fsync: "off" })
      if (again === "taken") throw new Error(`Port ${port} was taken.`)
      down = { ...started, ...again }
    },
    async stop() {
      await Promise.all([primary, replica, admin].map((db) => db.end(0)))
      await stopPostmaster(second, down.pid)
      await stopPostmaster(first, up.pid)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface CopyOptions {
  admin: PostgresDb
  from: Place
  to: Place
  port: number
}

function asUser({ user }: Place) {
  return { cwd: "/", env: cleanEnvironment, ...(user ? { uid: user.uid, gid: user.gid } : {}) }
}

async function copyServer({ admin, from, to, port }: CopyOptions): Promise<void> {
  const [source, target] = [clusterOf(from), clusterOf(to)]
  const address = `host=127.0.0.1 port=${port} user=postgres`
  const copying = program(to.binaries, "pg_basebackup" as "postgres")
  if (await stat(copying).catch(() => null)) {
    const flags = ["--checkpoint=fast", "--wal-method=stream", "--write-recovery-conf", "--no-sync"]
    await run(copying, [`--dbname=${address}`, `--pgdata=${target}`, ...flags], asUser(to))
    return
  }
  await admin.query("select pg_backup_start('replica', true)")
  await run("cp", ["-a", source, target])
  const [label] = await admin.query("select labelfile from pg_backup_stop(false)")
  await rm(join(target, "postmaster.pid"), { force: true })
  await writeFile(join(target, "backup_label"), String(label?.labelfile))
  await writeFile(join(target, "standby.signal"), "")
  await writeFile(join(target, "postgresql.auto.conf"), `primary_conninfo = '${address}'\n`)
  if (to.user) {
    const files = ["backup_label", "standby.signal"].map((name) => join(target, name))
    await run("chown", [`${to.user.uid}:${to.user.gid}`, ...files])
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}
