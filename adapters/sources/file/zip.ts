import type { Readable } from "node:stream"
import { type Entry, openPromise, validateFileName, type ZipFile } from "yauzl"
import { limits } from "./limits.ts"
import { Refusal } from "./refusal.ts"

/** A file in an archive. */
export interface Member {
  name: string
  bytes: number
  /** Why it must not be read. */
  problem: string | undefined
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** The limits that an archive and nested archives share. */
export class Budget {
  #bytes = 0
  #members = 0
  readonly #mostBytes: number

  constructor(archiveBytes: number) {
    this.#mostBytes = Math.max(limits.unpackedFloor, archiveBytes * limits.unpackedRatio)
  }

  get isSpent(): boolean {
    return this.#bytes > this.#mostBytes
  }

  readonly unpack = (bytes: number): void => {
    this.#bytes += bytes
    if (this.isSpent) throw new Refusal("unpacks to far more than recordings would; the rest is left out")
  }

  addMembers(count: number): void {
    this.#members += count
    if (this.#members > limits.archiveEntries) throw new Refusal("holds too many files")
  }
}

/** The files of an archive in its order, without folders. Throws a Refusal if its directory cannot be read. */
export async function* membersOf(path: string, budget?: Budget): AsyncGenerator<Member> {
  // Names are decoded here so that one invalid name does not fail the whole archive.
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    (error) => {
      throw new Refusal(damageOf(error))
    },
  )
  try {
    budget?.addMembers(zip.entryCount)
    if (zip.entryCount > limits.archiveEntries) throw new Refusal("holds too many files")
    for await (const entry of entriesOf(zip)) {
      const name = (entry.fileName as unknown as Buffer).toString("utf8")
      if (name.endsWith("/")) continue
      yield {
        name,
        bytes: entry.uncompressedSize,
        problem: problemOf(name),
        open: () => openEntry(zip, entry),
      }
    }
  } finally {
    zip.close()
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = (zip.eachEntry() as AsyncIterable<Entry>)[Symbol.asyncIterator]()
  while (true) {
    const next = await entries.next().catch((error) => {
      throw new Refusal(damageOf(error))
    })
    if (next.done) return
    yield next.value
  }
}

function problemOf(name: string): string | undefined {
  if (validateFileName(name.replaceAll("\\", "/"))) return "its path leads out of the archive"
  return undefined
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  try {
    const stream = await zip.openReadStreamPromise(entry)
    // It is unpacked before anybody reads it, and an error that nobody hears would end the process.
    const early: { error?: Error } = {}
    stream.on("error", (error: Error) => {
      early.error = error
    })
    return guarded(stream, early)
  } catch (error) {
    throw new Refusal(damageOf(error))
  }
}

/** @param early an error that came before the first read; the stream itself would then say nothing more */
async function* guarded(stream: Readable, early: { error?: Error }): AsyncGenerator<Uint8Array> {
  try {
    if (early.error) throw early.error
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw new Refusal(damageOf(error))
  }
}

function damageOf(error: unknown): string {
  const message = String(error)
  if (/unsupported compression/i.test(message)) return "packed in a way that is not supported"
  if (/encrypt/i.test(message)) return "protected with a password"
  if (/end of central directory|unexpected end|EOF/i.test(message))
    return "cut off: the archive is not complete"
  return "damaged: it cannot be unpacked"
}
