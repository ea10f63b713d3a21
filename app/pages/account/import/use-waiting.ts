import { useCallback, useEffect, useRef, useState } from "react"
import {
  dropWaiting,
  listWaiting,
  saveWaiting,
  type WaitingFiles,
  watchWaiting,
} from "../../../phone/waiting-files.ts"
import { useAuth } from "../../../session.tsx"
import type { useSend } from "./use-send.ts"

/** One sender per browser, whatever the number of open tabs. */
const lockName = "waiting-files"

/**
 * The files that wait on this device for this member, and those that were shared with the app. They are sent as soon as
 * there is a connection: when the page opens, when the network returns, and when another tab keeps some. Any page can hand
 * files to the share address, so in a tab those that no page of this site brought need a press. The installed app has no tabs.
 */
export function useWaiting(send: ReturnType<typeof useSend>["send"]) {
  const { user } = useAuth()
  const owner = user?.id ?? null
  const [waiting, setWaiting] = useState<WaitingFiles[]>([])
  const sendNow = useRef(send)
  sendNow.current = send

  const sendOwn = useCallback(async () => {
    if (owner)
      for (const batch of (await listWaiting()).filter(isShared)) await saveWaiting({ ...batch, owner })
    const own = (batch: WaitingFiles) => batch.owner === owner && batch.problem === null
    const visible = await listWaiting()
    setWaiting(visible.filter((batch) => batch.owner === owner || batch.owner === null))
    if (!owner || !navigator.onLine || !visible.some(own)) return
    await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      for (const batch of (await listWaiting()).filter(own))
        if (!(await sendBatch(batch, sendNow.current))) return
    })
  }, [owner])

  useEffect(() => {
    const again = () => void sendOwn()
    again()
    addEventListener("online", again)
    const stop = watchWaiting(again)
    return () => {
      removeEventListener("online", again)
      stop()
    }
  }, [sendOwn])

  return {
    waiting,
    /** Makes a batch the member's own and lets it be sent (again). */
    take: (batch: WaitingFiles) => saveWaiting({ ...batch, owner, problem: null }),
    drop: (batch: WaitingFiles) => dropWaiting(batch.id),
  }
}

/** Whether files came from the phone's share menu, as far as can be told. */
function isShared({ owner, fromHere }: WaitingFiles): boolean {
  return owner === null && (fromHere || matchMedia("(display-mode: standalone)").matches)
}

/** False when the connection is gone again. */
async function sendBatch(batch: WaitingFiles, send: ReturnType<typeof useSend>["send"]): Promise<boolean> {
  let now = batch
  const stopped = await send(batch.files, batch.begun, async (begun) => {
    now = { ...batch, begun }
    await saveWaiting(now)
  })
  if (stopped?.code === "unreachable") return false
  if (stopped) await saveWaiting({ ...now, problem: stopped.message })
  else await dropWaiting(batch.id)
  return true
}
