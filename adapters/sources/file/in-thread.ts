import { Worker } from "node:worker_threads"
import type { FileOutcome } from "#domain/recorded.ts"

/** What the thread is asked to read; `skip` outcomes were given out by a thread before it. */
export interface ReadingOrder {
  paths: readonly string[]
  names: readonly (string | undefined)[]
  skip: number
}

export type ReadingNews = { reading: string } | { outcome: FileOutcome } | { end: true }

/** The thread ended over the file that it was reading. */
type Broken = { broken: string }

/** Of the thread's own, whatever the files hold. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 100, stackSizeMb: 4 }

/** A file to read, called `name` by whoever sent it; without one, by its own name. */
interface FileToRead {
  path: string
  name?: string
}

/**
 * Reads recordings like `readFiles`, in a thread of its own with a bounded memory: the server goes on answering, and a file
 * that is too much for the thread, or on which a reader of ours fails, is refused by its name while the others are read.
 * One outcome is read ahead at most.
 */
export async function* readFilesInThread(
  files: readonly (string | FileToRead)[],
  program = new URL("./thread.ts", import.meta.url),
): AsyncGenerator<FileOutcome> {
  const list = files.map((file) => (typeof file === "string" ? { path: file } : file))
  const order = { paths: list.map(({ path }) => path), names: list.map(({ name }) => name), skip: 0 }
  while (true) {
    let reading = ""
    const thread = new Worker(program, { workerData: order, resourceLimits })
    const news = listen(thread)
    try {
      while (true) {
        const one = await news()
        if ("broken" in one) {
          order.skip++
          yield { name: reading, ok: false, reason: one.broken }
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

/** The thread's messages in order, each asked for. Rejects when the machine failed and not what was read. */
function listen(thread: Worker): () => Promise<ReadingNews | Broken> {
  const waiting: (ReadingNews | Broken)[] = []
  let wake: (() => void) | undefined
  let failed: unknown
  const add = (news: ReadingNews | Broken) => {
    waiting.push(news)
    wake?.()
  }
  thread.on("message", add)
  thread.on("error", (error) => {
    const { code } = error as { code?: unknown }
    if (code === "ERR_WORKER_OUT_OF_MEMORY")
      return add({ broken: "takes more memory to read than a recording should" })
    // An error of our own readers has no code; a full disk or a lost file has one, and another try may help.
    if (code === undefined) return add({ broken: "damaged: it cannot be read" })
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
    return waiting.shift() as ReadingNews | Broken
  }
}
