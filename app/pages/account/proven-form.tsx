import type { ReactNode } from "react"
import type { useSubmit } from "../../forms/use-submit.ts"
import { Notice } from "../../ui/notice.tsx"
import { ConfirmIdentity } from "./confirm-identity.tsx"

/** `proving`: the member is verified again before the form is sent. */
export type ProvenStage = "closed" | "typing" | "proving"

interface ProvenFormProps {
  stage: ProvenStage
  onStage(stage: ProvenStage): void
  submission: ReturnType<typeof useSubmit>
  children: ReactNode
}

/** A form whose action requires a recent sign-in. It stays mounted during verification, to keep what was typed. */
export function ProvenForm({ stage, onStage, submission, children }: ProvenFormProps) {
  if (stage === "closed") return null
  return (
    <>
      {stage === "proving" && <ConfirmIdentity onProven={() => onStage("typing")} />}
      <form
        method="post"
        onSubmit={submission.onSubmit}
        className={`gap-5 ${stage === "typing" ? "grid" : "hidden"}`}
      >
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {children}
      </form>
    </>
  )
}
