import { lazy, Suspense, useEffect, useRef } from "react"
import type { Answer } from "../answer.ts"
import { useSendAgain } from "./use-send-again.ts"
import { useSent } from "./use-sent.ts"

const ProveForm = lazy(() => import("../second-factor/second-factor-form.tsx"))

/** The result of the submitted form; announced when it appears, and scrolled into view if the form is below it. */
export function Answered({ answer }: { answer?: Answer | undefined }) {
  const line = useRef<HTMLDivElement>(null)
  const sent = useSent<Answer | undefined>()
  const shown = sent?.text ? sent : answer
  const sendAgain = useSendAgain()
  useEffect(() => {
    if (sent?.text) line.current?.scrollIntoView({ block: "nearest" })
  }, [sent])
  return (
    <>
      <div ref={line} role="status" className="scroll-my-24 empty:hidden">
        {shown && (
          <p
            className={`mb-4 border-l-4 bg-raised px-4 py-2.5 text-small ${shown.ok ? "border-success" : "border-danger"}`}
          >
            {shown.text}
          </p>
        )}
      </div>
      {sent?.proof && (
        <section aria-label="Is it you?" className="mb-6 max-w-md border border-line bg-raised p-4">
          <Suspense fallback={<p>Loading…</p>}>
            <ProveForm onProven={sendAgain} />
          </Suspense>
        </section>
      )}
    </>
  )
}
