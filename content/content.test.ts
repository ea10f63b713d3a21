import { describe, expect, test } from "vitest"
import type { z } from "zod"
import { paths } from "#test/e2e/support/paths.ts"
import { applicationPages, mailPromise } from "./applications.ts"
import { articlesOf } from "./articles.ts"
import { articlesOnDisk } from "./articles-on-disk.ts"
import { artworkFor, everyPiece } from "./artwork/artwork.ts"
import { athleteById, athletes } from "./athletes.ts"
import { authMessage } from "./auth-message.ts"
import { caseStudy } from "./case-study.ts"
import {
  brandTiers,
  creatorTiers,
  featured,
  modeOf,
  serviceBySlug,
  serviceNamed,
  services,
} from "./catalog.ts"
import { actionSections, connectCards, testimonials } from "./community.ts"
import { donation } from "./donation.ts"
import { events } from "./events.ts"
import { beneficiary, corporatePartner, givingParts, sumsDo } from "./giving.ts"
import { messages, toasts } from "./messages.ts"
import { brandPitch, creatorPitch } from "./pitches.ts"
import * as shapes from "./schema.ts"
import { communityStats, limits, partnerReplyHours, site } from "./site.ts"
import { teasers } from "./teasers.ts"

const files: readonly (readonly [name: string, shape: z.ZodType, value: unknown])[] = [
  ["site", shapes.siteShape, site],
  ["community stats", shapes.statShape.array(), communityStats],
  ["donation", shapes.donationShape, donation],
  ["services", shapes.serviceShape.array(), services],
  ["brand tiers", shapes.tierShape.array(), brandTiers],
  ["creator tiers", shapes.tierShape.array(), creatorTiers],
  ["events", shapes.eventShape.array(), events],
  ["athletes", shapes.athleteProfileShape.array(), athletes],
  ["teasers", shapes.teaserShape.array(), teasers],
  ["connect cards", shapes.connectCardShape.array(), connectCards],
  ["action sections", shapes.actionSectionShape.array(), actionSections],
  ["testimonials", shapes.testimonialShape.array(), testimonials],
  ["case study", shapes.caseStudyShape, caseStudy],
  ["giving parts", shapes.givingPartShape.array(), givingParts],
  ["application pages", shapes.applicationPageShape.array(), Object.values(applicationPages)],
]

describe("every file has its declared shape", () => {
  test.each(files)("%s", (_, shape, value) => {
    expect(shape.safeParse(value).error?.issues ?? []).toEqual([])
  })
})

describe("facts fixed by the specification", () => {
  test("seven services with their prices and types", () => {
    expect(services.map(({ name, priceCents, type }) => [name, priceCents, type])).toEqual([
      ["TikTok Shop Setup", 49900, "one-time"],
      ["Product Activation", 79900, "one-time"],
      ["Built 2 Connect", 24900, "subscription"],
      ["Social Media Planner", 4900, "subscription"],
      ["1:1 Brand Coaching", 29900, "subscription"],
      ["Personal Brand Starter Kit", 2900, "one-time"],
      ["Built 2 Scale Group", 1499, "subscription"],
    ])
    expect(services.map((service) => modeOf(service))).toEqual([
      "payment",
      "payment",
      "subscription",
      "subscription",
      "subscription",
      "payment",
      "subscription",
    ])
    expect(serviceNamed("Built 2 Scale Group")?.priceCents).toBe(1499)
    expect(serviceNamed("built 2 scale group")).toBeUndefined()
  })

  test("tiers name the price of what they sell, and link to the right pages", () => {
    for (const tier of [...brandTiers, ...creatorTiers]) {
      if (!("buy" in tier.action)) {
        expect(paths).toContain(tier.action.href)
        continue
      }
      const cents = serviceBySlug(tier.action.buy)?.priceCents ?? 0
      expect(tier.priceText.replace(/[^\d.]/g, ""), tier.name).toBe(String(cents / 100))
    }
    expect(brandTiers.map((tier) => tier.priceText)).toEqual([
      "Free",
      "$49/month",
      "$249/month",
      "Starting at $799",
      "$499+",
    ])
    expect(creatorTiers.map((tier) => tier.priceText)).toEqual([
      "Free",
      "Free",
      "Free",
      "$14.99/month",
      "$29",
      "$299/month",
    ])
  })

  test("events, figures and limits", () => {
    expect(events.map(({ time, spots }) => [time, spots])).toEqual([
      ["6:00 AM", 25],
      ["7:00 AM", 40],
      ["8:00 AM", 15],
      ["10:00 AM", 20],
    ])
    expect(events[2].date).toBe("March 15, 2025")
    expect(communityStats.map((stat) => stat.value)).toEqual(["500+", "1200+", "48", "$25K+"])
    expect(donation.split.map((part) => part.percent)).toEqual([50, 30, 20])
    expect(donation.impact.map((stat) => stat.value)).toEqual(["$45,000", "3", "150+", "12"])
    expect(donation.oneTimeCents).toEqual([2500, 5000, 10000])
    expect(donation.monthlyCents).toEqual([1500, 2500, 5000])
    expect(partnerReplyHours).toBe(48)
    expect(site.copyrightYear).toBe(2024)
    expect(limits).toMatchObject({
      homeNewsletterFramePx: 403,
      toastRemoveDelayMs: 1_000_000,
      passwordMinLength: 6,
    })
    expect(mailPromise).toBe("No spam... Unsubscribe at any time.")
  })

  test("the error catalog, word for word", () => {
    expect(messages).toEqual({
      checkout_failed: "Failed to create checkout session. Please try again.",
      full_name_required: "Full name is required",
      user_already_exists: "An account with this email already exists. Try signing in instead.",
      signup_check_email: "Check your email for a confirmation link before signing in.",
      invalid_credentials: "Invalid email or password. Please check your credentials.",
      page_not_found: "Oops! Page not found",
      no_articles: "No articles found",
      no_articles_hint: "Try adjusting your search terms or filters",
      auth_provider_missing: "useAuth must be used within an AuthProvider",
      unexpected_error: "Unexpected Application Error!",
    })
    expect(toasts.checkout_failed.title).toBe("Error")
  })

  test("errors of the authentication service", () => {
    expect(authMessage({ code: "user_already_exists", message: "User already registered" })).toBe(
      messages.user_already_exists,
    )
    expect(authMessage({ message: "User already registered" })).toBe(messages.user_already_exists)
    expect(authMessage({ code: "invalid_credentials", message: "Invalid login credentials" })).toBe(
      messages.invalid_credentials,
    )
    expect(authMessage({ code: "over_email_send_rate_limit", message: "Wait a minute." })).toBe(
      "Wait a minute.",
    )
  })
})

