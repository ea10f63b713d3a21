import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { TextArea } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { textOf } from "../../../use-submit.ts"
import type { ReviewOfActivity } from "./read-activities.ts"

/** Why a person declined an activity; the member's one objection, and its answer. */
export function Objection({ activity, review }: { activity: number; review: ReviewOfActivity }) {
  const callFunction = useFunctions()
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: async (text: string) => {
      const answer = await callFunction("object-to-review", { activityId: activity, text })
      if (!answer.ok) throw new Error(answer.message)
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  const { decision, reason, appeal, answer } = review
  return (
    <div className="basis-full text-small">
      {reason && decision === "decline" && <p>{`Reason: ${reason}`}</p>}
      {appeal && <p className="text-muted">{`You wrote: ${appeal}`}</p>}
      {answer && <p>{`Answer: ${answer}`}</p>}
      {appeal && !answer && <p className="text-muted">A person will read it and reply by email.</p>}
      {decision === "decline" && !appeal && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
            This is wrong
          </summary>
          <form
            method="post"
            className="mt-2 grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              sending.mutate(textOf(new FormData(event.currentTarget), "text"))
            }}
          >
            {sending.error && <Notice kind="problem">{sending.error.message}</Notice>}
            <TextArea
              label="What should we know?"
              hint="You can object once. A person will read it and reply."
              name="text"
              rows={3}
              maxLength={2000}
              required
            />
            <Button type="submit" look="quiet" className="justify-self-start" disabled={sending.isPending}>
              Send
            </Button>
          </form>
        </details>
      )}
    </div>
  )
}
