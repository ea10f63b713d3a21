import { chmod, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { scratchFolder } from "#test/support/scratch.ts"
import { freePort, ownEnvironment, root, startProgram } from "./program.ts"

/** One production server with its own data for the whole run, reached through SITE_ADDRESS and SITE_DATA. */
export default async function setup(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(await scratchFolder(), "b4m-e2e-"))
  // As root, the database runs as another user, who needs access to the folder.
  await chmod(data, 0o755)
  const env = {
    ...ownEnvironment(),
    NODE_ENV: "production",
    PORT: String(await freePort()),
    DATA_DIR: join(data, "data"),
    LOG_LEVEL: "warn",
    OPERATOR_EMAILS: "operator@b4m.test",
    PAYMENTS_SANDBOX: "on",
  }
  const server = await startProgram({
    command: process.execPath,
    args: ["server/main.ts"],
    cwd: root,
    env,
    patienceMs: 180_000,
  })
  process.env.SITE_ADDRESS = server.url
  process.env.SITE_DATA = env.DATA_DIR
  return async () => {
    const { code } = await server.stop()
    for (const folder of [data, server.dataFolder]) await rm(folder, { recursive: true, force: true })
    if (code !== 0) throw new Error(`The server ended with ${code}. Its output:\n${server.output()}`)
  }
}
