import { statfs } from "node:fs/promises"
import { tmpdir } from "node:os"

const inMemory = "/dev/shm"

/**
 * Where tests put temporary files: in memory if the system offers 4 GB of it. A database is a thousand small files,
 * which takes 24 ms there and 156 ms on a disk's file system; and nothing that a test does to a process simulates a
 * power failure.
 */
export async function scratchFolder(): Promise<string> {
  const shared = await statfs(inMemory).catch(() => null)
  return shared && shared.bavail * shared.bsize > 4e9 ? inMemory : tmpdir()
}

/** Every location that scratchFolder() may have returned in earlier runs. */
export const scratchFolders = [tmpdir(), inMemory]
