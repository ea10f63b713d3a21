import { useCallback, useRef, useState } from "react"
import type { LeadForm } from "#content/form-types.ts"

/**
 * The stamp of an open form, requested when the visitor starts using the form: the page is the same for everybody and
 * contains none. Without it, for example without a connection, the form can still be submitted and is returned with
 * one.
 * @returns `stamp`, empty until it has arrived, and `ask`, which requests it once
 */
export function useStamp({ id, stamped }: LeadForm): { stamp: string; ask(): void } {
  const [stamp, setStamp] = useState("")
  const asked = useRef(stamped === false)
  const ask = useCallback(() => {
    if (asked.current) return
    asked.current = true
    requestStamp(id).then(setStamp, () => {
      asked.current = false
    })
  }, [id])
  return { stamp, ask }
}

async function requestStamp(form: string): Promise<string> {
  const answer = await fetch(`/forms/${form}/stamp`)
  if (!answer.ok) throw new Error(`No stamp: ${answer.status}`)
  const { stamp } = (await answer.json()) as { stamp: string }
  return stamp
}
