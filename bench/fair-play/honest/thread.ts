/** Creates and parses the sessions whose numbers are sent to this thread. */
import { parentPort, workerData } from "node:worker_threads"
import { readHere } from "./play.ts"
import { type SeasonOptions, sessionsOf } from "./season.ts"

const sessions = sessionsOf(workerData as SeasonOptions)

parentPort?.on("message", async (nr: number) => {
  const session = sessions[nr]
  if (!session) throw new Error(`There is no session ${nr}`)
  parentPort?.postMessage({ nr, prepared: await readHere(session) })
})
