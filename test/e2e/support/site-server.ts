import { freePort, ownEnvironment, type Program, root, startProgram } from "./program.ts"

/** A production server on its own data folder, as `npm start` runs it. */
export async function startSite(data: string, settings: NodeJS.ProcessEnv = {}): Promise<Program> {
  return startProgram({
    command: process.execPath,
    args: ["server/main.ts"],
    cwd: root,
    env: {
      ...ownEnvironment(),
      NODE_ENV: "production",
      PORT: String(await freePort()),
      DATA_DIR: data,
      LOG_LEVEL: "warn",
      ...settings,
    },
    patienceMs: 180_000,
  })
}
