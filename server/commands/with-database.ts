import { join } from "node:path"
import { migrate } from "#adapters/db/migrate.ts"
import type { PostgresDb } from "#adapters/db/postgres.ts"
import type { Env } from "../process/env.ts"
import { createLog } from "../process/log.ts"
import { readProcessEnv } from "../process/process-env.ts"
import { createClosers } from "../world/closers.ts"
import { openDatabase } from "../world/database.ts"
import { readCommandEnv } from "./command-env.ts"

/**
 * Runs `work` on the database of this installation: joins the running server's, or starts the embedded one for the
 * duration. With `anySecret`, AUTH_SECRET may differ from the running site's. Returns the exit code of `work`; 1,
 * printing the reason, if anything fails.
 */
export async function withDatabase(
  name: string,
  work: (given: { db: PostgresDb; env: Env }) => Promise<number>,
  { anySecret = false }: { anySecret?: boolean } = {},
): Promise<number> {
  const log = createLog({ level: "warn", destination: process.stderr })
  const closers = createClosers(log)
  try {
    const root = join(import.meta.dirname, "../..")
    const env = readProcessEnv(root)
    if (env.SUPABASE_URL) {
      process.stderr.write(
        "SUPABASE_URL is set: accounts and objects belong to the project; use its own tools.\n",
      )
      return 1
    }
    const { db, directUrl: url } = await openDatabase(env, log, closers, name)
    await migrate({ url, platform: true, log })
    return await work({ db, env: anySecret ? env : await readCommandEnv(db, root) })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await closers.close()
  }
}
