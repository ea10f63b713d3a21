import { inDollars } from "#content/amounts.ts"
import { serviceBySlug } from "#content/catalog.ts"
import { renewalTerms } from "#content/renewal-terms.ts"
import type { Tier } from "#content/schema.ts"
import { BuyForm } from "../../shop/buy-form.tsx"
import { purchaseOf } from "../../shop/purchase.ts"
import { ButtonLink } from "../../ui/button.tsx"

/** Offers in rows: name, benefits, price and action. */
export function Tiers({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <ul className="gutter py-section">
      {tiers.map((tier) => (
        <li
          key={tier.name}
          className="grid gap-x-12 gap-y-6 border-t border-line py-9 last:border-b md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_18rem]"
        >
          <div>
            <p className="label text-muted">{tier.step}</p>
            <h2 className="display mt-1 text-card">{tier.name}</h2>
            <p className="mt-3 max-w-[44ch]">{tier.summary}</p>
          </div>
          <ul className="text-small md:max-lg:col-start-1">
            {tier.points.map((point) => (
              <li key={point} className="border-b border-line py-2.5 first:pt-0 last:border-b-0">
                {point}
              </li>
            ))}
          </ul>
          <div className="grid content-start gap-4 md:max-lg:col-start-2 md:max-lg:row-span-2 md:max-lg:row-start-1">
            <Price text={tier.priceText} />
            {"href" in tier.action ? (
              <ButtonLink to={tier.action.href}>{tier.action.label}</ButtonLink>
            ) : (
              <Buy slug={tier.action.buy} label={tier.action.label} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** "Starting at $799", "$14.99/month", "$499+": large number, small words. */
function Price({ text }: { text: string }) {
  const [, before, amount, after] = /^(\D*?)(\$?[\d.]+\+?|Free)(.*)$/.exec(text) ?? ["", "", text, ""]
  return (
    <p className="display figures text-section">
      {before && <span className="label mb-1 block text-muted">{before}</span>}
      {amount}
      {after && <span className="label ml-1.5 text-muted">{after}</span>}
    </p>
  )
}

function Buy({ slug, label }: { slug: string; label: string }) {
  const service = serviceBySlug(slug)
  if (!service) throw new Error(`No service ${slug}`)
  const monthly = service.type === "subscription"
  return (
    <>
      <BuyForm purchase={purchaseOf(service)} {...(monthly ? { describedBy: `${slug}-terms` } : {})}>
        {label}
      </BuyForm>
      {monthly && (
        <p id={`${slug}-terms`} className="-mt-1 text-label text-muted">
          {renewalTerms(inDollars(service.priceCents))}
        </p>
      )}
    </>
  )
}
