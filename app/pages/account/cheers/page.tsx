import { useEffect } from "react"
import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { cheerPhrases } from "#content/cheers.ts"
import { longDate } from "#content/dates.ts"
import { reportReasons } from "#content/reports.ts"
import { site } from "#content/site.ts"
import { blockedBy } from "#domain/community/block.ts"
import { commentsReceived } from "#domain/community/comments-on.ts"
import { ownCheers } from "#domain/community/own-cheers.ts"
import { ownModeration } from "#domain/community/own-moderation.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { cheeredEvent } from "../../../community/say-cheered.ts"
import { talkEvent } from "../../../community/say-commented.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { AthleteFace } from "../../../people/athlete-face.tsx"
import { signedIn } from "../../../session/signed-in.ts"
import { TextButton } from "../../../ui/text-button.tsx"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import { Part } from "../part.tsx"
import { useLiveMember } from "../use-live-member.ts"
import { useReload } from "../use-look-again.ts"
import type { Route } from "./+types/page"
import { saveCheers } from "./answer.ts"
import { Decisions } from "./decisions.tsx"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

/** The days that were cheered last. */
const shownDays = 30
const shownComments = 30

export const meta = () => [
  ...pageMeta({ title: "Cheers", description: `Who has cheered you on ${site.name}.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, cheers: [], comments: [], blocked: [], moderation: null }
  const current = context.get(world)
  const { userId } = member
  const [cheers, comments, blocked, moderation] = await Promise.all([
    ownCheers(current, userId, { days: shownDays }),
    commentsReceived(current, userId, { most: shownComments }),
    blockedBy(current, userId),
    ownModeration(current, userId),
  ])
  const { mute, decisions, reports } = moderation
  return {
    userId,
    cheers,
    comments,
    blocked: blocked.map(({ athlete, name }) => ({ athlete, name })),
    moderation: {
      mute: mute && { until: momentInWords(mute.until), reason: mute.reason },
      decisions: decisions.map((one) => ({ ...one, at: momentInWords(one.at) })),
      reports: reports.map((one) => ({
        id: one.id,
        reason: reportReasons[one.reason].label,
        at: momentInWords(one.at),
        state: one.state,
      })),
    },
  }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => saveCheers(current, userId, typed))
}

/** Who has cheered the member, whom the member has blocked, and what moderators have decided. */
export default function CheersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, cheers, comments, blocked, moderation } = loaderData
  const answered = actionData as Answered | undefined
  const reload = useReload()
  useLiveMember()
  useEffect(() => {
    const look = () => void reload()
    for (const event of [cheeredEvent, talkEvent]) addEventListener(event, look)
    return () => {
      for (const event of [cheeredEvent, talkEvent]) removeEventListener(event, look)
    }
  }, [reload])
  return (
    <MemberPage userId={userId} keeps={false}>
      <h1 className="display mt-6 mb-3 text-title">Cheers</h1>
      <p className="mb-10 max-w-[58ch] text-muted">
        Only you see who has cheered you. Others see how many did, once there are three.
      </p>
      <FormOutcome name="block" answered={answered} saved="Blocked. Nobody is told." />
      {moderation && <Decisions moderation={moderation} answered={answered} />}
      {comments.length > 0 && (
        <Part
          id="comments"
          title="Written to me"
          text="What others have written on your days, the latest first."
        >
          <ul className="border-t border-line">
            {comments.map((one) => (
              <li key={one.id} className="border-b border-line py-2.5">
                <Link
                  to={`/leaderboard/athletes/${one.own}/days/${one.on}#comment-${one.id}`}
                  className="grid min-h-11 content-center no-underline"
                >
                  <span className="text-small text-muted">
                    <bdi className="font-semibold text-text">{one.name}</bdi>
                    <span className="figures ml-3">{longDate(one.on)}</span>
                  </span>
                  <span dir="auto" className="truncate">
                    {one.text}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {cheers.length === 0 && (
        <p className="border-y border-line py-8 text-lead">
          Nobody has cheered you yet. To cheer somebody, open their row on{" "}
          <Link to="/leaderboard">the leaderboard</Link>: each day has a button.
        </p>
      )}
      <ol className="grid gap-10">
        {cheers.map((day) => (
          <li key={day.on}>
            <h2 className="display text-card">
              {longDate(day.on)}
              <span className="figures ml-3 text-small font-normal text-muted">
                {countOf(day.count, "cheer")}
              </span>
            </h2>
            <ul className="mt-4 border-t border-line">
              {day.givers.map((giver) => (
                <li
                  key={giver.athlete}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5"
                >
                  <AthleteFace of={giver} side={40} />
                  <span className="min-w-0 grow">
                    <Link
                      to={`/leaderboard/athletes/${giver.athlete}`}
                      className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
                    >
                      {giver.name}
                    </Link>
                    {giver.phrase && <span className="block text-small">{cheerPhrases[giver.phrase]}</span>}
                  </span>
                  <Link
                    to={`/leaderboard/athletes/${giver.athlete}/report`}
                    className="inline-flex min-h-11 items-center text-small text-muted underline underline-offset-4"
                  >
                    Report<span className="sr-only"> {giver.name}</span>
                  </Link>
                  <MemberForm name="block">
                    <input type="hidden" name="athlete" value={giver.athlete} />
                    <TextButton type="submit" className="text-small text-muted">
                      Block<span className="sr-only"> {giver.name}</span>
                    </TextButton>
                  </MemberForm>
                </li>
              ))}
            </ul>
            {day.count > day.givers.length && (
              <p className="mt-3 text-small text-muted">And {day.count - day.givers.length} more.</p>
            )}
          </li>
        ))}
      </ol>
      {blocked.length > 0 && (
        <Part
          id="blocked"
          title="People I have blocked"
          text="While you are signed in, you and they do not see each other’s name, photo, days and cheers. They are not told."
        >
          <FormOutcome name="unblock" answered={answered} saved="The block has ended." />
          <ul className="border-t border-line">
            {blocked.map(({ athlete, name }) => (
              <li
                key={athlete}
                className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
              >
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <MemberForm name="unblock">
                  <input type="hidden" name="athlete" value={athlete} />
                  <TextButton type="submit">
                    Unblock<span className="sr-only"> {name}</span>
                  </TextButton>
                </MemberForm>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {moderation && moderation.reports.length > 0 && (
        <Part id="reports" title="My reports" text="What you have reported, and what was decided.">
          <ul className="border-t border-line">
            {moderation.reports.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 text-small"
              >
                <span>
                  <span className="figures text-muted">{one.id}</span> {one.reason}
                </span>
                <span className="figures text-muted">
                  {one.at}: {states[one.state]}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </MemberPage>
  )
}

const states = { open: "a moderator looks at it", hide: "hidden", keep: "it stays" }
