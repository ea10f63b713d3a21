import { artworkFor } from "#content/artwork/artwork.ts"
import { featured, services } from "#content/catalog.ts"
import { productData } from "#content/structured-data.ts"
import { JsonLd } from "../../document/json-ld.tsx"
import { pageMeta } from "../../document/meta.ts"
import { PageHead } from "../../ui/page-head.tsx"
import type { Route } from "./+types/page"
import { FeaturedOffer, Offer } from "./offer.tsx"

export const meta = () =>
  pageMeta({
    title: "Shop",
    description:
      "Seven services for athletes and brands, from a $29 starter kit to a full product activation.",
  })

/** A picture for each service, by its slug; read at build time. */
export function loader() {
  return { pictures: Object.fromEntries(services.map(({ slug }) => [slug, artworkFor("services", slug)])) }
}

/** One service first, the others as a grid. */
export default function Shop({ loaderData: { pictures } }: Route.ComponentProps) {
  const first = services.find(({ slug }) => slug === featured.slug)
  return (
    <>
      {services.map((service) => (
        <JsonLd key={service.slug} describe={(origin) => productData(origin, service)} />
      ))}
      <PageHead
        title="Shop"
        lead="Services we would buy ourselves, with prices you can read before you talk to anyone."
        tiles={services
          .slice(0, 4)
          .map(({ slug }) => (
            <img
              key={slug}
              src={pictures[slug]?.src}
              alt=""
              width={240}
              height={240}
              className="object-cover"
            />
          ))}
      />
      {first && <FeaturedOffer service={first} picture={pictures[first.slug]} why={featured.why} />}
      <ul className="gutter grid gap-x-6 gap-y-10 py-section sm:grid-cols-2 lg:grid-cols-3">
        {services
          .filter((service) => service !== first)
          .map((service) => (
            <Offer key={service.slug} service={service} picture={pictures[service.slug]} />
          ))}
      </ul>
    </>
  )
}
