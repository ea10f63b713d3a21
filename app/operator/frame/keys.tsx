import { useEffect, useState } from "react"
import { createKeybindingsHandler } from "tinykeys"

/** Keys that parts of a page may claim with `data-key`. */
const keys = [..."abcdefghijklmnopqrstuvwxyz", ..."0123456789", "/"]

/**
 * Activates the element with the key in `data-key`: a link or button is clicked, a field is focused. A page's keys are
 * therefore declared on its controls, and only keys on the page work. "?" lists them.
 */
export function Keys() {
  const [listed, setListed] = useState<readonly { key: string; label: string }[] | null>(null)
  useEffect(() => {
    const press = (key: string) => (event: KeyboardEvent) => {
      const target = document.querySelector<HTMLElement>(`[data-key="${key}"]:not(:disabled)`)
      if (!target) return
      event.preventDefault()
      if (target.matches("input:not([type=checkbox]), textarea, select")) target.focus()
      else target.click()
    }
    const bindings = Object.fromEntries(keys.map((key) => [key, press(key)]))
    const handler = createKeybindingsHandler(
      { ...bindings, "Shift+?": () => setListed((now) => (now ? null : keysOnPage())) },
      { ignore: (event) => isTyping(event) },
    )
    // The event is from a multi-line field, in which Enter starts a new line.
    const send = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
      if (event.target instanceof HTMLTextAreaElement)
        event.target.form?.querySelector<HTMLButtonElement>("button[type=submit]")?.click()
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      setListed(null)
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    addEventListener("keydown", handler)
    addEventListener("keydown", send)
    addEventListener("keydown", leave)
    return () => {
      removeEventListener("keydown", handler)
      removeEventListener("keydown", send)
      removeEventListener("keydown", leave)
    }
  }, [])
  if (!listed) return null
  return (
    <div
      role="dialog"
      aria-label="Keys of this page"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto max-w-2xl border border-line bg-raised p-5 shadow-lg"
    >
      <h2 className="label mb-3">Keys of this page</h2>
      <ul className="columns-2 gap-8 text-small md:columns-3">
        {listed.map(({ key, label }) => (
          <li key={`${key} ${label}`} className="flex gap-3 py-0.5">
            <kbd className="figures w-6 shrink-0 font-bold">{key}</kbd> {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select")
}

function keysOnPage(): { key: string; label: string }[] {
  const found = [...document.querySelectorAll<HTMLElement>("[data-key]")].map((one) => ({
    key: one.dataset.key ?? "",
    label: one.dataset.says ?? one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "",
  }))
  const sends = document.querySelector("textarea") ? [{ key: "⌃↵", label: "Send the text" }] : []
  return [...found, ...sends, { key: "?", label: "This list" }]
}
