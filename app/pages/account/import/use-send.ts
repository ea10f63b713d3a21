import { useCallback, useEffect, useState } from "react"
import { keepFiles } from "../../../phone/waiting-files.ts"
import { useAuth } from "../../../session/session.tsx"
import { useFunctions } from "../../../session/use-functions.ts"
import { useReload } from "../use-look-again.ts"
import type { Stopped } from "./send-files.ts"
import { type Begun, sendImport } from "./send-import.ts"

/** The page's current upload. */
export interface Sending {
  importId: string
  /** Bytes sent, by file. */
  sent: Readonly<Record<number, number>>
}

const unreadable = { code: "unreadable", message: "We could not read one of the files. Choose them again." }
const lost =
  "You went offline, and this browser has no room to store the files. Choose them again once you are back."

/** Uploads files for an import; without a connection they wait on this device. Until done, leaving asks for confirmation. */
export function useSend() {
  const call = useFunctions()
  const reload = useReload()
  const { user } = useAuth()
  const owner = user?.id ?? null
  const [sending, setSending] = useState<Sending | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [busy])

  /**
   * Sends files, continuing the import of an earlier attempt; null when everything has arrived. `onArrived` runs before
   * the page shows the import as read, so that no file is both counted and waiting.
   */
  const send = useCallback(
    async (
      files: readonly File[],
      begun: Begun | null,
      onBegun: (begun: Begun) => Promise<void>,
      onArrived?: () => Promise<void>,
    ): Promise<Stopped | null> => {
      setBusy(true)
      setProblem(null)
      if (begun) setSending({ importId: begun.importId, sent: {} })
      const stopped = await sendImport({
        call,
        files,
        begun,
        onBegun: async (fresh) => {
          setSending({ importId: fresh.importId, sent: {} })
          await onBegun(fresh)
          await reload()
        },
        onSent: (file, bytes) => setSending((now) => now && { ...now, sent: { ...now.sent, [file]: bytes } }),
      }).catch(() => unreadable)
      if (stopped === null) await onArrived?.()
      setSending(null)
      setBusy(false)
      await reload()
      return stopped
    },
    [call, reload],
  )

  const start = async (files: readonly File[]) => {
    if (busy || files.length === 0) return
    let begun: Begun | null = null
    const stopped = await send(files, null, async (fresh) => {
      begun = fresh
    })
    if (stopped?.code !== "unreachable") return setProblem(stopped?.message ?? null)
    await keepFiles(files, { owner, begun, fromHere: true }).catch(() => setProblem(lost))
  }
  return { start, send, busy, sending, problem }
}
