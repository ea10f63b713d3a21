import { readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Before the number of the process that made a temporary folder of ours. */
export const scratchPrefix = "b4m-import-"

/** Removes the temporary folders of processes that were killed: recordings say where somebody lives, so none may lie about. */
export async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [pid] = name.startsWith(scratchPrefix) ? name.slice(scratchPrefix.length).split("-") : []
    if (pid && !isRunning(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
