/** The thread of in-thread.ts: reads, posts one outcome, waits for the next request. */
import { parentPort, workerData } from "node:worker_threads"
import type { ReadingNews, ReadingOrder } from "./in-thread.ts"
import { readFiles } from "./read.ts"

const { paths, names, skip, failedAhead, scratch } = workerData as ReadingOrder
const tell = (news: ReadingNews) => parentPort?.postMessage(news)
const asked = () => new Promise<void>((resolve) => parentPort?.once("message", () => resolve()))

let left = skip
const files = readFiles(paths, {
  names,
  scratch,
  readingAhead(name) {
    tell({ readingAhead: name })
    return failedAhead[name]
  },
  passedOver: () => tell({ passedOver: true }),
  wanted(name) {
    if (left > 0) {
      left--
      return false
    }
    tell({ reading: name })
    return true
  },
})
for await (const outcome of files) {
  const next = asked()
  tell({ outcome })
  await next
}
tell({ end: true })
parentPort?.close()
