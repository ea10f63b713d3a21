import { useEffect, useRef } from "react"
import { objectionRule } from "#content/objections.ts"
import { useKeptTyping } from "../../../forms/kept-typing.ts"
import { Button } from "../../../ui/button.tsx"
import { TextArea } from "../../../ui/field.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"

/**
 * The form for the member's only objection to the verdict on an activity. Typed text is kept in this tab until it was received.
 * @param typed what was sent and not saved
 */
export function ObjectForm(props: {
  activityId: number
  typed: string | undefined
  answered: Answered | undefined
}) {
  const { activityId, typed, answered } = props
  const form = useRef<HTMLFormElement>(null)
  const { keep, forget } = useKeptTyping(form, `objection-${activityId}`, typed === undefined)
  const busy = useSending("object")
  useEffect(() => {
    if (answered?.ok) forget()
  }, [answered, forget])
  return (
    <MemberForm name="object" ref={form} onInput={keep} className="grid max-w-2xl gap-4">
      <FormOutcome name="object" answered={answered} />
      <TextArea
        label="What should we know?"
        hint={`You can object once to this decision, in up to ${objectionRule.longest.toLocaleString("en-US")} characters.`}
        name="text"
        rows={4}
        maxLength={objectionRule.longest}
        defaultValue={typed}
        required
      />
      <p className="text-muted">
        {`Someone reads it and replies here and by email; if there are several of us, not the one who decided. We aim for ${objectionRule.replyHours} hours, but we are few, and it can take longer. Until you have our reply, no prize that it could change is given away. Prizes that were awarded before you write stay as they are.`}
      </p>
      <Button type="submit" look="quiet" className="justify-self-start" aria-disabled={busy || undefined}>
        {busy ? "Sending…" : "Send"}
      </Button>
    </MemberForm>
  )
}
