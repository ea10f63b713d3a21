import { limits } from "./limits.ts"
import { megabytes, NoRecording, Refusal } from "./refusal.ts"

const rootTag = "<HealthData"
const rootEnd = "</HealthData>"
const tag = "<Workout"
const tagEnd = "</Workout>"
/** Apple puts a document type definition of about ten thousand bytes at the beginning. */
const mostBeforeRoot = 200_000
const mostInTag = 100_000

/**
 * Extracts the bytes of each workout in Apple Health's export.xml, without parsing the rest. Throws a Refusal for any
 * other file, and after the last complete workout of a damaged or truncated one.
 */
export async function* workoutElements(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let total = 0
  let inRoot = false
  let end = ""
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > limits.healthBytes) throw new Refusal(`larger than ${megabytes(limits.healthBytes)}`)
    end = (end + Buffer.from(chunk.subarray(-200)).toString("latin1")).slice(-200)
    held = Buffer.concat([held, chunk])
    if (!inRoot) {
      const at = held.indexOf(rootTag)
      refuseOther(at === -1 ? held : held.subarray(0, at))
      if (at === -1) continue
      inRoot = true
      held = held.subarray(at)
    }
    const { elements, rest } = cut(held)
    yield* elements
    held = rest
  }
  if (total === 0) throw new Refusal("an empty file")
  if (!inRoot) refuseOther(held, true)
  if (!end.trimEnd().endsWith(rootEnd)) {
    throw new Refusal(`cut off after ${total < 1_000_000 ? `${total} bytes` : megabytes(total)}`)
  }
}

/** Refuses files that begin differently. */
function refuseOther(head: Buffer, ended = false): void {
  if (/<!ENTITY/i.test(head.subarray(0, mostBeforeRoot).toString("latin1")))
    throw new Refusal("declares entities of its own, which recordings never need")
  const utf16 = head[0] === 0xff || head[0] === 0xfe
  if (utf16) throw new Refusal("not text in UTF-8, in which Apple Health writes it")
  if (ended || head.length > mostBeforeRoot) throw new NoRecording("not Apple Health's export.xml")
}

/** The complete workouts, and the remainder, which may be the start of the next one. */
function cut(held: Buffer): { elements: Buffer[]; rest: Buffer } {
  const elements: Buffer[] = []
  let at = 0
  while (true) {
    const from = held.indexOf(tag, at)
    if (from === -1) return { elements, rest: held.subarray(Math.max(at, held.length - tag.length)) }
    const next = held[from + tag.length]
    if (next === undefined) return { elements, rest: held.subarray(from) }
    // Skips WorkoutEvent and similar elements.
    if (!isSpace(next) && next !== 0x2f && next !== 0x3e) {
      at = from + tag.length
      continue
    }
    const to = endOf(held, from)
    if (to === -1) {
      if (held.length - from > limits.healthWorkoutBytes)
        throw new Refusal("not well-formed XML: a workout does not end")
      return { elements, rest: held.subarray(from) }
    }
    elements.push(held.subarray(from, to))
    at = to
  }
}

/** The end of the element that starts at `from`; -1 when it is not buffered yet. */
function endOf(held: Buffer, from: number): number {
  let quote = 0
  const last = Math.min(held.length, from + mostInTag)
  for (let at = from + tag.length; at < last; at++) {
    const byte = held[at] as number
    if (quote) {
      if (byte === quote) quote = 0
    } else if (byte === 0x22 || byte === 0x27) quote = byte
    else if (byte === 0x3e) {
      if (held[at - 1] === 0x2f) return at + 1
      const end = held.indexOf(tagEnd, at)
      return end === -1 ? -1 : end + tagEnd.length
    }
  }
  if (last === from + mostInTag) throw new Refusal("not well-formed XML: a workout does not end")
  return -1
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}
