import { createWriteStream } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { RecordingFiles } from "#ports/sources.ts"
import { readFilesInThread } from "./in-thread.ts"
import { removeAbandoned, removeFolder, scratchPrefix } from "./scratch.ts"

/**
 * Reads files received over the network. They are first written to a temporary folder, because an archive is read from
 * its end. The folder is always deleted; if the process was killed, by the next read.
 */
export const readReceived: RecordingFiles["readReceived"] = async function* (files) {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${scratchPrefix}${process.pid}-`))
  try {
    const list = []
    for (const [index, { name, bytes }] of files.entries()) {
      const path = join(folder, String(index))
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
      list.push({ path, name })
    }
    yield* readFilesInThread(list)
  } finally {
    await removeFolder(folder)
  }
}
