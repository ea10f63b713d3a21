/** Every page contains what the specification requires: quoted strings, buttons, and the tables of content/. */

import { afterPayment } from "#content/after-payment.ts"
import { applicationPages } from "#content/applications.ts"
import { articlesOf } from "#content/articles.ts"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { artworkFor } from "#content/artwork/artwork.ts"
import { athletes } from "#content/athletes.ts"
import { brandTiers, creatorTiers, featured, services } from "#content/catalog.ts"
import { donation } from "#content/donation.ts"
import { events } from "#content/events.ts"
import { beneficiary, sumsDo } from "#content/giving.ts"
import { messages } from "#content/messages.ts"
import { brandPitch, creatorPitch } from "#content/pitches.ts"
import { communityStats, site } from "#content/site.ts"
import { teasers } from "#content/teasers.ts"
import { oddPhrases } from "#test/architecture/odd-phrases.ts"
import { blogPages } from "#test/specification/blog-pages.ts"
import { pages } from "#test/specification/pages.ts"
import { sellingPages } from "#test/specification/selling-pages.ts"
import { type Document, readDocument } from "./support/document.ts"
import { paths } from "./support/paths.ts"
import { expect, test } from "./support/worker.ts"

/** The items that the specification quotes or lists, page by page. */
const specified = [...pages, ...sellingPages, ...blogPages]

const dollars = (cents: number) => `$${(cents / 100).toFixed(2).replace(/\.00$/, "")}`

test("every page contains the items that the specification quotes", async ({ documents, origin }) => {
  for (const { section, path, texts = [], links = {}, markup = [], times = {} } of specified) {
    const document = documents.get(path) ?? (await readDocument(origin, path))
    // Typographic apostrophes count as the same character.
    const text = document.text.replaceAll("’", "'")
    const place = `${section}, on ${path}`
    for (const item of texts) expect.soft(text.includes(item), `"${item}", ${place}`).toBe(true)
    for (const [label, href] of Object.entries(links))
      expect.soft(linkNamed(document, label), `"${label}", ${place}`).toContain(href)
    for (const item of markup) expect.soft(document.html.includes(item), `${item}, ${place}`).toBe(true)
    for (const [item, count] of Object.entries(times))
      expect.soft(document.text.split(item).length - 1, `"${item}", ${place}`).toBe(count)
  }
})

test("every page has a title, a description, one heading and its own address", ({ documents, origin }) => {
  const titles = new Map<string, string>()
  for (const { path, status, title, meta, link, firstHeadings } of documents.values()) {
    expect.soft(status, path).toBe(200)
    expect.soft(title, path).toMatch(new RegExp(`.{3,} · ${site.name}$`))
    expect.soft(meta("description") ?? "", path).toMatch(/^.{20,160}$/)
    expect.soft(meta("og:title"), path).toBe(title)
    expect.soft(link("canonical"), path).toBe(new URL(path, origin).href)
    expect.soft(firstHeadings, path).toBe(1)
    expect.soft(titles.get(title), `${path} has the title of another page`).toBeUndefined()
    titles.set(title, path)
  }
  expect(documents.size).toBe(paths.length)
})

test("no page as sent has a phrase that readers stumble over, in its text, title or description", ({
  documents,
}) => {
  for (const { path, text, title, meta } of documents.values())
    for (const said of [text, title, meta("description") ?? ""])
      expect.soft(oddPhrases(said), path).toEqual([])
})

test("sample people and figures are marked as samples", ({ documentAt }) => {
  for (const path of ["/", "/community", "/donate"])
    expect.soft(documentAt(path).text, path).toContain("These are sample numbers")
  for (const path of ["/community", "/athletes", "/athletes/linus-varga-cho"])
    expect.soft(documentAt(path).text, path).toContain("invented samples")
})

test("every page has the navigation and the button to join", ({ documents }) => {
  for (const document of documents.values())
    for (const [label, href] of [
      ["Home", "/"],
      ["Our Athletes", "/athletes"],
      ["Partners", "/partners"],
      ["Blog", "/blog"],
      ["Leaderboard", "/leaderboard"],
      ["Join Community", "/creator-application"],
    ] as const)
      expect.soft(linkNamed(document, label), `"${label}" on ${document.path}`).toContain(href)
})

