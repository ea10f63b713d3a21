import { data, Link } from "react-router"
import { shortDate } from "#content/dates.ts"
import { reasons } from "#content/reasons.ts"
import { site } from "#content/site.ts"
import { type OwnActivity, ownActivity } from "#domain/competition/account/activities.ts"
import { readOwnEvidence } from "#domain/competition/scoring/read-evidence.ts"
import { profileOf } from "#domain/members/member.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { buttonClass } from "../../../ui/button.tsx"
import { useUnits } from "../../../units/use-units.ts"
import { memberClientAction } from "../client-action.ts"
import { factsOf, nameOf, verdicts } from "../competition/activity-words.ts"
import { zoneNote } from "../competition/zone-note.ts"
import { type Answered, memberAction } from "../member-action.ts"
import { MemberPage } from "../member-page.tsx"
import { Part } from "../part.tsx"
import type { Route } from "./+types/page"
import { saveObjection } from "./answer.ts"
import { comparisonOf } from "./comparison.ts"
import { ObjectForm } from "./object-form.tsx"
import { Recordings } from "./recordings.tsx"
import { SentObjections } from "./sent-objections.tsx"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({
    title: "Activity",
    description: `What ${site.name} knows about an activity of yours, and how to object.`,
  }),
  { name: "robots", content: "noindex" },
]

const nothing = { row: null, says: [], comparison: null, units: "imperial" } as const

/** 404 for another member's activity, as if there were no such activity. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, ...nothing }
  const current = context.get(world)
  const { userId } = member
  const activityId = idIn(params.id)
  const [row, says, comparison, profile] = await Promise.all([
    ownActivity(current, userId, activityId),
    readOwnEvidence(current.db, { userId, activityId }),
    comparisonOf(current, { userId, activityId }),
    profileOf(current.db, userId),
  ])
  if (!row || !comparison) throw data(null, { status: 404 })
  return { userId, row, says: says ?? [], comparison, units: profile?.units ?? "imperial" }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  const activityId = idIn(args.params.id)
  return memberAction(args, ({ userId }, typed) => saveObjection(current, { userId, activityId }, typed))
}

/** An activity as its owner alone sees it: the verdict, the evidence, the recording, objections and their form. */
export default function ActivityPage({ params, loaderData, actionData }: Route.ComponentProps) {
  const { userId, row, says, comparison, units } = loaderData
  const answered = actionData as Answered | undefined
  const typed = answered && "typed" in answered && !answered.ok ? answered.typed : undefined
  const shown = useUnits() ?? units
  return (
    <MemberPage userId={userId} keeps={typed !== undefined}>
      <Link
        to="/account#activities"
        className="label mt-6 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        My activities
      </Link>
      <h1 className="display mt-2 mb-8 text-title break-words">{row ? nameOf(row) : "Activity"}</h1>
      {row && (
        <>
          <Verdict row={row} facts={factsOf(row, shown)} />
          <Part
            title="What we know about it"
            text="None of this takes points from you. It helps us check winners."
          >
            <ul className="grid gap-1">
              {says.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Part>
        </>
      )}
      {row && comparison && (
        <Part title="The recording">
          <Recordings row={row} comparison={comparison} units={shown} />
        </Part>
      )}
      {(row?.mayObject || typed) && (
        <Part id="object" title="This is wrong">
          <ObjectForm activityId={idIn(params.id)} typed={typed?.text} answered={answered} />
        </Part>
      )}
    </MemberPage>
  )
}

function Verdict({ row, facts }: { row: OwnActivity; facts: readonly string[] }) {
  const { word, look } = verdicts[row.status]
  const note = zoneNote(row)
  return (
    <div className="mb-9 grid max-w-[70ch] justify-items-start gap-3">
      <p className="figures text-muted">{[shortDate(row.on), ...facts].join(" · ")}</p>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
        <span className={`label rounded-card px-2 py-0.5 ${look}`}>{word}</span>
        {row.reason !== "counted" && <span>{reasons[row.reason]}</span>}
      </p>
      {note && <p className="text-muted">{note}</p>}
      <SentObjections row={row} />
      {row.original !== null && (
        <a href={`/account/activities/${row.id}/original`} download className={buttonClass("quiet")}>
          Save original file<span className="sr-only"> {row.original}</span>
        </a>
      )}
    </div>
  )
}

function idIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
