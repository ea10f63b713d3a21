import { kindWords } from "#content/activity-kinds.ts"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { longDay, weekday } from "#content/dates.ts"
import type { ReviewCard } from "#content/review-cards.ts"
import type { SeasonReview } from "./review.ts"

/** One card of a look back. */
export interface ShownCard {
  card: ReviewCard
  /** The number or word that stands out. */
  figure: string
  words: string
}

/** The cards of a look back that have something to say. */
export function cardsOf(review: SeasonReview): ShownCard[] {
  const { activeDays, points, rank, athletes, best, inARow, loyal, kinds, everyone, cheers } = review
  const shown: (ShownCard | false)[] = [
    {
      card: "days",
      figure: String(activeDays),
      words: `${activeDays === 1 ? "active day" : "active days"}, ${countOf(points, "point")}`,
    },
    {
      card: "place",
      figure: ordinal(rank),
      words: athletes > 1 ? `of ${countOf(athletes, "athlete")}` : "place",
    },
    review.isFinisher && {
      card: "finisher",
      figure: "Finisher",
      words: `with ${countOf(activeDays, "active day")}`,
    },
    best !== null && {
      card: "best",
      figure: String(best.points),
      words: `points on ${weekday(best.on)}, ${longDay(best.on)}${best.kinds.length > 0 ? `: ${kindNames(best.kinds)}` : ""}`,
    },
    inARow > 1 && { card: "row", figure: String(inARow), words: "active days in a row" },
    loyal !== null && {
      card: "weekday",
      // Any week that begins on a Monday.
      figure: weekday(`2026-11-${22 + loyal.weekday}`),
      words: `most active weekday: ${loyal.days} times`,
    },
    kinds.length > 1 && { card: "kinds", figure: String(kinds.length), words: kindNames(kinds) },
    athletes > 1 && {
      card: "everyone",
      figure: grouped(everyone.points),
      words: `points by all of us, on ${countOf(everyone.activeDays, "active day")}`,
    },
    cheers > 0 && {
      card: "cheers",
      figure: String(cheers),
      words: cheers === 1 ? "cheer for these days" : "cheers for these days",
    },
  ]
  return shown.filter((one) => one !== false)
}

function kindNames(kinds: SeasonReview["kinds"]): string {
  return kinds.map((kind) => kindWords[kind].noun).join(", ")
}
