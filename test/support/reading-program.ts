/**
 * Reads a file twice and ends by itself: `node reading-program.ts <file>`. Prints, once nothing is left to do, how many
 * outcomes there were, how many threads were started, and how many of them are still there.
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
