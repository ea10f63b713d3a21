import { readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Prefix of our temporary folders, before the process id. */
export const scratchPrefix = "b4m-import-"

/** Deletes the temporary folders of killed processes: recordings reveal where people live, so none may remain. */
export async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [pid] = name.startsWith(scratchPrefix) ? name.slice(scratchPrefix.length).split("-") : []
    if (pid && !isRunning(Number(pid))) await removeFolder(join(tmpdir(), name))
  }
}

/** Deletes a folder with everything in it, unless somebody else just did. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
