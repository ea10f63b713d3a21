import { useCallback, useEffect, useRef, useState } from "react"
import { useNavigation, useRevalidator } from "react-router"

/**
 * Loads the desk again when something on it moved: another operator looks at an activity, or a message came. What one's own form
 * moved is on the page already. While somebody types it waits, so that no words are lost; after a form, until its answer is on
 * the page, so that `useSent` has seen it.
 * @param shown what the page was made from, as the stream names it
 */
export function Live({ shown }: { shown: string }) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  // As it was rendered: the router itself may be done before the page shows what was answered.
  const { state } = useNavigation()
  const isBusy = useRef(false)
  const isWaiting = useRef(false)
  const onPage = useRef(shown)
  /** As the stream last said. */
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
      // The focus has moved on after this event.
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
