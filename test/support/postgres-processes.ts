import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { clusterOf, findPostmaster } from "#adapters/db/embedded/postmaster.ts"

const run = promisify(execFile)

/** The processes of the embedded PostgreSQL of a server: `root` is the folder that the server prints as "Data: ...". */
export interface PostgresProcesses {
  /** Suspends all of them, like a machine that hangs: connections stay open, but nothing responds. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Kills all of them, as a power failure would. */
  kill(): Promise<void>
}

export function postgresProcesses(root: string): PostgresProcesses {
  let frozen: number[] = []
  // The parent process is stopped first, so that it cannot start others.
  const signalAll = async (signal: NodeJS.Signals) => {
    const postmaster = await findPostmaster(clusterOf({ root }))
    if (!postmaster) throw new Error(`No PostgreSQL runs in ${root}`)
    process.kill(postmaster.pid, signal)
    const pids = [postmaster.pid, ...(await childrenOf(postmaster.pid))]
    for (const pid of pids.slice(1)) process.kill(pid, signal)
    return pids
  }
  return {
    async freeze() {
      frozen = await signalAll("SIGSTOP")
    },
    async thaw() {
      for (const pid of frozen.splice(0).reverse()) process.kill(pid, "SIGCONT")
    },
    async kill() {
      await signalAll("SIGKILL")
    },
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="])
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}
