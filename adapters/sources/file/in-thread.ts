import { createReadStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import type { Worker } from "node:worker_threads"
import type { FileOutcome } from "#ports/recorded.ts"
import type { ReadOutcome } from "./recording.ts"
import { removeFolder, scratchPrefix } from "./scratch.ts"
import { doneReading, type ReadingOrder, startReading } from "./threads.ts"

export type ReadingNews =
  | { reading: string }
  | { readingAhead: string }
  | { outcome: ReadOutcome }
  | { passedOver: true }
  | { end: true }

/** The thread crashed on the file that it was reading. */
type Broken = { broken: string }

/** After this many crashed threads, the remaining files are presumed malicious. */
const mostBroken = 30

/** A file to read, reported under `name`; defaults to its own name. */
interface FileToRead {
  path: string
  name?: string
}

/**
 * Reads recordings like `readFiles`, in a separate thread with bounded memory: the server stays responsive, and a file that
 * exhausts the thread or crashes a parser is refused by name while the others are read. The bytes of a recording can be read
 * until the next outcome is requested.
 */
export async function* readFilesInThread(
  files: readonly (string | FileToRead)[],
  program?: URL,
): AsyncGenerator<FileOutcome> {
  const list = files.map((file) => (typeof file === "string" ? { path: file } : file))
  const scratch = await mkdtemp(join(tmpdir(), `${scratchPrefix}${process.pid}-`))
  const paths = list.map(({ path }) => path)
  const order = { paths, names: list.map(({ name }) => name), skip: 0, failedAhead: {}, scratch }
  try {
    yield* readInThreads(order, program)
  } finally {
    await removeFolder(scratch)
  }
}

async function* readInThreads(order: ReadingOrder, program?: URL): AsyncGenerator<FileOutcome> {
  let reading = ""
  for (let broken = 0; broken < mostBroken; broken++) {
    let ahead = false
    const thread = startReading(order, program)
    const news = listen(thread)
    let finished = false
    try {
      while (true) {
        const one = await news()
        if ("broken" in one) {
          if (ahead) order.failedAhead[reading] = one.broken
          else {
            order.skip++
            yield { name: reading, ok: false, reason: one.broken }
          }
          break
        }
        if ("end" in one) {
          finished = true
          return
        }
        if ("passedOver" in one) order.skip++
        else if ("readingAhead" in one) [reading, ahead] = [one.readingAhead, true]
        else if ("reading" in one) [reading, ahead] = [one.reading, false]
        else {
          order.skip++
          yield withOriginal(one.outcome)
          if (one.outcome.place?.copy) await rm(one.outcome.place.path, { force: true })
          thread.postMessage("next")
        }
      }
    } finally {
      await (finished ? doneReading(thread, program) : thread.terminate())
    }
  }
  const reason = `left out with the rest of it: ${mostBroken} files before it could not be read`
  const names = order.paths.map((path, index) => order.names[index] ?? basename(path))
  const at = names.findIndex((name) => reading === name || reading.startsWith(`${name}/`))
  for (const name of names.slice(Math.max(0, at))) yield { name, ok: false, reason }
}

/**
 * A file is the original of its activities if their ids share an origin. That excludes exports of years of training.
 */
function withOriginal({ place, ...outcome }: ReadOutcome): FileOutcome {
  if (!outcome.ok || !place) return outcome
  const origins = new Set(outcome.activities.map(({ externalId }) => externalId.split("#")[0] ?? ""))
  const [contentId] = origins
  if (contentId === undefined || origins.size > 1) return outcome
  return { ...outcome, original: { contentId, bytes: () => createReadStream(place.path) } }
}

/** The thread's messages in order, one per request. Rejects if this machine failed rather than the input. */
function listen(thread: Worker): () => Promise<ReadingNews | Broken> {
  const waiting: (ReadingNews | Broken)[] = []
  let wake = () => {}
  let failed: unknown
  const add = (news: ReadingNews | Broken) => {
    waiting.push(news)
    wake()
  }
  thread.on("message", add)
  let error: unknown
  thread.on("error", (thrown) => {
    error = thrown
  })
  // Not on the `error` event, which can overtake earlier messages; at `exit` all of them have arrived.
  thread.on("exit", () => {
    const { code } = (error ?? {}) as { code?: unknown }
    if (code === "ERR_WORKER_OUT_OF_MEMORY")
      return add({ broken: "takes more memory to read than a recording should" })
    // Errors thrown by our parsers have no code; those of a full disk or a missing file do, and a retry may help.
    if (error !== undefined && code === undefined) return add({ broken: "damaged: it cannot be read" })
    failed = error ?? new Error("The reading thread ended without a result")
    wake()
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
