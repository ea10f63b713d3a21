import { Link } from "react-router"
import { objectionRule } from "#content/objections.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Facts, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import type { ReviewRow } from "./rows.ts"

/** The athlete's objection, since when it has been waiting, which places wait for it, and the form for the reply. */
export function ObjectionPanel(props: {
  row: ReviewRow
  /** The page that takes the reply. */
  here: string
  text: string
  /** The disputed verdict, in words. */
  about: string
  /** Closed seasons with a place that waits for the reply. */
  waitsFor: readonly string[]
  /** Why another operator must reply; null if this one may. */
  notReply: string | null
}) {
  const { row, waitsFor, notReply } = props
  const due = row.overdue ? <strong className="text-danger">{`${row.due}, overdue`}</strong> : row.due
  return (
    <Panel title="The athlete objects">
      <blockquote className="border-l-4 border-volt pl-3 text-small wrap-anywhere whitespace-pre-wrap">
        {props.text}
      </blockquote>
      <div className="mt-3">
        <Facts
          facts={[
            ["To", props.about],
            ["Sent", row.objected],
            ["Reply due", due],
          ]}
        />
      </div>
      {waitsFor.length > 0 && (
        <p className="mt-2 text-small">
          A prize is waiting for the reply:{" "}
          {waitsFor.map((slug) => (
            <Link key={slug} to={`/seasons/${slug}`} className="mr-2">
              {slug}
            </Link>
          ))}
        </p>
      )}
      {notReply ? (
        <p className="mt-3 border-l-4 border-danger pl-3 text-small">{notReply}</p>
      ) : (
        <PressForm action={props.here} className="mt-3 grid gap-2">
          <label className="text-small">
            <span className="text-muted">Your reply, by email and in the account</span>
            <textarea
              name="text"
              rows={3}
              required
              maxLength={objectionRule.longestReply}
              data-key="a"
              data-says="Reply to the objection"
              className={controlClass}
            />
          </label>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="do" value="answer-count" look="quiet">
              Count it in full
            </Button>
            <Button type="submit" name="do" value="answer-decline" look="quiet">
              {row.status === "review" ? "Decline it" : "Leave it as it is"}
            </Button>
          </div>
        </PressForm>
      )}
    </Panel>
  )
}
