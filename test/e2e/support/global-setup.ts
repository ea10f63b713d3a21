import { execFile } from "node:child_process"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { scratchFolder } from "#test/support/scratch.ts"
import type { Program } from "./program.ts"
import { startSite } from "./site-server.ts"

/**
 * One production server with its own data for the whole run, reached through SITE_ADDRESS and SITE_DATA. The data of a
 * new site with its sample athletes is made once: this server starts from a copy, and so do those of `own-site.ts`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await scratchFolder(), "b4m-e2e-"))
  // As root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  const prepared = join(folder, "prepared")
  await stopWell(await startSite(prepared, settings))
  process.env.SITE_PREPARED = prepared
  const data = join(folder, "data")
  await promisify(execFile)("cp", ["-a", prepared, data])
  const server = await startSite(data, settings)
  process.env.SITE_ADDRESS = server.url
  process.env.SITE_DATA = data
  return async () => {
    await stopWell(server)
    await rm(folder, { recursive: true, force: true })
  }
}

const settings = { OPERATOR_EMAILS: "operator@b4m.test", PAYMENTS_SANDBOX: "on" }

async function stopWell(server: Program): Promise<void> {
  const { code } = await server.stop()
  if (code !== 0) throw new Error(`The server ended with ${code}. Its output:\n${server.output()}`)
}
