import type { Article, AthleteProfile, CommunityEvent, Service } from "./schema.ts"
import { site } from "./site.ts"

/**
 * Descriptions for search engines (schema.org as JSON-LD). Pure data: pass the public origin, such as "https://b4m.example",
 * and put the result in a script of type application/ld+json.
 */
type JsonLd = Readonly<Record<string, unknown>>

const context = "https://schema.org"

/** @param links our addresses on other sites */
export function organizationData(
  origin: string,
  links: { instagram: string; youtube: string; club: string } = site.links,
): JsonLd {
  return {
    "@context": context,
    "@type": "SportsOrganization",
    name: site.name,
    url: origin,
    slogan: site.tagline,
    description: site.description,
    email: site.supportEmail,
    foundingDate: site.foundedOn,
    sameAs: [links.instagram, links.youtube, links.club],
  }
}

export function articleData(origin: string, article: Omit<Article, "markdown">): JsonLd {
  return {
    "@context": context,
    "@type": "BlogPosting",
    headline: article.title,
    description: article.excerpt,
    datePublished: article.date,
    articleSection: article.badges,
    author: { "@type": article.author === site.team ? "Organization" : "Person", name: article.author },
    publisher: { "@type": "Organization", name: site.name, url: origin },
    image: `${origin}${article.image}`,
    mainEntityOfPage: `${origin}${article.href}`,
  }
}

/** One occurrence of an event. `startsAt` and `endsAt` are ISO instants with an offset. */
export function eventData(origin: string, event: CommunityEvent, startsAt: string, endsAt: string): JsonLd {
  return {
    "@context": context,
    "@type": "SportsEvent",
    name: event.title,
    description: event.description,
    startDate: startsAt,
    endDate: endsAt,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    maximumAttendeeCapacity: event.spots,
    isAccessibleForFree: true,
    location: { "@type": "Place", name: event.location, address: event.address },
    organizer: { "@type": "Organization", name: site.name, url: origin },
    image: `${origin}${event.image}`,
    url: `${origin}/events`,
  }
}

export function productData(origin: string, service: Service): JsonLd {
  const price = (service.priceCents / 100).toFixed(2)
  const monthly = {
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price,
      priceCurrency: "USD",
      referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" },
    },
  }
  return {
    "@context": context,
    "@type": "Product",
    name: service.name,
    description: service.description,
    category: service.category,
    brand: { "@type": "Brand", name: site.name },
    offers: {
      "@type": "Offer",
      price,
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      url: `${origin}/shop`,
      ...(service.type === "subscription" ? monthly : {}),
    },
  }
}

/** @param image path of the portrait */
export function athleteData(
  origin: string,
  athlete: Pick<AthleteProfile, "id" | "name" | "nickname" | "bio">,
  image: string,
): JsonLd {
  return {
    "@context": context,
    "@type": "Person",
    name: athlete.name,
    ...(athlete.nickname === "N/a" ? {} : { alternateName: athlete.nickname }),
    description: athlete.bio,
    image: `${origin}${image}`,
    url: `${origin}/athletes/${athlete.id}`,
    memberOf: { "@type": "Organization", name: site.name, url: origin },
  }
}

/** @param trail from the home page to this one: `[["Blog", "/blog"], ["Title", "/blog/slug"]]` */
export function breadcrumbData(
  origin: string,
  trail: readonly (readonly [name: string, path: string])[],
): JsonLd {
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: [["Home", "/"] as const, ...trail].map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}
