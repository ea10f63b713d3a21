import { createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { ReadReceived } from "#domain/competition/read-uploads.ts"
import { readFilesApart } from "./apart.ts"

/**
 * Reads files that came over the network: written to a temporary folder first, because an archive is read from its end.
 * The folder is removed in any case.
 */
export const readReceived: ReadReceived = async function* (files) {
  const folder = await mkdtemp(join(tmpdir(), "import-"))
  try {
    const list = []
    for (const [index, { name, bytes }] of files.entries()) {
      const path = join(folder, String(index))
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
      list.push({ path, name })
    }
    yield* readFilesApart(list)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
