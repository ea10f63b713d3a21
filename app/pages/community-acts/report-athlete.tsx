import { data, useSearchParams } from "react-router"
import { isReportReason, reportLimits, reportReasons } from "#content/reports.ts"
import { site } from "#content/site.ts"
import { reportAthlete } from "#domain/community/report.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { visit, world } from "../../context.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import { signedIn } from "../../session/signed-in.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { Button } from "../../ui/button.tsx"
import { TextArea } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { memberClientAction } from "../account/client-action.ts"
import { type Answered, memberAction, type Refused } from "../account/member-action.ts"
import { FormOutcome, MemberForm } from "../account/member-form.tsx"
import { MemberPage } from "../account/member-page.tsx"
import type { Route } from "./+types/report-athlete"

export { keepAfterSending as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [{ title: `Report · ${site.name}` }, { name: "robots", content: "noindex" }]

/** The second tap of a member's report: its reason. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  const { slug } = params
  if (!member) return { userId: null, slug, shown: null, comment: null }
  const found = await explain(context.get(world), { athlete: slug, viewer: member.userId })
  if (!found.ok) return data({ userId: member.userId, slug, shown: null, comment: null }, { status: 404 })
  const { name, photo } = found.explained.athlete
  const comment = idOf(new URL(request.url).searchParams.get("comment"))
  return { userId: member.userId, slug, shown: { name, hasPhoto: photo !== null }, comment }
}

/** The number of a comment; null for anything else. */
const idOf = (text: string | null | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)

const refusals = {
  not_joined: `Join the competition first, or use the form for everybody: ${site.name}’s report page.`,
  not_shown: "There is no such athlete, photo or comment, or you may not see it.",
  yourself: "This is you.",
  too_many: "You have sent many reports today. Write to us instead.",
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  const ip = args.context.get(visit)?.sender.ip ?? null
  return memberAction(args, async ({ userId }, typed) => {
    const { reason, about, note = "" } = typed
    if (!isReportReason(reason)) return refusedFor("invalid", "Choose why.")
    const comment = idOf(typed.comment)
    const done = await reportAthlete(current, userId, {
      slug: args.params.slug,
      about: comment !== null ? { comment } : about === "photo" ? "photo" : "athlete",
      reason,
      note: note.trim().slice(0, reportLimits.note),
      ip,
    })
    return done.ok ? { note: done.state } : refusedFor(done.code, refusals[done.code])
  })
}

const refusedFor = (code: string, problem: string): Refused => ({ status: 409, code, problem })

const outcomes: Record<string, string> = {
  received:
    "Thank you. A moderator will look at it, usually within a day, and we will email you the decision.",
  repeated: "You have reported this already. We added what you wrote now.",
  settled:
    "A moderator has looked at the same before and decided that it stays. You get an email with the reason.",
}

export default function ReportAthlete({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, slug, shown, comment } = loaderData
  const answered = actionData as Answered | undefined
  const [params] = useSearchParams()
  const aboutPhoto = params.get("about") === "photo" && shown?.hasPhoto
  const note = answered?.ok ? answered.note : undefined
  return (
    <MemberPage userId={userId} keeps={answered !== undefined && !answered.ok}>
      <div className="mt-6">
        <BackLink to={`/leaderboard/athletes/${slug}`}>{shown?.name ?? "The athlete’s page"}</BackLink>
      </div>
      <h1 className="display mt-6 text-title break-words">
        {shown
          ? `Report ${comment !== null ? `what ${shown.name} wrote` : aboutPhoto ? `the photo of ${shown.name}` : shown.name}`
          : "Not shown"}
      </h1>
      {note ? (
        <div className="mt-8 max-w-2xl">
          <Notice kind="done">{outcomes[note]}</Notice>
        </div>
      ) : shown ? (
        <MemberForm name="report" className="mt-8 grid max-w-2xl gap-6">
          <FormOutcome name="report" answered={answered} />
          <input type="hidden" name="about" value={aboutPhoto ? "photo" : "athlete"} />
          {comment !== null && <input type="hidden" name="comment" value={comment} />}
          <p className="text-muted">
            {shown.name} is never told who sent a report. Is somebody’s life in danger? Call the emergency
            services first. Points that look wrong need no report: operators check them.
          </p>
          <TextArea
            id="report-note"
            name="note"
            label="What should a moderator know?"
            hint="Write it before you choose a reason."
            rows={3}
            maxLength={reportLimits.note}
          />
          <fieldset className="grid gap-3">
            <legend className="label mb-3">Why do you report it?</legend>
            {Object.entries(reportReasons).map(([reason, { label }]) => (
              <Button
                key={reason}
                type="submit"
                name="reason"
                value={reason}
                look="quiet"
                className="justify-start text-left"
              >
                {label}
              </Button>
            ))}
          </fieldset>
        </MemberForm>
      ) : (
        <p className="mt-4 max-w-[54ch] text-lead text-muted">{refusals.not_shown}</p>
      )}
    </MemberPage>
  )
}
