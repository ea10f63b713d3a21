/** The cards of a member's look back at a season, in their order. `shared: false`: for the member alone. */
export const reviewCards = {
  days: { label: "Active days", shared: true },
  place: { label: "My place", shared: true },
  finisher: { label: "Finisher", shared: true },
  best: { label: "My best day", shared: true },
  row: { label: "Days in a row", shared: true },
  weekday: { label: "My most active weekday", shared: true },
  kinds: { label: "What I tried", shared: true },
  everyone: { label: "All of us together", shared: true },
  cheers: { label: "Cheers", shared: false },
} as const

export type ReviewCard = keyof typeof reviewCards

/** How many cards a shared look back has at most. */
export const mostCards = 6

export function isReviewCard(text: string): text is ReviewCard {
  return Object.hasOwn(reviewCards, text)
}
