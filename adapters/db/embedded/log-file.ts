import { type FileHandle, open, rename, stat } from "node:fs/promises"
import { join } from "node:path"

const MAX_BYTES = 10_000_000

/** Path of the server's own log: starts, stops and problems, but no statements. */
export function logFile(place: { root: string }): string {
  return join(place.root, "postgres.log")
}

/** Opens it for appending; a large one is first renamed to postgres.log.1, replacing the previous one. */
export async function openLog(place: { root: string }): Promise<FileHandle> {
  const file = logFile(place)
  const found = await stat(file).catch(() => null)
  if (found && found.size > MAX_BYTES) await rename(file, `${file}.1`)
  return open(file, "a", 0o600)
}
