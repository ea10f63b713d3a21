import type { FunctionAnswer } from "../../../session/use-functions.ts"

interface Piece {
  file: number
  position: number
  blob: Blob
}

/** Splits and groups files into calls of at most `most` bytes, in order. An empty file is an empty piece. */
function callsOf(files: readonly Blob[], most: number): Piece[][] {
  const calls: Piece[][] = []
  let call: Piece[] = []
  let room = most
  const close = () => {
    if (call.length > 0) calls.push(call)
    call = []
    room = most
  }
  for (const [file, blob] of files.entries()) {
    let position = 0
    do {
      // More pieces per call have no benefit.
      if (room === 0 || call.length === 100) close()
      const bytes = Math.min(room, blob.size - position)
      call.push({ file, position, blob: blob.slice(position, position + bytes) })
      position += bytes
      room -= bytes
    } while (position < blob.size)
  }
  close()
  return calls
}

/** Why sending ended early. */
export interface Stopped {
  code: string
  message: string
}

/** Sends the body of one call. */
export type SendCall = (form: FormData) => Promise<FunctionAnswer<unknown>>

/** Attempts per call when the connection fails: 90 seconds in total. */
const attempts = 8

/**
 * Sends files call by call, in order. Returns null, or why it stopped. A lost call is retried unless the browser knows that
 * it is offline; the server stores each piece once.
 */
export async function sendFiles(
  files: readonly Blob[],
  most: number,
  send: SendCall,
  onSent: (file: number, bytes: number) => void,
): Promise<Stopped | null> {
  for (const call of callsOf(files, most)) {
    const form = new FormData()
    for (const { file, position, blob } of call) form.append(`${file}.${position}`, blob)
    const stopped = await sendPatiently(send, form)
    if (stopped) return stopped
    for (const { file, position, blob } of call) onSent(file, position + blob.size)
  }
  return null
}

async function sendPatiently(send: SendCall, form: FormData): Promise<Stopped | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(form)
    if (answer.ok) return null
    const unreachable = answer.code === "unreachable"
    const wait = answer.retryAfter ?? (unreachable ? Math.min(20, 2 ** (attempt - 1)) : null)
    const isOffline = unreachable && navigator.onLine === false
    if (wait === null || isOffline || attempt === attempts) return answer
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}
