import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { FileOutcome, RecordedActivity } from "#domain/recorded.ts"
import { readFit } from "./fit.ts"
import { readGpx } from "./gpx.ts"
import { limits } from "./limits.ts"
import { isRefusal, megabytes, Refusal } from "./refusal.ts"
import { readTcx } from "./tcx.ts"

/** What reads one kind of recording out of a stream of its bytes. */
type Reader = (bytes: AsyncIterable<Uint8Array>) => Promise<RecordedActivity[]>

/** Files that exports bring along and that nobody takes for a recording. */
export function isCompanion(name: string): boolean {
  return /(^|\/)(__MACOSX\/.*|\.[^/]*|thumbs\.db)$|\.(csv|json|html?|txt|md|pdf|jpe?g|png|heic|mp4|mov)$/i.test(
    name,
  )
}

/** Reads one recording; `source` opens its bytes, `count` is told how many of them came out. */
export async function readRecording(
  name: string,
  source: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  count: (bytes: number) => void = () => {},
): Promise<FileOutcome> {
  try {
    const packed = /\.gz$/i.test(name)
    const read = readerOf(packed ? name.slice(0, -3) : name)
    const hash = createHash("sha256")
    const bytes = packed ? gunzip(await source()) : await source()
    const activities = await read(watch(bytes, hash, count))
    const id = hash.digest("hex").slice(0, 32)
    return {
      name,
      ok: true,
      activities: activities.map((activity, leg) => ({ ...activity, externalId: `${id}#${leg}` })),
    }
  } catch (error) {
    if (isRefusal(error)) return { name, ok: false, reason: error.message }
    throw error
  }
}

function readerOf(name: string): Reader {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === "gpx") return readGpx
  if (ending === "tcx") return readTcx
  if (ending === "fit") return async (bytes) => readFit(await collect(bytes, limits.fitBytes), "")
  if (ending === "zip") throw new Refusal("an archive inside an archive")
  throw new Refusal("not a FIT, GPX or TCX file")
}

async function* watch(
  bytes: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    count(chunk.length)
    yield chunk
  }
}

async function collect(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > most) throw new Refusal(`larger than ${megabytes(most)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip()
  const input = Readable.from(bytes)
  input.on("error", (error) => unpacked.destroy(error))
  try {
    for await (const chunk of input.pipe(unpacked)) yield chunk as Uint8Array
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === "Z_BUF_ERROR") throw new Refusal("cut off: the gzip stream does not end")
    if (code?.startsWith("Z_")) throw new Refusal("damaged: it cannot be unpacked")
    throw error
  } finally {
    input.destroy()
    unpacked.destroy()
  }
}
