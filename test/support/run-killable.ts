import { spawn } from "node:child_process"
import { join } from "node:path"
import { compileCache } from "./compile-cache.ts"

/**
 * Runs killable.ts on a database. With `kill` it is killed so many milliseconds after it began to write, or as soon as the
 * promise resolves. Returns whether it completed.
 */
export function runKillable(
  databaseUrl: string,
  args: readonly string[],
  kill?: number | Promise<unknown>,
): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "killable.ts"), databaseUrl, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...compileCache },
  })
  let said = ""
  child.stdout.on("data", (data) => {
    if (said === "" && typeof kill === "number") setTimeout(() => child.kill("SIGKILL"), kill)
    said += String(data)
  })
  if (typeof kill === "object") void kill.then(() => child.kill("SIGKILL"))
  return new Promise((resolve) => child.on("exit", () => resolve(said.includes("done"))))
}
