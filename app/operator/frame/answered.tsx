import type { Answer } from "../answer.ts"
import { useSent } from "./use-sent.ts"

/** What became of the form that was sent; read aloud when it appears. */
export function Answered({ answer }: { answer?: Answer | undefined }) {
  const sent = useSent<Answer | undefined>()
  const shown = sent?.text ? sent : answer
  return (
    <div role="status" className="empty:hidden">
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
