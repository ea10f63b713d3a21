import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"

/** Flushes the names in a folder to disk. Rejects with ENOENT if the folder does not exist. */
export async function flushFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, constants.O_RDONLY)
    await handle.sync()
  } finally {
    await handle?.close()
  }
}

/**
 * Runs `flush` for a folder so that each call is served by a run that started after it: calls made while one runs share
 * the next.
 */
export function shareFlushes(flush: (folder: string) => Promise<void>): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const start = (folder: string): Promise<void> => {
    next.delete(folder)
    const run = flush(folder).finally(() => {
      if (running.get(folder) === run) running.delete(folder)
    })
    running.set(folder, run)
    return run
  }
  return (folder) => {
    const current = running.get(folder)
    if (!current) return start(folder)
    const waiting = next.get(folder) ?? current.catch(() => {}).then(() => start(folder))
    next.set(folder, waiting)
    return waiting
  }
}
