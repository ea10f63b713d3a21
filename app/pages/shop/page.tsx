import { services } from "#content/catalog.ts"
import { pageMeta } from "../../meta.ts"
import { dollars } from "../../money.ts"
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
      <PageHead
        title="Shop"
        lead="Services we would buy ourselves, with prices you can read before you talk to anyone."
        figure={{ value: String(services.length), label: "services" }}
      />
      <ul className="gutter py-section">
        {services.map((service) => (
          <li
            key={service.slug}
            className="grid gap-x-10 gap-y-4 border-t border-line py-8 last:border-b lg:grid-cols-[minmax(0,7fr)_auto] lg:items-baseline"
          >
            <div className="max-w-[60ch]">
              <p className="label text-muted">{service.category}</p>
              <h2 className="display mt-1 text-card">{service.name}</h2>
              <p className="mt-3">{service.description}</p>
            </div>
            <p className="display figures text-section">
              {dollars(service.priceCents)}
              {service.type === "subscription" && <span className="label ml-1.5 text-muted">/month</span>}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
