import { useCallback, useEffect, useRef, useState } from "react"
import { useNavigation, useRevalidator } from "react-router"

/**
 * Reloads the desk when something on it changed: another operator is looking at an activity, or a message arrived.
 * Changes by one's own form are already on the page. While the operator is typing it waits, so that no text is lost;
 * after a form, until its response is on the page, so that `useSent` has seen it.
 * @param shown the state that the page shows, as named by the stream
 */
export function Live({ shown }: { shown: string }) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  // The rendered state: the router may be idle before the page shows the response.
  const { state } = useNavigation()
  const isBusy = useRef(false)
  const isWaiting = useRef(false)
  const onPage = useRef(shown)
  /** The last state in the stream. */
  const told = useRef(shown)
  const load = useCallback(() => {
    const isNews = told.current !== onPage.current
    isWaiting.current = isNews && (isBusy.current || isTyping())
    if (isNews && !isWaiting.current) void revalidate()
  }, [revalidate])
  useEffect(() => {
    onPage.current = shown
    isBusy.current = state !== "idle"
    if (state === "idle" && isWaiting.current) load()
  }, [shown, state, load])
  useEffect(() => {
    const onLeave = () => {
      // The focus moves after this event.
      if (isWaiting.current) setTimeout(load)
    }
    const stream = new EventSource("/operator/live")
    stream.onopen = () => setOpen(true)
    stream.onerror = () => setOpen(false)
    stream.addEventListener("moved", ({ data }) => {
      told.current = data
      load()
    })
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
