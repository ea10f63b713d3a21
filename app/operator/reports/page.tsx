import { Link, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { firstLookHours, reportReasons } from "#content/reports.ts"
import { commentSetting } from "#domain/community/comment-switches.ts"
import { openObjections, reportQueue } from "#domain/community/queue.ts"
import { switchCommentsAsOperator } from "#domain/operator/reports/report-commands.ts"
import { holds } from "#domain/operator/roles.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { readDone } from "../done.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { DoneLine } from "../frame/done-line.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { undoFromDesk } from "../undo-from-desk.ts"
import { kinds, words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/reports")
  const [entries, objections, done] = await Promise.all([
    reportQueue(world, { operatorId: operator.id }),
    openObjections(world, { operatorId: operator.id }),
    readDone(world, args.request),
  ])
  const lateBefore = new Date(world.now().getTime() - firstLookHours * 3_600_000)
  return {
    done,
    comments: holds(operator.role, "owner") ? await commentSetting(world.db, world.now()) : null,
    entries: entries.map((one) => ({
      report: one.report,
      kind: kinds[one.kind],
      shown: one.text === null ? one.shown : `${one.shown}: ${one.text.slice(0, 120)}`,
      reports: one.reports,
      reasons: one.reasons.map((reason) => reportReasons[reason].label).join(", "),
      oldest: momentInWords(one.oldest),
      late: one.oldest < lateBefore,
      hidden: one.hiddenSince !== null,
    })),
    objections: objections.map((one) => ({
      decision: one.decision,
      kind: kinds[one.kind],
      shown: one.shown,
      at: momentInWords(one.objectedAt),
    })),
  }
}

export async function action(args: RouteArgs) {
  const form = await args.request.formData()
  if (form.has("comments")) {
    const { world, operator } = enter(args, "/reports")
    const on = form.get("comments") === "on"
    const done = await switchCommentsAsOperator(world, operator, { on })
    if (!done.ok) return refused(done.code, words, args.request)
    return {
      ok: true,
      text: on ? "Members can comment." : "Comments are off, and nobody sees them.",
    } satisfies Answer
  }
  return undoFromDesk(args, "/reports", {
    entry: form.get("undo"),
    words,
    text: "Undone: the reports are open again. Nobody was written to.",
  })
}

/** Everything that is reported, one entry for each subject, those that are hidden automatically first. */
export default function Reports() {
  const { entries, objections, done, comments } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Reports"
      text={`One entry for each subject. A first look within ${firstLookHours} hours, threats at once: where a life is in danger, call the police first.`}
    >
      <Answered />
      <DoneLine done={done} action="/reports" />
      {entries.length === 0 && objections.length === 0 && (
        <p className="border border-line bg-raised px-5 py-8">Nothing is reported.</p>
      )}
      <ul className="border-b border-line empty:hidden">
        {entries.map((one, index) => (
          <li key={one.report} className="border-t border-line">
            <Link
              to={`/reports/${one.report}`}
              data-key={index < 17 ? String.fromCharCode(97 + index) : undefined}
              className="grid min-h-14 grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 py-2 no-underline hover:bg-raised lg:grid-cols-[5rem_minmax(0,1fr)_auto]"
            >
              <span className="label text-muted">{one.kind}</span>
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{one.shown}</span>
                <span className="block text-small text-muted">
                  {`${countOf(one.reports, "report")}: ${one.reasons}`}
                </span>
              </span>
              <span
                className={`figures col-start-2 text-small lg:col-start-3 ${one.late ? "font-semibold text-danger" : "text-muted"}`}
              >
                {one.hidden ? "Hidden automatically, " : ""}
                {one.oldest}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {objections.length > 0 && (
        <section aria-label="Objections" className="mt-8">
          <h2 className="label mb-2 text-muted">Objections to decisions</h2>
          <ul className="border-b border-line">
            {objections.map((one) => (
              <li key={one.decision} className="border-t border-line">
                <Link
                  to={`/reports/objections/${one.decision}`}
                  className="grid min-h-14 grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-2 no-underline hover:bg-raised"
                >
                  <span className="label text-muted">{one.kind}</span>
                  <span className="font-semibold wrap-anywhere">{one.shown}</span>
                  <span className="figures text-small text-muted">{one.at}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {comments && (
        <div className="mt-8 max-w-3xl">
          <Panel title="Comments">
            <p className="text-small">
              {!comments.moderated
                ? "Off: give somebody the role moderator on the page People first. With it, members can comment on days and events."
                : comments.chosen
                  ? "Members can comment on days and events."
                  : "Off. What was written is stored, and nobody sees it."}
            </p>
            {comments.moderated && (
              <PressForm className="mt-3">
                <Button type="submit" name="comments" value={comments.chosen ? "off" : "on"} look="quiet">
                  {comments.chosen ? "Switch comments off" : "Switch comments on"}
                </Button>
              </PressForm>
            )}
          </Panel>
        </div>
      )}
    </Page>
  )
}
