import { Worker } from "node:worker_threads"
import type { FileOutcome } from "#domain/recorded.ts"

/** What the thread is asked to read; `skip` outcomes were given out by a thread before it. */
export interface ReadingOrder {
  paths: readonly string[]
  names: readonly (string | undefined)[]
  skip: number
}

export type ReadingNews = { reading: string } | { outcome: FileOutcome } | { end: true }

/** Of the thread's own, whatever the files hold. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 100, stackSizeMb: 4 }

/** A file to read, called `name` by whoever sent it; without one, by its own name. */
export interface FileToRead {
  path: string
  name?: string
}

/**
 * Reads recordings like `readFiles`, in a thread of its own with a bounded memory: the server goes on answering, and a file
 * that is too much for the thread is refused by its name while the others are read. One outcome is read ahead at most.
 */
export async function* readFilesInThread(
  files: readonly (string | FileToRead)[],
): AsyncGenerator<FileOutcome> {
  const list = files.map((file) => (typeof file === "string" ? { path: file } : file))
  const order = { paths: list.map(({ path }) => path), names: list.map(({ name }) => name), skip: 0 }
  while (true) {
    let reading = ""
    const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData: order, resourceLimits })
    const news = listen(thread)
    try {
      while (true) {
        const one = await news()
        if (one === "too much") {
          order.skip++
          yield { name: reading, ok: false, reason: "takes more memory to read than a recording should" }
          break
        }
        if ("end" in one) return
        if ("reading" in one) reading = one.reading
        else {
          order.skip++
          yield one.outcome
          thread.postMessage("next")
        }
      }
    } finally {
      await thread.terminate()
    }
  }
}

/** The thread's messages in order, each asked for; "too much" when it ran out of memory. */
function listen(thread: Worker): () => Promise<ReadingNews | "too much"> {
  const waiting: (ReadingNews | "too much")[] = []
  let wake: (() => void) | undefined
  let failed: unknown
  const add = (news: ReadingNews | "too much") => {
    waiting.push(news)
    wake?.()
  }
  thread.on("message", add)
  thread.on("error", (error) => {
    if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY") return add("too much")
    failed = error
    wake?.()
  })
  return async () => {
    while (waiting.length === 0) {
      if (failed) throw failed
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return waiting.shift() as ReadingNews | "too much"
  }
}
