import { megabytes, NoRecording, Refusal } from "./refusal.ts"

interface Collecting {
  /** Larger files are refused. */
  most: number
  /** Receives the first bytes, at most 4,096; if it returns false, the file is not a recording and reading stops. */
  looksRight?: (head: Buffer) => boolean
}

/** Reads a whole file, for parsers that cannot stream. Throws a Refusal. */
export async function collect(
  bytes: AsyncIterable<Uint8Array>,
  { most, looksRight = () => true }: Collecting,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  let asked = false
  const ask = () => {
    if (asked) return
    asked = true
    if (!looksRight(Buffer.concat(chunks).subarray(0, 4096)))
      throw new NoRecording("nothing in it that is a recording")
  }
  for await (const chunk of bytes) {
    total += chunk.length
    chunks.push(chunk)
    if (total >= 4096) ask()
    if (total > most) throw new Refusal(`larger than ${megabytes(most)}`)
  }
  ask()
  return Buffer.concat(chunks)
}

/** Reads a file as UTF-8 text. Throws a Refusal. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal("not text in UTF-8")
  }
}
