import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { FileOutcome, RecordedActivity, StrengthLog } from "#ports/recorded.ts"
import { collect } from "./collect.ts"
import { type Copy, copyWhileRead } from "./copy.ts"
import { readFit } from "./fit.ts"
import { readGpx } from "./gpx.ts"
import { activitiesIn, readHealthExport } from "./health-export.ts"
import { limits } from "./limits.ts"
import { isNoRecording, isRefusal, Refusal } from "./refusal.ts"
import { readSession } from "./session.ts"
import { readStrengthLogs } from "./strength-log.ts"
import { readTcx } from "./tcx.ts"

/** What a parser found in a file. */
interface Found {
  activities: readonly RecordedActivity[]
  logs?: readonly StrengthLog[]
  /** What was omitted, as a sentence without its subject. */
  note?: string
}

/**
 * Parses one file format from a byte stream. An id that is missing or only a number (`#2`) is completed from the
 * content.
 */
type Reader = (bytes: AsyncIterable<Uint8Array>) => Promise<Found>

/** The location of a recording's bytes; with `copy`, where to copy them while it is read. */
interface Place {
  path: string
  copy: boolean
}

/** An outcome with the location of the bytes as sent. A copy exists only if the outcome names it. */
export type ReadOutcome = FileOutcome & { place?: Place }

/** The outcome of a file; `noRecording` means that it is not a recording. */
type RecordingOutcome = (ReadOutcome & { noRecording?: never }) | NoRecordingOutcome
type NoRecordingOutcome = { name: string; ok: false; reason: string; noRecording: true }

interface RecordingOptions {
  /** Receives the number of unpacked bytes. */
  count?: (bytes: number) => void
  /** If omitted, the outcome names no bytes. The outcome of an export of years of training never does. */
  place?: Place | undefined
}

/** Files that accompany exports: never opened. */
export function isCompanion(name: string): boolean {
  return (
    /(^|\/)(__MACOSX\/.*|\.[^/]*|thumbs\.db)$|\.(html?|txt|md|pdf|jpe?g|png|heic|mp4|mov)$/i.test(name) ||
    isMedical(name)
  )
}

/** Private parts of Apple Health's export that must not be read: ECGs, clinical records, the clinical document. */
function isMedical(name: string): boolean {
  return /(^|\/)(electrocardiograms|clinical[-_]records)\/|_cda\.xml$/i.test(name)
}

/** Exports with far more than one recording: all of Apple Health, training logs of years. */
function isWholeLife(name: string): boolean {
  return /\.(xml|csv)(\.gz)?$/i.test(name)
}

/** Parses one recording; `source` opens its bytes. */
export async function readRecording(
  name: string,
  source: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  { count = () => {}, place: given }: RecordingOptions = {},
): Promise<RecordingOutcome> {
  const place = isWholeLife(name) ? undefined : given
  let copy: Copy | undefined
  try {
    const packed = /\.gz$/i.test(name)
    const read = readerOf(packed ? name.slice(0, -3) : name)
    const hash = createHash("sha256")
    const opened = await source()
    copy = place?.copy ? await copyWhileRead(opened, place.path) : undefined
    const sent = copy?.bytes ?? opened
    const { activities, ...more } = await read(watch(packed ? gunzip(sent) : sent, hash, count))
    await copy?.finish(count)
    const id = hash.digest("hex").slice(0, 32)
    return {
      name,
      ok: true,
      activities: activities.map((activity, leg) => ({
        ...activity,
        externalId: externalIdOf(activity, id, leg),
      })),
      ...more,
      ...(place ? { place } : {}),
    }
  } catch (error) {
    await copy?.discard()
    if (isNoRecording(error)) return { name, ok: false, reason: error.message, noRecording: true }
    if (isRefusal(error)) return { name, ok: false, reason: error.message }
    throw error
  }
}

/** A recording's number in its file does not change when another one in it is left out. */
function externalIdOf({ externalId }: RecordedActivity, contentId: string, leg: number): string {
  if (externalId === "") return `${contentId}#${leg}`
  return externalId.startsWith("#") ? `${contentId}${externalId}` : externalId
}

function readerOf(name: string): Reader {
  const ending = /(?<=\.)[a-z0-9]+$/.exec(name.toLowerCase())?.[0]
  if (ending === "gpx") return async (bytes) => ({ activities: await readGpx(bytes) })
  if (ending === "tcx") return async (bytes) => ({ activities: await readTcx(bytes) })
  if (ending === "fit") return async (bytes) => readFit(await collect(bytes, { most: limits.fitBytes }))
  if (ending === "xml") return async (bytes) => activitiesIn(await readHealthExport(bytes))
  if (ending === "json") return async (bytes) => ({ activities: [await readSession(bytes)] })
  if (ending === "csv") return readStrengthLogs
  if (ending === "zip") throw new Refusal("an archive deep inside archives; unpack the outer one")
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
  }
}
