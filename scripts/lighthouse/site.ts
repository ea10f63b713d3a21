import { chmod } from "node:fs/promises"
import { join } from "node:path"
import {
  freePort,
  type Program,
  plainEnvironment,
  root,
  startProgram,
} from "../../test/e2e/support/program.ts"

/** The whole server as deployed, with its own data below `folder`. */
export async function startSite(folder: string): Promise<Program> {
  // As root, the database runs as another user, which must be able to enter.
  await chmod(folder, 0o711)
  return startProgram({
    command: process.execPath,
    args: ["server/main.ts"],
    cwd: root,
    env: {
      ...plainEnvironment(),
      NODE_ENV: "production",
      PORT: String(await freePort()),
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "warn",
    },
    patienceMs: 120_000,
  })
}
