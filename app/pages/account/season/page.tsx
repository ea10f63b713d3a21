import { data } from "react-router"
import { longSpan } from "#content/dates.ts"
import { mostCards, reviewCards } from "#content/review-cards.ts"
import { site } from "#content/site.ts"
import { cardsOf } from "#domain/competition/seasons/review-cards.ts"
import { ownReview, shareReview, unshareReview } from "#domain/competition/seasons/shared-review.ts"
import { ShareCard } from "../../../cards/share-card.tsx"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { ReviewCards } from "../../../people/review-cards.tsx"
import { signedIn } from "../../../session/signed-in.ts"
import { Button, ButtonLink } from "../../../ui/button.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import type { Route } from "./+types/page"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Look back", description: `A season on ${site.name}, as it went for you.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return data({ userId: null, own: null }, { status: 200 })
  const current = context.get(world)
  const own = await ownReview(current, member.userId, params.season)
  const shared = own?.shared && { ...own.shared, url: `${current.settings.siteUrl}${own.shared.path}` }
  return data(
    { userId: member.userId, own: own && { review: own.review, cards: cardsOf(own.review), shared } },
    { status: own ? 200 : 404 },
  )
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  const { season } = args.params
  return memberAction(args, async ({ userId }, typed) => {
    if (typed.form === "unshare") {
      await unshareReview(current, userId, season)
      return null
    }
    const cards = Object.keys(reviewCards).filter((card) => `card-${card}` in typed)
    const done = await shareReview(current, userId, { season, cards })
    if (done.ok) return null
    return done.code === "no_cards"
      ? { status: 422, code: done.code, problem: `Pick at least one card, and ${mostCards} at most.` }
      : { status: 404, code: done.code, problem: "There is nothing to look back at in this season." }
  })
}

/** How a season went for its member: for them alone, until they share cards of it. */
export default function LookBack({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, own } = loaderData
  const answered = actionData as Answered | undefined
  const typed =
    answered && "typed" in answered && !answered.ok && answered.form === "share" ? answered.typed : undefined
  const busy = useSending("share")
  const cards = own?.cards ?? []
  return (
    <MemberPage userId={userId} keeps={false}>
      {!own && (
        <>
          <h1 className="display mt-6 text-title">Nothing to look back at</h1>
          <p className="mt-6 mb-8 max-w-[58ch] text-muted">
            You had no points in this season, or its results are not final yet.
          </p>
          <ButtonLink to="/leaderboard">See what is on</ButtonLink>
        </>
      )}
      {own && (
        <>
          <h1 className="display mt-6 text-title">
            {"Your "}
            <span className="inline-block">{own.review.name.toLowerCase()}</span>
          </h1>
          <p className="figures mt-3 mb-10 text-muted">
            {longSpan(own.review.from, own.review.to)}. Only you see this page.
          </p>
          <ReviewCards cards={cards} />
          {own.review.credits.length > 0 && (
            <p className="mt-4 text-small text-muted">Data: {own.review.credits.join(", ")}</p>
          )}
          <div className="mt-section">
            <Setting
              id="share"
              title="Share it"
              text={`Pick up to ${mostCards} cards. Anyone with the link sees them, with your name if visitors see it on the boards, and nothing else. The link works until you end it.`}
            >
              <MemberForm name="share" className="grid gap-5">
                <FormOutcome name="share" answered={answered} saved="Shared." />
                {own.shared && (
                  <p className="border-l-8 border-volt pl-4">
                    <a href={own.shared.path} className="break-all underline underline-offset-4">
                      {own.shared.url}
                    </a>
                  </p>
                )}
                <fieldset className="grid gap-x-6 sm:grid-cols-2">
                  <legend className="sr-only">Cards to share</legend>
                  {cards
                    .filter(({ card }) => reviewCards[card].shared)
                    .map(({ card }) => (
                      <CheckField
                        key={card}
                        id={`card-${card}`}
                        name={`card-${card}`}
                        value="on"
                        defaultChecked={
                          typed ? `card-${card}` in typed : (own.shared?.cards.includes(card) ?? false)
                        }
                        label={reviewCards[card].label}
                      />
                    ))}
                </fieldset>
                <Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
                  {busy ? "One moment…" : own.shared ? "Save" : "Make a link"}
                </Button>
              </MemberForm>
              {own.shared && (
                <ShareCard
                  key={own.shared.cards.join()}
                  card={own.shared.path.replace("/season-review/", "/cards/season-reviews/")}
                  alt="Your cards as one picture"
                  name={`look-back-${own.review.season}`}
                />
              )}
              {own.shared && (
                <MemberForm name="unshare">
                  <Button type="submit" look="plain">
                    End the link
                  </Button>
                </MemberForm>
              )}
            </Setting>
          </div>
        </>
      )}
    </MemberPage>
  )
}
