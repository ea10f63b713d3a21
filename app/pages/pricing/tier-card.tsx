import type { Tier } from "#content/schema.ts"
import { Price } from "./price.tsx"
import { TierAction } from "./tier-action.tsx"

/**
 * An offer as a card: name, price, contents, and its button at the bottom.
 * @param why the reason why this one is recommended; the card then stands out
 */
export function TierCard({ tier, why }: { tier: Tier; why?: string }) {
  return (
    <li
      className={`flex flex-col p-[clamp(1.25rem,2vw,2rem)] ${why ? "field-volt" : "border border-line bg-raised"}`}
    >
      {why && (
        <p className="mb-4">
          <span className="label inline-flex bg-ink px-2.5 py-1 text-paper">Recommended</span>
        </p>
      )}
      <h3 className="display text-card">{tier.name}</h3>
      <div className="mt-3">
        <Price text={tier.priceText} />
      </div>
      <p className="mt-4">{tier.summary}</p>
      {why && <p className="mt-3 border-l-4 border-ink pl-4 font-semibold">{why}</p>}
      <ul className="mt-5 mb-6 border-t border-line text-small">
        {tier.points.map((point) => (
          <li key={point} className="border-b border-line py-2.5">
            {point}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <TierAction action={tier.action} />
      </div>
    </li>
  )
}
