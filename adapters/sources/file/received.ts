import { createWriteStream } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { RecordingFiles } from "#domain/sources.ts"
import { readFilesInThread } from "./in-thread.ts"

/** Before the number of the process that made the folder. */
const prefix = "b4m-import-"

/**
 * Reads files that came over the network: written to a temporary folder first, because an archive is read from its end.
 * The folder is removed in any case; by the next one that is read when the process was killed.
 */
export const readReceived: RecordingFiles["readReceived"] = async function* (files) {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  try {
    const list = []
    for (const [index, { name, bytes }] of files.entries()) {
      const path = join(folder, String(index))
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
      list.push({ path, name })
    }
    yield* readFilesInThread(list)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Recordings say where somebody lives, so none may lie about. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : []
    if (pid && !isRunning(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
