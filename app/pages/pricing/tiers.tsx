import type { Tier } from "#content/schema.ts"
import { ButtonLink } from "../../ui/button.tsx"

/** Offers in rows: what it is, what it brings, what it costs, what to do. */
export function Tiers({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <ul className="gutter py-section">
      {tiers.map((tier) => (
        <li
          key={tier.name}
          className="grid gap-x-10 gap-y-5 border-t border-line py-9 last:border-b lg:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)]"
        >
          <div>
            <p className="label text-muted">{tier.step}</p>
            <h2 className="display mt-1 text-card">{tier.name}</h2>
            <p className="mt-3 max-w-[44ch]">{tier.summary}</p>
          </div>
          <ul className="text-small">
            {tier.points.map((point) => (
              <li key={point} className="border-b border-line py-2.5 first:pt-0 last:border-b-0">
                {point}
              </li>
            ))}
          </ul>
          <div className="flex flex-col items-start gap-4 lg:items-end">
            <p className="display figures text-section lg:text-right">{tier.priceText}</p>
            <ButtonLink to={"href" in tier.action ? tier.action.href : "/shop"}>
              {tier.action.label}
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  )
}
