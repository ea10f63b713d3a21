/** The only file that reads process.env; env.ts defines the variables. */
import { existsSync } from "node:fs"
import { type Env, readEnv } from "./env.ts"

/**
 * The variables of this process, on top of those of a `.env` file in `folder`, if there is one, on top of `fallback`.
 */
export function readProcessEnv(folder: string, fallback: Record<string, string> = {}): Env {
  const file = `${folder}/.env`
  if (existsSync(file)) process.loadEnvFile(file)
  const given = Object.entries(process.env).filter(([, value]) => value?.trim())
  return readEnv({ ...fallback, ...Object.fromEntries(given) })
}

/** The folder in which the user ran an npm script; npm itself changes to the project's folder. */
export function callersFolder(): string {
  return process.env.INIT_CWD ?? process.cwd()
}

/**
 * React and other libraries choose their production build by this variable, independently of the server's own setting.
 */
export function preferProductionLibraries(): void {
  process.env.NODE_ENV = "production"
}
