import { data, Link } from "react-router"
import { site } from "#content/site.ts"
import { comingTo } from "#domain/community/here.ts"
import { eventBySlug, whenInWords } from "#domain/events/occurrence.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import { world } from "../../context.ts"
import { loadAgainWhenSaved } from "../../forms/client-answer.ts"
import { signedIn } from "../../session/signed-in.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { memberClientAction } from "../account/client-action.ts"
import { type Answered, memberAction } from "../account/member-action.ts"
import { MemberPage } from "../account/member-page.tsx"
import { readTalk } from "../community-acts/read-talk.ts"
import { saveTalk } from "../community-acts/save-talk.ts"
import { Talk } from "../community-acts/talk.tsx"
import { Faces } from "../community-now/this-week.tsx"
import type { Route } from "./+types/day"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.shown?.title ?? "Not found"} · ${site.name}` },
  { name: "robots", content: "noindex" },
]

/** One day of an event for members: what they say about it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { slug, on } = params
  const member = await signedIn(context)
  if (!member) return { userId: null, shown: null, slug, on }
  const current = context.get(world)
  const event = eventBySlug(current.published.words, slug)
  const held = event && (await heldOn(current.db, event, on))
  if (!held) return data({ userId: member.userId, shown: null, slug, on }, { status: 404 })
  const shown = {
    title: held.event.title,
    when: whenInWords(held),
    location: held.event.location,
    calledOff: held.calledOff ?? false,
    coming: await comingTo(current, member.userId, { event: slug, on }),
    talk: await readTalk(current, member.userId, { event: slug, on }, request),
  }
  return { userId: member.userId, shown, slug, on }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  const { slug, on } = args.params
  return memberAction(
    args,
    async ({ userId }, typed) => (await saveTalk(current, userId, { event: slug, on }, typed)) ?? null,
  )
}

export default function EventDay({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, shown, slug, on } = loaderData
  const answered = actionData as Answered | undefined
  return (
    <MemberPage userId={userId} keeps={answered !== undefined && !answered.ok}>
      <div className="mt-6">
        <BackLink to="/events">Events</BackLink>
      </div>
      <h1 className="display mt-6 text-title">{shown?.title ?? "Not found"}</h1>
      {shown ? (
        <>
          <p className="figures mt-3 mb-10 text-lead">
            {shown.calledOff ? <s>{shown.when}</s> : shown.when}, {shown.location}
            {shown.calledOff && ". Canceled."}
          </p>
          {shown.coming.length > 0 && (
            <section aria-labelledby="coming" className="border-t border-line py-9">
              <h2 id="coming" className="display text-card">
                Who is coming
              </h2>
              <p className="mt-2 text-small text-muted">
                Members who chose to be listed, by name. Choose for yourself in your{" "}
                <Link to="/account/settings#my-page">settings</Link>.
              </p>
              <Faces people={shown.coming} />
            </section>
          )}
          {shown.talk && <Talk talk={shown.talk} about={`event/${slug}/${on}`} answered={answered} />}
        </>
      ) : (
        <p className="mt-4 text-lead text-muted">This event does not take place on that day.</p>
      )}
    </MemberPage>
  )
}
