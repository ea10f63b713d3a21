import { useEffect, useState } from "react"
import { useRevalidator } from "react-router"

/**
 * Loads the desk again when something on it moved: another operator looks at an activity, or a message came. While somebody
 * types it waits, so that no words are lost.
 */
export function Live() {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let waiting = false
    const load = () => {
      waiting = isTyping()
      if (!waiting) void revalidate()
    }
    const onLeave = () => {
      // The focus has moved on after this event.
      if (waiting) setTimeout(load)
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
  }, [revalidate])
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
