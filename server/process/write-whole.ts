import { randomUUID } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"

/**
 * Writes a file that only its owner can read. Other processes see the previous content or the new one, never a part of
 * it: it is written beside its place, flushed to disk and moved.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  try {
    const file = await open(unfinished, "wx", 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
