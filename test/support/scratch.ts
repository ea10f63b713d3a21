import { statfs } from "node:fs/promises"
import { tmpdir } from "node:os"

const inMemory = "/dev/shm"

/**
 * Where tests put what they throw away: in memory where the system offers 4 GB of it. A database is a thousand small files,
 * which takes 24 ms there and 156 ms on a disk's file system; and nothing that a test does to a process is a power cut.
 */
export async function scratchFolder(): Promise<string> {
  const shared = await statfs(inMemory).catch(() => null)
  return shared && shared.bavail * shared.bsize > 4e9 ? inMemory : tmpdir()
}

/** Every place that scratchFolder() may have answered in earlier runs. */
export const scratchFolders = [tmpdir(), inMemory]
