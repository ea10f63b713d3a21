import { useEffect, useRef, useState } from "react"
import {
  changeWaiting,
  dropWaiting,
  listWaiting,
  type WaitingFiles,
  watchWaiting,
} from "../../../phone/waiting-files.ts"
import { useAuth } from "../../../session/session.tsx"
import type { useSend } from "./use-send.ts"

/** One sender per browser, whatever the number of open tabs. */
const lockName = "waiting-files"

/**
 * The files that wait on this device for this member, and those that were shared with the app. They are sent as soon as
 * there is a connection: when the page opens, when the network returns, and when another tab stores some. Any site can
 * post files to the share address, so in a tab, files that no page of this site brought need a press. The installed app
 * has no tabs.
 */
export function useWaiting(send: ReturnType<typeof useSend>["send"]) {
  const { user } = useAuth()
  const owner = user?.id ?? null
  const [waiting, setWaiting] = useState<WaitingFiles[]>([])
  const [cutOff, setCutOff] = useState(false)
  const sendNow = useRef(send)
  sendNow.current = send

  useEffect(() => {
    const left = new AbortController()
    let isQueued = false
    const own = (batch: WaitingFiles) => batch.owner === owner && batch.problem === null

    const sendOwn = async () => {
      if (owner)
        for (const { id } of (await listWaiting()).filter(isShared)) await changeWaiting(id, { owner })
      const visible = await listWaiting()
      setWaiting(visible.filter((batch) => batch.owner === owner || batch.owner === null))
      if (!navigator.onLine) setCutOff(true)
      if (!owner || isQueued || left.signal.aborted || !visible.some(own)) return
      isQueued = true
      // Waits for its turn: the page that is sending now may be closed before it reaches these files.
      const turn = navigator.locks.request(lockName, { signal: left.signal }, async () => {
        isQueued = false
        // Read again before each, because another page may have sent it.
        const tried = new Set<number>()
        while (navigator.onLine && !left.signal.aborted) {
          setCutOff(false)
          const batch = (await listWaiting()).find((one) => own(one) && !tried.has(one.id))
          if (!batch || !(await sendBatch(batch))) return
          tried.add(batch.id)
        }
      })
      // Another page takes over if this one is closed before its turn.
      await turn.catch((error) => {
        if (!left.signal.aborted) throw error
      })
    }

    /** False when the connection is gone again. The list changes before the imports do, so that no file is in both. */
    const sendBatch = async ({ id, files, begun }: WaitingFiles): Promise<boolean> => {
      const stopped = await sendNow.current(
        files,
        begun,
        async (fresh) => {
          setWaiting((now) => now.map((one) => (one.id === id ? { ...one, begun: fresh } : one)))
          await changeWaiting(id, { begun: fresh })
        },
        async () => {
          await dropWaiting(id)
          setWaiting((now) => now.filter((one) => one.id !== id))
        },
      )
      if (stopped?.code === "unreachable") {
        setCutOff(true)
        return false
      }
      if (stopped) await changeWaiting(id, { problem: stopped.message })
      return true
    }

    const again = () => void sendOwn()
    again()
    addEventListener("online", again)
    const stop = watchWaiting(again)
    return () => {
      left.abort()
      removeEventListener("online", again)
      stop()
    }
  }, [owner])

  return {
    waiting,
    /** Whether there is no connection, so that sending continues later. */
    cutOff,
    /** Makes a batch the member's own and lets it be sent (again). */
    take: (batch: WaitingFiles) => changeWaiting(batch.id, { owner, problem: null }),
    drop: (batch: WaitingFiles) => dropWaiting(batch.id),
  }
}

/** Whether files came from the phone's share menu, as far as is known. */
function isShared({ owner, fromHere }: WaitingFiles): boolean {
  return owner === null && (fromHere || matchMedia("(display-mode: standalone)").matches)
}
