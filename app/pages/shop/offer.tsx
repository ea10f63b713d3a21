import { inDollars } from "#content/amounts.ts"
import { renewalTerms } from "#content/renewal-terms.ts"
import type { Service } from "#content/schema.ts"
import { BuyForm } from "../../shop/buy-form.tsx"
import { purchaseOf } from "../../shop/purchase.ts"
import { Picture, type PictureSource } from "../../ui/picture.tsx"

interface OfferProps {
  service: Service
  picture: PictureSource | undefined
}

/** A service in the grid: its picture, its contents, and its price with the button at the bottom. */
export function Offer({ service, picture }: OfferProps) {
  return (
    <li id={service.slug} className="flex scroll-mt-24 flex-col border border-line bg-raised">
      {picture && <Picture picture={picture} decorative />}
      <div className="flex grow flex-col p-[clamp(1.25rem,1.7vw,1.75rem)]">
        <p className="label text-muted">{service.category}</p>
        <h2 className="display mt-1 text-card">{service.name}</h2>
        <p className="mt-3">{service.description}</p>
        <Includes items={service.includes} />
        <div className="mt-auto pt-6">
          <Purchase service={service} />
        </div>
      </div>
    </li>
  )
}

/** The recommended first service, as wide as the page. */
export function FeaturedOffer({ service, picture, why }: OfferProps & { why: string }) {
  return (
    <section
      id={service.slug}
      aria-labelledby="featured"
      className="field-volt grid scroll-mt-24 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]"
    >
      {picture && <Picture picture={picture} first className="h-full object-cover" />}
      <div className="self-center px-gutter py-[clamp(2rem,4vw,4rem)]">
        <p className="label">Start here · {service.category}</p>
        <h2 id="featured" className="display mt-2 text-section">
          {service.name}
        </h2>
        <p className="mt-4 max-w-[52ch] text-lead">{service.description}</p>
        <p className="mt-4 max-w-[52ch] font-semibold">{why}</p>
        <Includes items={service.includes} />
        <div className="mt-6 max-w-sm">
          <Purchase service={service} />
        </div>
      </div>
    </section>
  )
}

function Includes({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-5 border-t border-line text-small">
      {items.map((one) => (
        <li key={one} className="border-b border-line py-2.5">
          {one}
        </li>
      ))}
    </ul>
  )
}

function Purchase({ service }: { service: Service }) {
  const { slug, name, priceCents, type } = service
  const monthly = type === "subscription"
  return (
    <>
      <p className="display figures text-section">
        {inDollars(priceCents)}
        {monthly && <span className="label ml-1.5 text-muted">/month</span>}
      </p>
      <BuyForm
        purchase={purchaseOf(service)}
        className="mt-4"
        {...(monthly ? { describedBy: `${slug}-terms` } : {})}
      >
        <span>
          Buy Now <span className="sr-only">{name}</span>
        </span>
      </BuyForm>
      {monthly && (
        <p id={`${slug}-terms`} className="mt-3 text-label text-muted">
          {renewalTerms(inDollars(priceCents))}
        </p>
      )}
    </>
  )
}
