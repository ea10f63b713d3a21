import { expect, test } from "vitest"
import { articlesOf } from "./articles.ts"
import { articlesOnDisk } from "./articles-on-disk.ts"
import { athletes } from "./athletes.ts"
import { services } from "./catalog.ts"
import { events } from "./events.ts"
import {
  articleData,
  athleteData,
  breadcrumbData,
  eventData,
  organizationData,
  productData,
} from "./structured-data.ts"

const origin = "https://b4m.example"

test("every address is absolute and nothing is undefined", () => {
  const written = articlesOf(articlesOnDisk).filter((article) => article.href !== "#")
  const all = [
    organizationData(origin),
    ...written.map((article) => articleData(origin, article)),
    ...events.map((event) =>
      eventData(origin, event, "2026-11-24T06:00:00-08:00", "2026-11-24T07:00:00-08:00"),
    ),
    ...services.map((service) => productData(origin, service)),
    ...athletes.map((athlete) => athleteData(origin, athlete, athlete.image)),
  ]
  expect(all).toHaveLength(1 + 12 + 4 + 7 + 15)
  for (const data of all) {
    const text = JSON.stringify(data)
    expect(text).not.toContain("undefined")
    for (const [, address] of text.matchAll(/"(?:url|image|mainEntityOfPage)":"([^"]*)"/g)) {
      expect(address?.startsWith(origin), address).toBe(true)
    }
  }
})

test("prices have two decimals and subscriptions say per month", () => {
  const scale = services.find((service) => service.slug === "built-2-scale-group") ?? services[0]
  expect(productData(origin, scale)).toMatchObject({
    offers: { price: "14.99", priceSpecification: { referenceQuantity: { unitCode: "MON" } } },
  })
  expect(productData(origin, services[0])).not.toHaveProperty("offers.priceSpecification")
})

test("an athlete without a nickname has no other name", () => {
  const plain = athletes.find((athlete) => athlete.nickname === "N/a") ?? athletes[0]
  if (!plain) throw new Error("no athletes")
  expect(athleteData(origin, plain, plain.image)).not.toHaveProperty("alternateName")
})

test("breadcrumbs start at home and are numbered from one", () => {
  expect(breadcrumbData(origin, [["Blog", "/blog"]]).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: `${origin}/` },
    { "@type": "ListItem", position: 2, name: "Blog", item: `${origin}/blog` },
  ])
})
