import { data } from "react-router"
import { longSpan } from "#content/dates.ts"
import { site } from "#content/site.ts"
import { cardsOf } from "#domain/competition/seasons/review-cards.ts"
import { openReview } from "#domain/competition/seasons/shared-review.ts"
import { world } from "../../context.ts"
import { cardMeta } from "../../document/meta.ts"
import { ReviewCards } from "../../people/review-cards.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { LetterPage } from "../mail/letter-page.tsx"
import type { Route } from "./+types/page"

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `A look back · ${site.name}` },
  { name: "robots", content: "noindex" },
  ...(loaderData?.shown
    ? cardMeta(loaderData.shown.picture, `A look back at a ${loaderData.shown.race.toLowerCase()}`)
    : []),
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const current = context.get(world)
  const opened = await openReview(current, params.token)
  const headers = { "cache-control": "private, no-store" }
  if (!opened.ok)
    return data({ shown: null, code: opened.code }, { status: opened.code === "gone" ? 410 : 404, headers })
  const { name, cards, review } = opened
  const { season, from, to, credits } = review
  // Nothing of the other cards reaches the page.
  const shown = {
    name,
    race: review.name,
    picture: `${current.settings.siteUrl}/cards/season-reviews/${params.token}.png`,
    season,
    from,
    to,
    credits,
    cards: cardsOf(review).filter(({ card }) => cards.includes(card)),
  }
  return data({ shown, code: null }, { headers })
}

/** The cards of a season that a member has shared. */
export default function SharedReview({ loaderData: { shown, code } }: Route.ComponentProps) {
  if (!shown)
    return (
      <LetterPage
        title={code === "gone" ? "This look back is gone" : "This link does not work"}
        text={
          code === "gone"
            ? "The account was deleted, or what it showed is no longer shown to everybody."
            : "It may be incomplete, or whoever shared it has ended it."
        }
      >
        <ButtonLink to="/leaderboard">See what is on</ButtonLink>
      </LetterPage>
    )
  const race = shown.race.toLowerCase()
  return (
    <div className="gutter py-section">
      <h1 className="display text-title break-words">
        {shown.name ? `${shown.name}’s ` : "An athlete’s "}
        <span className="inline-block">{race}</span>
      </h1>
      <p className="figures mt-3 mb-10 text-muted">{longSpan(shown.from, shown.to)}</p>
      <ReviewCards cards={shown.cards} />
      {shown.credits.length > 0 && (
        <p className="mt-4 text-small text-muted">Data: {shown.credits.join(", ")}</p>
      )}
      <div className="mt-10">
        <ButtonLink to={`/leaderboard/seasons/${shown.season}`}>See all results</ButtonLink>
      </div>
    </div>
  )
}
