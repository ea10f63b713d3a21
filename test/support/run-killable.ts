import { spawn } from "node:child_process"
import { join } from "node:path"
import { compileCache } from "./compile-cache.ts"

/**
 * Runs killable.ts on a database; with `killAfterMs` it is killed that long after it began to write. Returns
 * whether it completed.
 */
export function runKillable(
  databaseUrl: string,
  args: readonly string[],
  killAfterMs?: number,
): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "killable.ts"), databaseUrl, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...compileCache },
  })
  let said = ""
  child.stdout.on("data", (data) => {
    if (said === "" && killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs)
    said += String(data)
  })
  return new Promise((resolve) => child.on("exit", () => resolve(said.includes("done"))))
}
