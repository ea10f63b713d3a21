/**
 * The server process: reads the settings, starts the server, and stops it in order on a signal. With PROCESSES above 1 it
 * runs that many of itself.
 */
import cluster from "node:cluster"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { logFormat } from "./env.ts"
import { createLog } from "./log.ts"
import { runProcess } from "./process.ts"
import { preferProductionLibraries, readProcessEnv } from "./process-env.ts"
import { countProcesses, runProcesses } from "./processes.ts"

const root = join(import.meta.dirname, "..")

/** How many processes, and how the parent prints; one process for settings that it will refuse itself. */
function readShare(): { count: number; json: boolean } {
  try {
    const env = readProcessEnv(root)
    return { count: countProcesses(env), json: logFormat(env) === "json" }
  } catch {
    return { count: 1, json: false }
  }
}

const share = readShare()
if (cluster.isPrimary && share.count > 1) {
  const log = createLog({ level: "info" })
  runProcesses(share.count, (line) =>
    share.json ? log.info({}, line) : void process.stdout.write(`${line}\n`),
  )
} else
  runProcess(async (json) => {
    const env = readProcessEnv(root)
    if (logFormat(env) === "json") json()
    preferProductionLibraries()
    // Imported only now, because React reads NODE_ENV when it is first imported.
    const { startServer } = await import("./start.ts")
    const buildDir = join(root, "build")
    const isBuilt = ["server/index.js", "pages.json"].every((file) => existsSync(join(buildDir, file)))
    const server = await startServer({ env, buildDir: isBuilt ? buildDir : null })
    const missing = isBuilt ? [] : ["The pages are not built, so only the API responds (npm run build)."]
    return { ...server, lines: [...server.lines, ...missing] }
  })
