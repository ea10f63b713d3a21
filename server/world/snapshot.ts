import { randomUUID } from "node:crypto"
import { open, readFile, rename, rm } from "node:fs/promises"
import type { Snapshot } from "#ports/snapshot.ts"

/** Keeps a text in a file, which several processes may share. */
export function fileSnapshot(path: string): Snapshot {
  return {
    read: () => readFile(path, "utf8").catch(() => null),
    async write(text) {
      const unfinished = `${path}.${randomUUID()}`
      try {
        const file = await open(unfinished, "wx", 0o600)
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
  }
}
