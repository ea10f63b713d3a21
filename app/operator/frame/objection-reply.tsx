import type { ComponentProps, ReactNode } from "react"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { PressForm } from "./press-form.tsx"

/** What somebody wrote against a decision, and the form for the reply, with a button for each outcome. */
export function ObjectionReply({
  text,
  notReply,
  action,
  field,
  outcomes,
  children,
}: {
  text: string
  /** Why another operator must reply; null if this one may. */
  notReply: string | null
  /** The page that takes the reply; without it, the page that is open. */
  action?: string
  /** The name, key and limits of the text field. */
  field: ComponentProps<"textarea"> & { "data-key": string; "data-says": string }
  /** What each button says, by the value that it sends as `do`. */
  outcomes: Record<string, string>
  /** Facts between the objection and the form. */
  children?: ReactNode
}) {
  return (
    <div className="grid gap-3">
      <blockquote className="border-l-4 border-volt pl-3 text-small wrap-anywhere whitespace-pre-wrap">
        {text}
      </blockquote>
      {children}
      {notReply ? (
        <p className="border-l-4 border-danger pl-3 text-small">{notReply}</p>
      ) : (
        <PressForm className="grid gap-2" {...(action === undefined ? {} : { action })}>
          <label className="text-small">
            <span className="text-muted">Your reply, by email and in the account</span>
            <textarea rows={4} required {...field} className={controlClass} />
          </label>
          <div className="flex flex-wrap gap-2">
            {Object.entries(outcomes).map(([outcome, says]) => (
              <Button key={outcome} type="submit" name="do" value={outcome} look="quiet">
                {says}
              </Button>
            ))}
          </div>
        </PressForm>
      )}
    </div>
  )
}
