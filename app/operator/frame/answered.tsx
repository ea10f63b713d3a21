import { useEffect, useRef } from "react"
import type { Answer } from "../answer.ts"
import { useSent } from "./use-sent.ts"

/** The result of the submitted form; announced when it appears, and scrolled into view if the form is below it. */
export function Answered({ answer }: { answer?: Answer | undefined }) {
  const line = useRef<HTMLDivElement>(null)
  const sent = useSent<Answer | undefined>()
  const shown = sent?.text ? sent : answer
  useEffect(() => {
    if (sent?.text) line.current?.scrollIntoView({ block: "nearest" })
  }, [sent])
  return (
    <div ref={line} role="status" className="scroll-my-24 empty:hidden">
      {shown && (
        <p
          className={`mb-4 border-l-4 bg-raised px-4 py-2.5 text-small ${shown.ok ? "border-success" : "border-danger"}`}
        >
          {shown.text}
        </p>
      )}
    </div>
  )
}
