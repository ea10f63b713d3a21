/**
 * One server process's world without HTTP, for tests of several processes: prints what it receives on the
 * topic "test" as `heard <payload>`, and runs jobs like any server. `say <payload>` on standard input
 * publishes.
 */
import { createInterface } from "node:readline"
import { createMetrics } from "#server/http/metrics.ts"
import { readEnv } from "#server/process/env.ts"
import { createLog } from "#server/process/log.ts"
import { createClosers } from "#server/world/closers.ts"
import { openDatabase } from "#server/world/database.ts"
import { openWork, openWorld } from "#server/world/world.ts"

const env = readEnv(process.env)
const log = createLog({ level: "warn", destination: process.stderr })
const closers = createClosers(log)
process.on("SIGTERM", () => void closers.close().then(() => process.exit(0)))
const database = await openDatabase(env, log, closers, "test")
const metrics = createMetrics()
const opened = await openWorld({ env, database, log, closers, metrics, siteUrl: "http://b4m.test" })
await openWork(opened, { closers, metrics, pruneAuth: async () => {} })
const { world, queue } = opened
world.live.subscribe("test", (payload) => process.stdout.write(`heard ${payload}\n`))
await queue.work(world)
process.stdout.write("running at http://localhost:1\n")

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.startsWith("say ")) void world.live.publish(world.db, "test", line.slice(4))
})
