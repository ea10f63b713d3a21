import { createReadStream } from "node:fs"
import { open, readdir, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { readArchive } from "./archive.ts"
import type { Reading } from "./reading.ts"
import { isCompanion, type ReadOutcome, readRecording } from "./recording.ts"

/**
 * Reads recordings from files and folders: .fit, .gpx, .tcx, each also as .gz, exports of Apple Health, Google Fit,
 * Hevy and Strong, and .zip of any of these. Yields one independent outcome per file, in order, and keeps nothing in
 * memory longer than needed.
 */
export async function* readFiles(
  paths: readonly string[],
  reading: Reading = {},
): AsyncGenerator<ReadOutcome> {
  const { names = [], ...rest } = reading
  const { wanted = () => true, passedOver = () => {} } = rest
  for (const [index, path] of paths.entries()) {
    const name = names[index] ?? basename(path)
    const found = await stat(path).catch(() => null)
    if (!found) {
      if (wanted(path)) yield { name: path, ok: false, reason: "not found" }
    } else if (found.isDirectory()) {
      const inside = (await readdir(path)).filter((one) => !one.startsWith(".")).sort()
      yield* readFiles(
        inside.map((one) => join(path, one)),
        rest,
      )
    } else if (isCompanion(name)) {
      // Not a recording.
    } else if (await isZip(path)) yield* readArchive(path, name, rest)
    else if (wanted(name)) {
      const place = reading.scratch === undefined ? undefined : { path, copy: false }
      const outcome = await readRecording(name, () => createReadStream(path), { place })
      if (!outcome.noRecording) yield outcome
      // Files that often accompany recordings are skipped, but a watch's non-activity file was probably selected in the
      // belief that it is an activity.
      else if (/\.(csv|json)$/i.test(name)) passedOver(name)
      else yield { name, ok: false, reason: outcome.reason }
    }
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    // A shorter file leaves the rest zero.
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.readUInt32LE() === 0x04034b50 || buffer.readUInt32LE() === 0x06054b50
  } finally {
    await file.close()
  }
}
