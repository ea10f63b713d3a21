import { createReadStream } from "node:fs"
import { open, readdir, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import type { FileOutcome } from "#domain/recorded.ts"
import { readArchive } from "./archive.ts"
import { isCompanion, readRecording } from "./recording.ts"

interface Reading {
  /** What whoever sent them calls the files at `paths`; their own names when left out. */
  names?: readonly (string | undefined)[]
  /** Asked once before each outcome; false passes it over unread. */
  wanted?: (name: string) => boolean
}

/**
 * Reads recordings from files and folders: .fit, .gpx, .tcx, each also as .gz, and .zip of any of them. One outcome per
 * file, in order, whatever is wrong with the others; nothing is held longer than it is read.
 */
export async function* readFiles(
  paths: readonly string[],
  reading: Reading = {},
): AsyncGenerator<FileOutcome> {
  const { names = [], wanted = () => true } = reading
  for (const [index, path] of paths.entries()) {
    const name = names[index] ?? basename(path)
    const found = await stat(path).catch(() => null)
    if (!found) {
      if (wanted(path)) yield { name: path, ok: false, reason: "not found" }
    } else if (found.isDirectory()) {
      const inside = (await readdir(path)).filter((one) => !one.startsWith(".")).sort()
      yield* readFiles(
        inside.map((one) => join(path, one)),
        { wanted },
      )
    } else if (isCompanion(name)) {
      // Nobody takes it for a recording.
    } else if (await isZip(path)) yield* readArchive(path, name, wanted)
    else if (wanted(name)) yield await readRecording(name, () => createReadStream(path))
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && (buffer.readUInt32LE() === 0x04034b50 || buffer.readUInt32LE() === 0x06054b50)
  } finally {
    await file.close()
  }
}
