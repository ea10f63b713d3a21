import { type RefObject, useCallback, useEffect, useState } from "react"
import { captchaField } from "#content/hidden-fields.ts"

interface Kept {
  stamp: string
  values: Record<string, string[]>
}

const keyOf = (formId: string) => `form:${formId}`

/**
 * Stores text typed into a form in this tab until it is submitted: across reloads, lost connections and a closed
 * laptop. The stamp is stored with it, so that resubmitting a received form is idempotent.
 * @param restore false when the server has returned the form with what was typed
 * @returns `stamp` of the stored submission, or null
 */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>, formId: string, restore: boolean) {
  const [stamp, setStamp] = useState<string | null>(null)
  useEffect(() => {
    const kept = restore && form.current ? read(formId) : null
    if (!kept || !form.current) return
    fill(form.current, kept)
    setStamp(kept.stamp || null)
  }, [form, formId, restore])

  const keep = useCallback(() => {
    if (!form.current) return
    const values: Record<string, string[]> = {}
    const data = new FormData(form.current)
    for (const name of new Set(data.keys())) {
      if (name !== "stamp" && name !== "form" && name !== captchaField)
        values[name] = data.getAll(name).filter((v) => typeof v === "string")
    }
    const stamp = data.get("stamp")
    write(formId, { stamp: typeof stamp === "string" ? stamp : "", values })
  }, [form, formId])

  const forget = useCallback(() => write(formId, null), [formId])
  return { keep, forget, stamp }
}

function read(formId: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(formId)) ?? "null") as Kept | null
  } catch {
    // Storage may be disabled.
    return null
  }
}

function write(formId: string, kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(formId), JSON.stringify(kept))
    else sessionStorage.removeItem(keyOf(formId))
  } catch {
    // As above.
  }
}

function fill(form: HTMLFormElement, kept: Kept): void {
  for (const element of form.elements) {
    if (!("name" in element) || typeof element.name !== "string") continue
    const values = kept.values[element.name]
    if (!values) continue
    if (element instanceof HTMLInputElement && element.type === "checkbox") {
      element.checked = values.includes(element.value)
    } else if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    ) {
      // Text typed before hydration wins.
      if (element.value === "" || element instanceof HTMLSelectElement) element.value = values[0] ?? ""
    }
  }
}
