import { useRef } from "react"
import { objectionRule } from "#content/objections.ts"
import { useKeptTyping } from "../../../forms/kept-typing.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { TextArea } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { textOf, useSubmit } from "../../../use-submit.ts"
import { useRefresh } from "../use-rows.ts"
import type { ActivityRow } from "./read-activities.ts"

/**
 * The form for the member's only objection to the verdict on an activity. Typed text is kept in this tab until it was
 * received.
 */
export function ObjectForm({ row }: { row: ActivityRow }) {
  const call = useFunctions()
  const refresh = useRefresh()
  const form = useRef<HTMLFormElement>(null)
  const { keep, forget } = useKeptTyping(form, `objection-${row.id}`, true)
  const submission = useSubmit(async (data) => {
    const answer = await call("object-to-review", { activityId: row.id, text: textOf(data, "text") })
    // An earlier attempt, whose response was lost, or another tab has already sent it.
    if (!answer.ok && answer.code !== "already_sent") return answer.message
    forget()
    await refresh("activities")
    return null
  })
  return (
    <form
      ref={form}
      method="post"
      onSubmit={submission.onSubmit}
      onInput={keep}
      className="grid max-w-2xl gap-4"
    >
      {submission.error && <Notice kind="problem">{submission.error}</Notice>}
      <TextArea
        label="What should we know?"
        hint={`You can object once to this decision, in up to ${objectionRule.longest.toLocaleString("en-US")} characters.`}
        name="text"
        rows={4}
        maxLength={objectionRule.longest}
        required
      />
      <p className="text-muted">
        {`Someone reads it and replies here and by email; if there are several of us, not the one who decided. We aim for ${objectionRule.replyHours} hours, but we are few, and it can take longer. Until you have our reply, no prize that it could change is given away. Prizes that were awarded before you write stay as they are.`}
      </p>
      <Button
        type="submit"
        look="quiet"
        className="justify-self-start"
        aria-disabled={submission.busy || undefined}
      >
        {submission.busy ? "Sending…" : "Send"}
      </Button>
    </form>
  )
}
