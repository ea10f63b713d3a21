import { spawn } from "node:child_process"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "#test/e2e/support/program.ts"

/** The whole server as deployed, in a separate process on its own database. */
export interface Site {
  url: string
  publishableKey: string
  secretKey: string
  /** Process id. */
  pid: number
  dataDir: string
  stop(): Promise<void>
}

const root = join(import.meta.dirname, "../..")

export async function startSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "bench-auth-"))
  // As root, the database runs as another user, which must be able to enter.
  await chmod(folder, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(root, "server/main.ts")], {
    // Not production, because only then may limits on sign-ups be lifted; request handling is the same.
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      AUTH_LIMITS: "off",
      DEMO: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
    cwd: root,
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 300; attempt++) {
    const answered = await fetch(`${url}/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) {
      const secrets = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8"))
      return {
        url,
        publishableKey: secrets.SUPABASE_PUBLISHABLE_KEY,
        secretKey: secrets.SUPABASE_SECRET_KEY,
        pid: child.pid ?? 0,
        dataDir: folder,
        stop,
      }
    }
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it answered`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error("The server did not answer within a minute")
}
