import type { ShownCard } from "#domain/competition/seasons/review-cards.ts"

/** The cards, the number first. */
export function ReviewCards({ cards }: { cards: readonly ShownCard[] }) {
  return (
    <ul className="grid gap-x-8 gap-y-px sm:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ card, figure, words }) => (
        <li key={card} className="border-t border-line py-6">
          <p className="display figures text-title leading-none break-words">{figure}</p>
          <p className="mt-3 text-muted">{words}</p>
        </li>
      ))}
    </ul>
  )
}
