import { type SubmitEvent, useCallback, useState } from "react"
import { unreachable } from "./session/say-error.ts"

/** How a form that a script sends is doing. */
interface Submission {
  busy: boolean
  /** A sentence for the visitor, or null. */
  error: string | null
  clearError(): void
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
}

/**
 * Sends a form by script, one at a time.
 * @param send answers a sentence when it did not work; what it throws counts as no connection
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

/** Text of a form's field, "" when it is not there. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
