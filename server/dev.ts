/** The process for development: pages from the sources, with hot reload. */
import { join } from "node:path"
import { runProcess } from "./process/process.ts"
import { readProcessEnv } from "./process/process-env.ts"
import { startServer } from "./start.ts"

const root = join(import.meta.dirname, "..")

runProcess(() => startServer({ env: readProcessEnv(root), buildDir: join(root, "build"), development: true }))
