import { useCallback, useEffect, useRef, useState } from "react"
import { useNavigation, useRevalidator } from "react-router"

/**
 * Loads the desk again when something on it moved: another operator looks at an activity, or a message came. While somebody
 * types it waits, so that no words are lost; after a form, until its answer is on the page, so that `useSent` has seen it.
 */
export function Live() {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  // As it was rendered: the router itself may be done before the page shows what was answered.
  const { state } = useNavigation()
  const isBusy = useRef(false)
  const isWaiting = useRef(false)
  const load = useCallback(() => {
    isWaiting.current = isBusy.current || isTyping()
    if (!isWaiting.current) void revalidate()
  }, [revalidate])
  useEffect(() => {
    isBusy.current = state !== "idle"
    if (state === "idle" && isWaiting.current) load()
  }, [state, load])
  useEffect(() => {
    const onLeave = () => {
      // The focus has moved on after this event.
      if (isWaiting.current) setTimeout(load)
    }
    const stream = new EventSource("/operator/live")
    let wasLost = false
    stream.onopen = () => {
      setOpen(true)
      // What happened meanwhile was not told.
      if (wasLost) load()
      wasLost = false
    }
    stream.onerror = () => {
      setOpen(false)
      wasLost = true
    }
    stream.addEventListener("moved", load)
    document.addEventListener("focusout", onLeave)
    return () => {
      stream.close()
      document.removeEventListener("focusout", onLeave)
    }
  }, [load])
  return (
    <p className="flex items-center gap-2 text-small text-muted" data-live={open}>
      <span aria-hidden className={`size-2.5 rounded-full ${open ? "bg-success" : "bg-line"}`} />
      {open ? "Live" : "Connecting"}
    </p>
  )
}

function isTyping(): boolean {
  const at = document.activeElement
  return (
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement ||
    (at instanceof HTMLInputElement && at.type !== "checkbox")
  )
}