test("the shop offers the seven services at their prices, also in its structured data", ({ documentAt }) => {
  const shop = documentAt("/shop")
  expect(services).toHaveLength(7)
  for (const { name, priceCents, type, description } of services) {
    expect.soft(shop.text).toContain(`${name} ${description}`)
    expect
      .soft(shop.text, name)
      .toContain(`${dollars(priceCents)}${type === "subscription" ? " /month" : " "}`)
  }
  expect(shop.text.match(/Buy Now/g)).toHaveLength(7)
  const products = shop.structuredData.filter((one) => one["@type"] === "Product")
  expect(products.map(({ name }) => name)).toEqual(services.map(({ name }) => name))
  expect(products.map(({ offers }) => (offers as { price: string }).price)).toEqual(
    services.map(({ priceCents }) => (priceCents / 100).toFixed(2)),
  )
})

test("the shop shows one service first and a picture of each", ({ documentAt }) => {
  const { text, images } = documentAt("/shop")
  const places = services.map(({ name, description }) => text.indexOf(`${name} ${description}`))
  const first = services.findIndex(({ slug }) => slug === featured.slug)
  expect(Math.min(...places)).toBe(places[first])
  for (const { slug } of services)
    expect.soft(images.map(({ src }) => src)).toContain(`/art/services/${slug}.svg`)
})

for (const [path, tiers, pitch] of [
  ["/for-brands", brandTiers, brandPitch],
  ["/for-creators", creatorTiers, creatorPitch],
] as const) {
  test(`${path} shows its tiers, their prices and their buttons`, ({ documentAt }) => {
    const page = documentAt(path)
    for (const { name, priceText, summary, action } of tiers) {
      for (const text of [name, summary, action.label]) expect.soft(page.text, name).toContain(text)
      // The amount is set in large type, the rest in small type.
      expect.soft(page.text.replaceAll(" /month", "/month"), name).toContain(priceText)
      if ("href" in action) expect.soft(linkNamed(page, action.label), name).toContain(action.href)
    }
    expect(page.text.match(/\bRecommended\b/g)).toHaveLength(1)
    expect(page.text).toMatch(new RegExp(`Recommended ${escaped(pitch.recommended.name)}`))
    expect(page.text).toContain(pitch.recommended.why)
  })
}

test("the structured data of events lists each of their next days", ({ documentAt }) => {
  const days = documentAt("/events").structuredData.filter((one) => one["@type"] === "SportsEvent")
  expect(days.length).toBeGreaterThan(events.filter(({ recurrence }) => recurrence.kind !== "once").length)
  for (const { startDate, endDate } of days)
    expect(Date.parse(String(startDate))).toBeLessThan(Date.parse(String(endDate)))
})

test("the events are shown with date, place, distance and spots", ({ documentAt }) => {
  const page = documentAt("/events")
  for (const { title, date, time, location, distance, description, spots } of events) {
    for (const text of [title, date, time, location, distance, description])
      expect.soft(page.text, title).toContain(text)
    expect.soft(page.text, title).toMatch(new RegExp(`\\b${spots} spots\\b`))
  }
})

test("giving: the split, its results, and the amounts", ({ documentAt }) => {
  const page = documentAt("/donate")
  for (const { percent, label } of donation.split) expect.soft(page.text).toContain(`${percent}% ${label}`)
  for (const { value, label } of donation.impact)
    expect.soft(page.text).toMatch(new RegExp(`${escaped(value)} ${label}|${label} ${escaped(value)}`))
  for (const cents of [...donation.oneTimeCents, ...donation.monthlyCents])
    expect.soft(page.text).toContain(dollars(cents))
  expect.soft(page.text).toContain("Custom Amount")
  expect.soft(page.text).toContain("Corporate Partner")
  for (const text of [...Object.values(sumsDo.once), ...Object.values(sumsDo.monthly)])
    expect.soft(page.text).toContain(text)
  expect.soft(page.text).toContain(`${beneficiary.name} ${beneficiary.text}`)
})

