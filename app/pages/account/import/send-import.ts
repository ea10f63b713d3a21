import type { FunctionAnswer } from "../../../session/use-functions.ts"
import { type SendCall, type Stopped, sendFiles } from "./send-files.ts"

/** An announced import. */
export interface Begun {
  importId: string
  bytesPerCall: number
}

interface SendImport {
  call(name: string, input: object | FormData): Promise<FunctionAnswer<unknown>>
  files: readonly File[]
  /** The announcement of an earlier attempt: the server stores each piece of it once. */
  begun: Begun | null
  onBegun(begun: Begun): Promise<void>
  onSent(file: number, bytes: number): void
}

/**
 * Announces files and sends them; null when everything has arrived. An interrupted attempt continues with the same
 * import; if the server has abandoned it meanwhile, a new one starts, because the same recording counts once.
 */
export async function sendImport({
  call,
  files,
  begun,
  onBegun,
  onSent,
}: SendImport): Promise<Stopped | null> {
  if (begun) {
    const stopped = await sendFiles(files, begun.bytesPerCall, sender(call, begun), onSent)
    if (stopped?.code !== "unknown_import") return stopped
  }
  const names = files.map(({ name, size }) => ({ name: name.slice(-200), size }))
  const answer = await call("begin-import", { files: names })
  if (!answer.ok) return answer
  const fresh = answer.value as Begun
  await onBegun(fresh)
  return sendFiles(files, fresh.bytesPerCall, sender(call, fresh), onSent)
}

function sender(call: SendImport["call"], { importId }: Begun): SendCall {
  return (form) => call(`upload-import?import=${importId}`, form)
}
