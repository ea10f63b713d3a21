import {
  hiddenInWords,
  type ReportReason,
  type ReportSubject,
  reportLimits,
  reportReasons,
} from "#content/reports.ts"
import { Button } from "../../../ui/button.tsx"
import { TextArea } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm } from "../member-form.tsx"
import { Part } from "../part.tsx"

interface ShownDecision {
  id: number
  kind: ReportSubject
  rule: ReportReason
  automatic: boolean
  statement: string | null
  at: string
  objection: string | null
  reply: string | null
}

/** What moderators have decided about the member, each with its reason and the form to object; nothing without any. */
export function Decisions(props: {
  moderation: { mute: { until: string; reason: string } | null; decisions: readonly ShownDecision[] }
  answered: Answered | undefined
}) {
  const { mute, decisions } = props.moderation
  if (!mute && decisions.length === 0) return null
  return (
    <Part
      id="decisions"
      title="Decisions about me"
      text="What moderators have decided, why, and how to object."
    >
      <div className="grid gap-8">
        {mute && (
          <Notice kind="info">
            You cannot cheer others, or write comments, until {mute.until}. The reason: {mute.reason}
          </Notice>
        )}
        <FormOutcome
          name="object"
          answered={props.answered}
          saved="Sent. If there is another moderator, that person reads it."
        />
        {decisions.map((one) => (
          <section key={one.id} className="grid gap-3 border-l-4 border-danger pl-4">
            <h3 className="font-semibold">{hiddenInWords[one.kind]}</h3>
            <p className="text-small text-muted">
              {one.at}. {reportReasons[one.rule].rule}.
            </p>
            <p>
              {one.statement ??
                "Several members reported it, and their reports together were enough to hide it automatically until a moderator has looked."}
            </p>
            {one.objection !== null && (
              <p className="text-small">
                <span className="text-muted">You objected:</span>{" "}
                <span className="whitespace-pre-wrap wrap-anywhere">{one.objection}</span>
              </p>
            )}
            {one.reply !== null && (
              <p className="text-small">
                <span className="text-muted">The reply:</span>{" "}
                <span className="whitespace-pre-wrap wrap-anywhere">{one.reply}</span>
              </p>
            )}
            {one.objection === null && (
              <MemberForm name="object" className="grid max-w-2xl gap-4">
                <input type="hidden" name="decision" value={one.id} />
                <TextArea
                  id={`objection-${one.id}`}
                  name="text"
                  label="Do you disagree?"
                  hint="You can object once. If there is another moderator, that person reads it."
                  required
                  rows={3}
                  maxLength={reportLimits.objection}
                />
                <div>
                  <Button type="submit" look="quiet">
                    Object
                  </Button>
                </div>
              </MemberForm>
            )}
          </section>
        ))}
      </div>
    </Part>
  )
}