test("after a payment the page explains the next steps", ({ documentAt }) => {
  for (const step of afterPayment.service) expect.soft(documentAt("/checkout-success").text).toContain(step)
})

test("the number in an article's picture is explained under it", ({ documentAt }) => {
  for (const { slug, href } of articlesOf(articlesOnDisk)) {
    const { caption } = artworkFor("blog", slug)
    // A drawing without a number has nothing to explain.
    if (caption === undefined) continue
    const path = href === "#" ? "/blog" : href
    expect.soft(documentAt(path).text, path).toContain(caption)
  }
})

test("cards without a page are recognizable", ({ documentAt }) => {
  const nowhere = articlesOf(articlesOnDisk).filter(({ href }) => href === "#")
  expect(documentAt("/blog").text.match(/Not published yet/g)).toHaveLength(nowhere.length)
})

test("the pages show the community in numbers, the teasers, the athletes and the articles", ({
  documentAt,
}) => {
  for (const { value, label } of communityStats)
    expect
      .soft(documentAt("/community").text)
      .toMatch(new RegExp(`${escaped(value)} ${label}|${label} ${escaped(value)}`))
  for (const { title, category, excerpt } of teasers)
    for (const text of [title, category, excerpt]) expect.soft(documentAt("/").text).toContain(text)
  const cards = documentAt("/athletes").text
  for (const { name, nickname, sport, races } of athletes.filter(({ listed }) => listed)) {
    for (const text of [name, sport, `${races} races`]) expect.soft(cards, name).toContain(text)
    if (nickname !== "N/a") expect.soft(cards, name).toContain(nickname)
  }
  expect.soft(cards).not.toContain("N/a")
  for (const { id, bio, topEvents, handle } of athletes) {
    const page = documentAt(`/athletes/${id}`)
    for (const text of [bio, ...topEvents, `@${handle}`, "races completed", "Top Events"])
      expect.soft(page.text, id).toContain(text)
  }
  for (const { href, title, author, date, readTime } of articlesOf(articlesOnDisk)) {
    if (href === "#") continue
    const long = new Date(date).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" })
    for (const text of [title, author, long, readTime, "Back to Blog"])
      expect.soft(documentAt(href).text, href).toContain(text)
  }
})

test("every form page states its purpose and the next steps", ({ documentAt }) => {
  for (const [id, { title, lead, points, next }] of Object.entries(applicationPages))
    for (const text of [title, lead, ...points, ...next])
      expect.soft(documentAt(`/${id}`).text, id).toContain(text)
})

test("the error catalog reaches the pages that show it", async ({ origin, documentAt }) => {
  const unknown = await readDocument(origin, "/no/such/page")
  expect(unknown.status).toBe(404)
  expect(unknown.text).toContain(messages.page_not_found)
  const nothing = await readDocument(origin, "/blog?search=zzzz")
  expect(nothing.text).toContain(messages.no_articles)
  expect(nothing.text).toContain(messages.no_articles_hint)
  // Messages that appear only after an error are in the scripts that the page loads.
  for (const [path, sentences] of [
    ["/auth", [messages.full_name_required, messages.signup_check_email]],
    ["/auth", [messages.invalid_credentials, messages.user_already_exists]],
    ["/shop", [messages.checkout_failed, messages.unexpected_error]],
  ] as const) {
    const scripts = await scriptsOf(documentAt(path), origin)
    for (const sentence of sentences) expect.soft(scripts, path).toContain(sentence)
  }
})

/** The targets of the links with this text. */
function linkNamed({ html }: Document, label: string): string[] {
  const links = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  return links
    .filter(([, , words = ""]) => words.replace(/<[^>]*>/g, "").trim() === label)
    .map(([, href = ""]) => href)
}

async function scriptsOf({ html }: Document, origin: string): Promise<string> {
  const files = [...html.matchAll(/href="(\/assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file)
  const texts = await Promise.all(files.map(async (file) => (await fetch(new URL(file, origin))).text()))
  return texts.join("\n")
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
