import { useEffect, useState } from "react"
import { useFunctions } from "../../../session/use-functions.ts"
import { useRefresh } from "../use-rows.ts"
import { type SendCall, sendFiles } from "./send-files.ts"

/** The page's current upload. */
export interface Sending {
  importId: string
  /** Bytes sent, by file. */
  sent: Readonly<Record<number, number>>
}

interface Begun {
  importId: string
  bytesPerCall: number
}

/** Uploads files for an import. Until done, leaving asks for confirmation. */
export function useSend() {
  const call = useFunctions()
  const refresh = useRefresh()
  const [sending, setSending] = useState<Sending | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [busy])

  const run = async (files: readonly File[]): Promise<string | null> => {
    const names = files.map(({ name, size }) => ({ name: name.slice(-200), size }))
    const begun = await call<Begun>("begin-import", { files: names })
    if (!begun.ok) return begun.message
    const { importId, bytesPerCall } = begun.value
    setSending({ importId, sent: {} })
    await refresh("imports")
    const send: SendCall = async (form) => {
      const answer = await call(`upload-import?import=${importId}`, form)
      if (answer.ok || answer.code !== "unreachable") return answer
      return { ...answer, message: "The connection was lost. Choose the files again." }
    }
    return sendFiles(files, bytesPerCall, send, (file, bytes) =>
      setSending((now) => now && { ...now, sent: { ...now.sent, [file]: bytes } }),
    )
  }

  const start = async (files: readonly File[]) => {
    if (busy || files.length === 0) return
    setBusy(true)
    setProblem(null)
    const failed = await run(files).catch(() => "A file could not be read. Choose the files again.")
    setProblem(failed)
    setSending(null)
    setBusy(false)
    await refresh("imports")
  }
  return { start, busy, sending, problem }
}
