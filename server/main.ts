/** The process: reads the settings, starts the server, stops it in order on a signal. */
import { fileURLToPath } from "node:url"
import { readProcessEnv } from "./env.ts"
import { startServer } from "./start.ts"

/** Exit codes: 0 stopped in order, 1 a bug or a broken start, 78 a setting that cannot be used (sysexits EX_CONFIG). */
const exitCodes = { stopped: 0, failed: 1, badSetting: 78 }

const root = fileURLToPath(new URL("..", import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  const server = await startServer(readProcessEnv(root))
  for (const line of server.lines) say(line)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) {
      say(`${signal} again: stopping at once`)
      process.exit(exitCodes.failed)
    }
    stopping = true
    say(`${signal}: finishing what is in flight; a second signal stops at once`)
    server.stop().then(
      () => process.exit(exitCodes.stopped),
      () => process.exit(exitCodes.failed),
    )
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
}

run().catch((error: Error & { code?: string }) => {
  const isSetting = error.code === "invalid_setting"
  process.stderr.write(`${isSetting ? error.message : (error.stack ?? String(error))}\n`)
  process.exit(isSetting ? exitCodes.badSetting : exitCodes.failed)
})
