import { execFile } from "node:child_process"
import { chmod, mkdir, rename, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { withLockFile } from "#adapters/db/embedded/mutex.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { collectLog } from "./collected-log.ts"

/**
 * Provides a folder with a cleanly stopped cluster. It is copied from one that is made once for the run, because creating one
 * takes longer than most tests that need it.
 */
export async function copyBaseCluster(dataDir: string): Promise<string> {
  const complete = join(tmpdir(), "b4m-base-cluster")
  const isMade = () => stat(complete).catch(() => null)
  if (!(await isMade()))
    await withLockFile(`${complete}.lock`, async () => {
      if (!(await isMade())) await make(complete)
    })
  await promisify(execFile)("cp", ["-a", join(complete, "data"), dataDir])
  return dataDir
}

async function make(complete: string): Promise<void> {
  const partial = `${complete}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial)
  // As root the database runs as another user, who must be able to enter.
  await chmod(partial, 0o755)
  const dataDir = join(partial, "data")
  await (await startEmbedded({ dataDir, log: collectLog() })).stop()
  await rename(partial, complete)
}
