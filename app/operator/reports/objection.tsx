import { data, redirect, useLoaderData } from "react-router"
import { reportLimits, reportReasons } from "#content/reports.ts"
import { openObjections } from "#domain/community/queue.ts"
import { mustAnotherReply, replyToModerationObjection } from "#domain/operator/reports/report-commands.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { kinds, words } from "./words.ts"

const idOf = ({ params }: RouteArgs) =>
  /^\d{1,15}$/.test(params.decision ?? "") ? Number(params.decision) : 0

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/reports")
  const [open] = await openObjections(world, { operatorId: operator.id, decision: idOf(args) })
  if (!open) throw data(null, { status: 404 })
  return {
    says: kinds[open.kind],
    shown: open.shown,
    text: open.text,
    rule: reportReasons[open.rule].label,
    statement: open.statement ?? "Hidden automatically, by the weight of reports",
    at: momentInWords(open.at),
    objection: open.objection,
    objectedAt: momentInWords(open.objectedAt),
    notYours: await mustAnotherReply(world, operator, open),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/reports")
  const form = await args.request.formData()
  const reply = String(form.get("reply") ?? "")
    .trim()
    .slice(0, reportLimits.statement)
  const what = form.get("do")
  if (reply === "" || (what !== "uphold" && what !== "reject"))
    return { ok: false, text: "Write the reply first." } satisfies Answer
  const done = await replyToModerationObjection(world, operator, {
    decision: idOf(args),
    reply,
    upheld: what === "uphold",
  })
  if (!done.ok && done.code !== "already_done") return refused(done.code, words, args.request)
  return redirect(`/reports?done=${done.entry}`)
}

export default function Objection() {
  const one = useLoaderData<typeof loader>()
  return (
    <Page title={`${one.says}: ${one.shown}`} text={`Objection of ${one.objectedAt}`}>
      <Answered />
      <div className="grid max-w-3xl gap-5">
        <Panel title="The decision">
          <Facts
            facts={[
              ["Decided", one.at],
              ["Rule", one.rule],
              ["Statement", one.statement],
            ]}
          />
        </Panel>
        {one.text !== null && (
          <Panel title="The comment">
            <p dir="auto" className="text-small whitespace-pre-wrap wrap-anywhere">
              {one.text}
            </p>
          </Panel>
        )}
        <Panel title="The objection">
          <blockquote className="border-l-4 border-volt pl-3 text-small wrap-anywhere whitespace-pre-wrap">
            {one.objection}
          </blockquote>
        </Panel>
        {one.notYours ? (
          <p className="border-l-4 border-danger pl-3 text-small">{words.own_decision}</p>
        ) : (
          <PressForm className="grid gap-3">
            <label className="text-small">
              <span className="text-muted">Your reply, by email and in the account</span>
              <textarea
                name="reply"
                rows={4}
                required
                maxLength={reportLimits.statement}
                data-key="s"
                data-says="Write the reply"
                className={controlClass}
              />
            </label>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="do" value="uphold" look="quiet">
                Show it again
              </Button>
              <Button type="submit" name="do" value="reject" look="quiet">
                It stays hidden
              </Button>
            </div>
          </PressForm>
        )}
      </div>
    </Page>
  )
}