describe("athletes", () => {
  const directory = athletes.filter(({ listed }) => listed)
  test("fourteen in the directory, fifteen with a page", () => {
    expect(directory).toHaveLength(14)
    expect(athletes).toHaveLength(15)
    expect(new Set(athletes.map((athlete) => athlete.id)).size).toBe(15)
    expect(new Set(athletes.map((athlete) => athlete.handle)).size).toBe(15)
    expect(directory.some((athlete) => athlete.nickname === "N/a")).toBe(true)
    expect(athleteById("nobody")).toBeUndefined()
  })

  test("the first picture is the portrait and every picture is drawn", () => {
    const drawn = new Set(everyPiece().map(({ kind, slug, position }) => `${kind}/${slug}/${position}`))
    for (const athlete of athletes) {
      expect(athlete.image).toBe(athlete.images[0])
      for (const index of athlete.images.keys())
        expect(drawn).toContain(`athletes/${athlete.id}/${index + 1}`)
    }
    for (const event of events) expect(drawn).toContain(`events/${event.slug}/1`)
    for (const article of articlesOf(articlesOnDisk)) expect(drawn).toContain(`blog/${article.slug}/1`)
  })

  test("sample quotes belong to sample athletes", () => {
    for (const { athleteId, name } of testimonials) expect(athleteById(athleteId)?.name).toBe(name)
  })
})

describe("links", () => {
  const links = [
    ...Object.values(site.links),
    ...connectCards.flatMap((card) => ("action" in card ? site.links[card.action.at] : [])),
    ...actionSections.map((section) => section.action.href),
    ...caseStudy.actions.map((action) => action.href),
    corporatePartner.action.href,
    ...teasers.map((teaser) => teaser.href),
  ]
  test.each(links)("%s", (href) => {
    if (href.startsWith("/")) expect(paths).toContain(href)
    else expect(new URL(href).protocol).toBe("https:")
  })

  test("the podcast has none", () => {
    expect(connectCards.map((card) => "action" in card)).toEqual([true, false, true])
  })

  test("the case study ends at both applications", () => {
    expect(caseStudy.actions.map((action) => action.href)).toEqual([
      "/brand-application",
      "/creator-application",
    ])
  })
})

describe("links of the pages that sell or ask for donations", () => {
  test("one tier of each list is recommended, and one service comes first", () => {
    expect(brandTiers.filter(({ name }) => name === brandPitch.recommended.name)).toHaveLength(1)
    expect(creatorTiers.filter(({ name }) => name === creatorPitch.recommended.name)).toHaveLength(1)
    expect(Object.keys(brandPitch.steps)).toEqual([...new Set(brandTiers.map(({ step }) => step))])
    expect(testimonials.map(({ athleteId }) => athleteId)).toContain(creatorPitch.proof.athleteId)
    expect(serviceBySlug(featured.slug)).toBeDefined()
  })

  test("every service has its own picture", () => {
    const pictures = services.map(({ slug }) => artworkFor("services", slug).src)
    expect(new Set(pictures).size).toBe(services.length)
  })

  test("every amount on a button says what it pays for, and a sample beneficiary is marked as such", () => {
    expect(Object.keys(sumsDo.once).map(Number)).toEqual(donation.oneTimeCents)
    expect(Object.keys(sumsDo.monthly).map(Number)).toEqual(donation.monthlyCents)
    if (beneficiary.sample) expect(beneficiary.name).toMatch(/^Sample /)
  })
})

test("a number in an article's picture is explained under it; pictures of other pages have none", () => {
  for (const { kind, slug, art } of everyPiece()) {
    const mark = "draw" in art && "mark" in art.draw ? art.draw.mark : null
    if (kind === "blog" && mark !== null)
      expect("caption" in art && art.caption?.startsWith(mark), slug).toBe(true)
    // Drawn only for link previews, beside the title.
    if (kind === "pages" && slug !== "donate" && slug !== "leaderboard") expect(mark, slug).toBeNull()
  }
})
