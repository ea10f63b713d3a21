import { megabytes, NoRecording, Refusal } from "./refusal.ts"

interface Collecting {
  /** More bytes than this are refused. */
  most: number
  /** Asked about the first bytes, at most 4,096; a file that answers false is no recording and is not read further. */
  looksRight?: (head: Buffer) => boolean
}

/** A whole file, for readers that cannot read one piece by piece. Throws a Refusal. */
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

/** A file's text, which must be UTF-8. Throws a Refusal. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal("not text in UTF-8")
  }
}
