import { type SubmitEvent, useCallback, useState } from "react"
import { unreachable } from "../session/say-error.ts"

/** The state of a form submitted by script. */
interface Submission {
  busy: boolean
  /** A message for the visitor, or null. */
  error: string | null
  clearError(): void
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
}

/**
 * Submits a form by script, one submission at a time.
 * @param send returns a message on failure; an exception counts as no connection
 */
export function useSubmit(send: (form: FormData) => Promise<string | null>): Submission {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const clearError = useCallback(() => setError(null), [])
  return {
    busy,
    error,
    clearError,
    onSubmit(event) {
      event.preventDefault()
      if (busy) return
      setBusy(true)
      setError(null)
      send(new FormData(event.currentTarget))
        .catch(() => unreachable)
        .then(setError)
        .finally(() => setBusy(false))
    },
  }
}

/** A form field's text, "" when it is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
