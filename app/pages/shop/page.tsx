import { inDollars } from "#content/amounts.ts"
import { services } from "#content/catalog.ts"
import { renewalTerms } from "#content/renewal-terms.ts"
import type { Service } from "#content/schema.ts"
import { productData } from "#content/structured-data.ts"
import { JsonLd } from "../../json-ld.tsx"
import { pageMeta } from "../../meta.ts"
import { BuyForm } from "../../shop/buy-form.tsx"
import { purchaseOf } from "../../shop/purchase.ts"
import { PageHead } from "../../ui/page-head.tsx"

export const meta = () =>
  pageMeta({
    title: "Shop",
    description:
      "Seven services for athletes and brands, from a $29 starter kit to a full product activation.",
  })

export default function Shop() {
  return (
    <>
      {services.map((service) => (
        <JsonLd key={service.slug} describe={(origin) => productData(origin, service)} />
      ))}
      <PageHead
        title="Shop"
        lead="Services we would buy ourselves, with prices you can read before you talk to anyone."
        figure={{ value: String(services.length), label: "services" }}
      />
      <ul className="gutter py-section">
        {services.map((service) => (
          <Offer key={service.slug} service={service} />
        ))}
      </ul>
    </>
  )
}

function Offer({ service }: { service: Service }) {
  const { slug, name, category, description, includes, priceCents, type } = service
  const monthly = type === "subscription"
  return (
    <li
      id={slug}
      className="grid scroll-mt-24 gap-x-12 gap-y-6 border-t border-line py-9 last:border-b md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_18rem]"
    >
      <div className="max-w-[60ch]">
        <p className="label text-muted">{category}</p>
        <h2 className="display mt-1 text-card">{name}</h2>
        <p className="mt-3">{description}</p>
      </div>
      <ul className="text-small md:max-lg:col-start-1">
        {includes.map((one) => (
          <li key={one} className="border-b border-line py-2.5 first:pt-0 last:border-b-0">
            {one}
          </li>
        ))}
      </ul>
      <div className="md:max-lg:col-start-2 md:max-lg:row-span-2 md:max-lg:row-start-1">
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
      </div>
    </li>
  )
}
