/**
 * Reads a file twice and exits normally: `node reading-program.ts <file>`. Prints, once nothing is left to do, the
 * number of outcomes, of started threads, and of threads still running.
 */
import type { Worker } from "node:worker_threads"
import { readFilesInThread } from "#adapters/sources/file/in-thread.ts"

const [file = ""] = process.argv.slice(2)
const threads: Worker[] = []
process.on("worker", (thread) => void threads.push(thread))
let outcomes = 0
process.once("beforeExit", () => {
  const left = threads.filter(({ threadId }) => threadId !== -1).length
  process.stdout.write(`${JSON.stringify({ outcomes, threads: threads.length, left })}\n`)
})
for (let n = 0; n < 2; n++) for await (const _ of readFilesInThread([file])) outcomes++
