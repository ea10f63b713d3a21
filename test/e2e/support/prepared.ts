import { execFile } from "node:child_process"
import { chmod, mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { scratchFolder } from "#test/support/scratch.ts"

/**
 * A new folder with the data of a site that has just started for the first time: a copy of what global-setup.ts prepared,
 * because creating the database and training the sample athletes takes longer than most tests.
 */
export async function prepareData(): Promise<{ folder: string; data: string }> {
  const prepared = process.env.SITE_PREPARED
  if (!prepared) throw new Error("SITE_PREPARED is not set; Playwright's global setup prepares the data")
  const folder = await mkdtemp(join(await scratchFolder(), "b4m-e2e-own-"))
  // As root the database runs as another user, who must be able to enter it.
  await chmod(folder, 0o755)
  const data = join(folder, "data")
  await promisify(execFile)("cp", ["-a", prepared, data])
  return { folder, data }
}
