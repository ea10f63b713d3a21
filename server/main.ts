/** The server process: reads the settings, starts the server, and stops it in order on a signal. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { logFormat } from "./env.ts"
import { runProcess } from "./process.ts"
import { preferProductionLibraries, readProcessEnv } from "./process-env.ts"

const root = join(import.meta.dirname, "..")

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
