/**
 * The thread of in-thread.ts. It reads files, posts one outcome, and waits for the next request; after its task, for
 * another.
 */
import { parentPort, workerData } from "node:worker_threads"
import type { ReadingNews } from "./in-thread.ts"
import { readFiles } from "./read.ts"
import type { ReadingOrder } from "./threads.ts"

const tell = (news: ReadingNews) => parentPort?.postMessage(news)
const asked = <T>() => new Promise<T>((resolve) => parentPort?.once("message", resolve))

async function work({ paths, names, skip, failedAhead, scratch }: ReadingOrder): Promise<void> {
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
}

let order = workerData as ReadingOrder
while (true) {
  await work(order)
  const another = asked<ReadingOrder>()
  tell({ end: true })
  order = await another
}
