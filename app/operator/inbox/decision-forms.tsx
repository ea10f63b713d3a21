import { useRef } from "react"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** The reply by mail. Because of its key, a form submitted twice sends one mail. */
export function ReplyForm(props: {
  action: string
  to: string
  replyKey: string
  /** Filled in for this person. */
  saved: readonly { id: number; title: string; text: string }[]
}) {
  const { action, to, replyKey, saved } = props
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Panel title="Answer by email">
      <PressForm action={action} key={replyKey} className="grid max-w-[80ch] gap-3">
        <input type="hidden" name="key" value={replyKey} />
        <label className="text-small">
          <span className="text-muted">{`To ${to}; leave a blank line to start a new paragraph`}</span>
          <textarea
            ref={field}
            name="text"
            rows={7}
            required
            maxLength={10_000}
            data-key="a"
            data-says="Write an answer"
            className={controlClass}
          />
        </label>
        {saved.length > 0 && (
          <details className="text-small">
            <summary className="min-h-11 cursor-pointer py-2 text-muted">Begin with a saved reply</summary>
            <ul className="grid gap-2">
              {saved.map(({ id, title, text }) => (
                <li key={id} className="border-l-4 border-line pl-3">
                  <button
                    type="button"
                    className="min-h-11 cursor-pointer font-semibold underline"
                    onClick={() => {
                      if (field.current) field.current.value += (field.current.value && "\n\n") + text
                      field.current?.focus()
                    }}
                  >
                    {title}
                  </button>
                  {/* To copy it without scripts. */}
                  <p className="whitespace-pre-wrap text-muted">{text}</p>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div>
          <Button type="submit" name="do" value="answer">
            Send the answer
          </Button>
        </div>
      </PressForm>
    </Panel>
  )
}

interface DecisionProps {
  action: string
  stored: string
  /** Accepting sends an invite, declining a note. */
  invites: boolean
}

/** The decisions possible in this state. */
export function DecisionForm({ action, stored, invites }: DecisionProps) {
  const isSpam = stored === "spam"
  return (
    <Panel title="Decide">
      <PressForm action={action} key={stored} className="grid gap-3">
        <Line label="Note for operators" type="text" name="note" maxLength={1000} wrap="text-small" />
        {invites && !isSpam && (
          <label className="flex min-h-11 items-center gap-2 text-small">
            <input type="checkbox" name="quiet" value="yes" className="size-5" />
            Send no email; I will write myself
          </label>
        )}
        <div className="flex flex-wrap gap-2">
          {isSpam ? (
            <>
              <Button type="submit" name="do" value="in-review" data-key="b">
                Not spam: put it in the inbox
              </Button>
              <Button type="submit" name="do" value="spam" look="quiet" data-key="s">
                Mark as spam
              </Button>
            </>
          ) : (
            <>
              <Button
                type="submit"
                name="do"
                value="accepted"
                data-key="c"
                data-says="Accept"
                disabled={stored === "accepted"}
              >
                {invites ? "Accept and invite" : "Accept"}
              </Button>
              <Button
                type="submit"
                name="do"
                value="declined"
                look="plain"
                data-key="d"
                disabled={stored === "declined"}
              >
                Decline
              </Button>
              <Button type="submit" name="do" value="spam" look="quiet" data-key="s">
                Spam
              </Button>
              {stored !== "in-review" && (
                <Button type="submit" name="do" value="in-review" look="quiet" data-key="r">
                  In review
                </Button>
              )}
            </>
          )}
        </div>
      </PressForm>
    </Panel>
  )
}
