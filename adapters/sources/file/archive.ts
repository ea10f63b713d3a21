import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { type Entry, openPromise, validateFileName, type ZipFile } from "yauzl"
import type { FileOutcome } from "#domain/recorded.ts"
import { readActivitiesCsv } from "./csv.ts"
import { limits } from "./limits.ts"
import { isCompanion, readRecording } from "./recording.ts"
import { isRefusal, megabytes, Refusal } from "./refusal.ts"

/**
 * The recordings in a .zip, one after the other, such as a Strava bulk export: its activities.csv gives names and sports.
 * Nothing is written to disk, so a path in the archive can lead nowhere; one that tries is refused.
 */
export async function* readArchive(
  path: string,
  archive: string,
  wanted: (name: string) => boolean,
): AsyncGenerator<FileOutcome> {
  const { size } = await stat(path)
  if (size > limits.archiveBytes) {
    if (wanted(archive))
      yield { name: archive, ok: false, reason: `larger than ${megabytes(limits.archiveBytes)}` }
    return
  }
  const most = Math.max(limits.unpackedFloor, size * limits.unpackedRatio)
  let unpacked = 0
  const count = (bytes: number) => {
    unpacked += bytes
    if (unpacked > most) throw new Refusal("unpacks to far more than recordings would; the rest is left out")
  }
  try {
    const told = await readCompanions(path, count)
    for await (const { zip, entry, name } of entries(path)) {
      if (name.endsWith("/") || isCompanion(name) || !wanted(`${archive}/${name}`)) continue
      const problem = problemOf(entry, name)
      if (problem) {
        yield { name: `${archive}/${name}`, ok: false, reason: problem }
        continue
      }
      const outcome = await readRecording(name, () => openEntry(zip, entry), count)
      const more = told.get(name)
      yield outcome.ok
        ? {
            name: `${archive}/${name}`,
            ok: true,
            activities: outcome.activities.map((activity) => ({
              ...activity,
              name: more?.name ?? activity.name,
              // A leg of a multisport file knows better than the export what it is.
              sports:
                more?.sport && outcome.activities.length === 1
                  ? [more.sport, ...activity.sports]
                  : activity.sports,
            })),
          }
        : { ...outcome, name: `${archive}/${name}` }
      if (unpacked > most) return
    }
  } catch (error) {
    if (wanted(archive)) yield { name: archive, ok: false, reason: reasonOf(error) }
  }
}

function problemOf(entry: Entry, name: string): string | undefined {
  const unsafe = validateFileName(name.replaceAll("\\", "/"))
  if (unsafe) return "its path leads out of the archive"
  if (entry.isEncrypted()) return "protected with a password"
  return undefined
}

async function readCompanions(path: string, count: (bytes: number) => void) {
  for await (const { zip, entry, name } of entries(path)) {
    if (!/^([^/]+\/)?activities\.csv$/i.test(name) || entry.uncompressedSize > limits.csvBytes) continue
    const chunks: Buffer[] = []
    for await (const chunk of await openEntry(zip, entry)) {
      count(chunk.length)
      chunks.push(chunk as Buffer)
    }
    const folder = name.slice(0, -"activities.csv".length)
    const rows = readActivitiesCsv(Buffer.concat(chunks).toString("utf8"))
    return new Map([...rows].map(([file, row]) => [folder + file, row]))
  }
  return new Map<string, { name: string | null; sport: string | null }>()
}

async function* entries(path: string): AsyncGenerator<{ zip: ZipFile; entry: Entry; name: string }> {
  // Names are read here, so that one bad name does not end the whole archive.
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  try {
    if (zip.entryCount > limits.archiveEntries) throw new Refusal("holds too many files")
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      yield { zip, entry, name: (entry.fileName as unknown as Buffer).toString("utf8") }
    }
  } finally {
    zip.close()
  }
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  try {
    return guarded(await zip.openReadStreamPromise(entry))
  } catch (error) {
    throw new Refusal(reasonOf(error))
  }
}

async function* guarded(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw new Refusal(reasonOf(error))
  } finally {
    stream.destroy()
  }
}

function reasonOf(error: unknown): string {
  if (isRefusal(error)) return error.message
  const message = error instanceof Error ? error.message : ""
  if (/unsupported compression/i.test(message)) return "packed in a way that is not supported"
  if (/encrypt/i.test(message)) return "protected with a password"
  if (/end of central directory|unexpected end|EOF/i.test(message))
    return "cut off: the archive is not complete"
  return "damaged: it cannot be unpacked"
}
