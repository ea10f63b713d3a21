import { data, redirect, useLoaderData } from "react-router"
import { reportLimits, reportReasons } from "#content/reports.ts"
import { openObjections } from "#domain/community/queue.ts"
import { mustAnotherReply, replyToModerationObjection } from "#domain/operator/reports/report-commands.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { ObjectionReply } from "../frame/objection-reply.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
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
          <ObjectionReply
            text={one.objection}
            notReply={one.notYours ? (words.own_decision ?? null) : null}
            field={{
              name: "reply",
              maxLength: reportLimits.statement,
              "data-key": "s",
              "data-says": "Write the reply",
            }}
            outcomes={{ uphold: "Show it again", reject: "It stays hidden" }}
          />
        </Panel>
      </div>
    </Page>
  )
}
