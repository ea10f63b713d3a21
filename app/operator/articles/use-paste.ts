import { type ClipboardEvent, useEffect, useRef } from "react"
import { useFetcher } from "react-router"

/** More than a long article as Word copies it. */
const mostCharacters = 900_000

/**
 * A handler for what is pasted into a text area: what comes with a look, from a document or a page, becomes Markdown; anything else is
 * pasted as it is.
 */
export function usePaste() {
  const reading = useFetcher<{ pasted?: string }>()
  const waiting = useRef<{ area: HTMLTextAreaElement; plain: string } | null>(null)
  const { state, data } = reading
  useEffect(() => {
    if (state !== "idle" || !waiting.current) return
    const { area, plain } = waiting.current
    waiting.current = null
    area.focus()
    const pasted = data?.pasted ?? plain
    // A heading or a list begins a paragraph of its own.
    const before = area.value.slice(0, area.selectionStart)
    const gap = /^(#|-|\d+\.|>|\||```)/.test(pasted) && !/(^|\n\n)$/.test(before) ? "\n\n" : ""
    // Unlike a new value, this can be undone with the keys for it.
    document.execCommand("insertText", false, gap + pasted)
  }, [state, data])
  return (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const html = event.clipboardData.getData("text/html")
    const plain = event.clipboardData.getData("text/plain")
    const hasLook = /<(h[1-6]|p|li|table|strong|b|em|i|a|blockquote)[\s>]/i.test(html)
    if (!hasLook || html.length > mostCharacters) return
    event.preventDefault()
    waiting.current = { area: event.currentTarget, plain }
    void reading.submit({ do: "paste", html }, { method: "post" })
  }
}
