import { Link } from "react-router"
import { objectionRule } from "#content/objections.ts"
import { ObjectionReply } from "../frame/objection-reply.tsx"
import { Facts, Panel } from "../frame/page.tsx"
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
      <ObjectionReply
        text={props.text}
        notReply={notReply}
        action={props.here}
        field={{
          name: "text",
          maxLength: objectionRule.longestReply,
          "data-key": "a",
          "data-says": "Reply to the objection",
        }}
        outcomes={{
          "answer-count": "Count it in full",
          "answer-decline": row.status === "review" ? "Decline it" : "Leave it as it is",
        }}
      >
        <Facts
          facts={[
            ["To", props.about],
            ["Sent", row.objected],
            ["Reply due", due],
          ]}
        />
        {waitsFor.length > 0 && (
          <p className="text-small">
            A prize is waiting for the reply:{" "}
            {waitsFor.map((slug) => (
              <Link key={slug} to={`/seasons/${slug}`} className="mr-2">
                {slug}
              </Link>
            ))}
          </p>
        )}
      </ObjectionReply>
    </Panel>
  )
}
