import type { CheckoutMode, Service, Tier } from "./schema.ts"
import { site } from "./site.ts"

/** The seven services, in the order of the shop. Prices in US cents; a subscription's is per month. */
export const services = [
  {
    slug: "tiktok-shop-setup",
    name: "TikTok Shop Setup",
    priceCents: 49900,
    description:
      "We set your shop up end to end: account, catalog, product pages and first videos, ready to sell from day one.",
    includes: [
      "Account and catalog setup",
      "Up to ten product pages, written for you",
      "A first batch of athlete videos briefed",
    ],
    category: "Marketing Services",
    type: "one-time",
  },
  {
    slug: "product-activation",
    name: "Product Activation",
    priceCents: 79900,
    description:
      "Put your product in the hands of athletes who train every week, and get honest feedback and content in return.",
    includes: [
      "Athletes picked for your product",
      "Seeding and follow-up handled by us",
      "A report with feedback and content links",
    ],
    category: "Marketing Services",
    type: "one-time",
  },
  {
    slug: "built-2-connect",
    name: "Built 2 Connect",
    priceCents: 24900,
    description:
      "A direct line to the community: monthly athlete matches, campaign planning and one contact who answers.",
    includes: [
      "New athlete matches every month",
      "A planning call with one contact",
      "Content rights agreed in writing",
    ],
    category: "Marketing Services",
    type: "subscription",
  },
  {
    slug: "social-media-planner",
    name: "Social Media Planner",
    priceCents: 4900,
    description: "A month of posts planned around real training and racing, so you never run out of ideas.",
    includes: ["A new calendar every month", "Captions and hooks drafted", "Your race calendar built in"],
    category: "Marketing Services",
    type: "subscription",
  },
  {
    slug: "1-on-1-brand-coaching",
    name: "1:1 Brand Coaching",
    priceCents: 29900,
    description:
      "Private coaching for athletes who want to be worth a brand’s budget: positioning, pitch, rates and follow-through.",
    includes: ["Two private calls a month", "Your pitch and media kit reviewed", "Answers between calls"],
    category: "Marketing Services",
    type: "subscription",
  },
  {
    slug: "personal-brand-starter-kit",
    name: "Personal Brand Starter Kit",
    priceCents: 2900,
    description:
      "Worksheets and templates that take you from a blank profile to a clear story, a media kit and a first pitch.",
    includes: ["Story and niche worksheet", "Media kit template", "Three pitch emails to adapt"],
    category: "Marketing Services",
    type: "one-time",
  },
  {
    slug: "built-2-scale-group",
    name: "Built 2 Scale Group",
    priceCents: 1499,
    description:
      "A small group of athletes who grow side by side: a monthly call, weekly prompts and feedback on what you post.",
    includes: ["A live group call every month", "A prompt every week", "Feedback from athletes and the team"],
    category: "Marketing Services",
    type: "subscription",
  },
] as const satisfies readonly Service[]

/** The service that opens the shop, and why. */
export const featured = {
  slug: "personal-brand-starter-kit",
  why: "The smallest thing we sell. If it tells you that you need nothing else from us, it has done its job.",
} as const

/** The checkout mode of a service type: subscription for a subscription, otherwise payment. */
export function modeOf(service: Pick<Service, "type">): CheckoutMode {
  return service.type === "subscription" ? "subscription" : "payment"
}

/** The service with this exact name, as the checkout request names it. */
export function serviceNamed(name: string): Service | undefined {
  return services.find((service) => service.name === name)
}

/** The service that a tier's `buy` names. */
export function serviceBySlug(slug: string): Service | undefined {
  return services.find((service) => service.slug === slug)
}

/** /for-brands: connect, manage, scale. */
export const brandTiers = [
  {
    step: "Connect",
    name: "Meet the athletes",
    priceText: "Free",
    summary: "Tell us what you make and who it is for. We introduce you to athletes who would use it anyway.",
    points: [
      "An introduction to athletes who fit",
      "A place on our partner list",
      "An invitation to community events",
    ],
    action: { label: "Apply as a Brand", href: "/brand-application" },
  },
  {
    step: "Manage",
    name: "Social Media Planner",
    priceText: "$49/month",
    summary: "A month of posts planned around real training and racing, ready to shoot.",
    points: ["A content calendar every month", "Captions and hooks drafted", "Your race calendar built in"],
    action: { label: "Join the Waitlist", href: "/social-media-planner-waitlist" },
  },
  {
    step: "Manage",
    name: "Built 2 Connect",
    priceText: "$249/month",
    summary: "A direct line to the community, with one person who plans, matches and follows up.",
    points: [
      "New athlete matches every month",
      "A planning call with one contact",
      "Content rights agreed in writing",
    ],
    action: { label: "Join the Waitlist", href: "/built2connect-waitlist" },
  },
  {
    step: "Scale",
    name: "Product Activation",
    priceText: "Starting at $799",
    summary:
      "Your product in the hands of athletes who train every week, and what they honestly think of it.",
    points: [
      "Athletes picked for your product",
      "Seeding and follow-up handled",
      "A report with feedback and content",
    ],
    action: { label: "Start an Activation", buy: "product-activation" },
  },
  {
    step: "Scale",
    name: "TikTok Shop Setup",
    priceText: "$499+",
    summary: "Account, catalog, product pages and first videos, set up end to end.",
    points: [
      "Account and catalog setup",
      "Up to ten product pages, written for you",
      "First athlete videos briefed",
    ],
    action: { label: "Set Up My Shop", buy: "tiktok-shop-setup" },
  },
] as const satisfies readonly Tier[]

/** /for-creators: three free tiers, three paid ones. */
export const creatorTiers = [
  {
    step: "Join",
    name: `${site.name} Community Access`,
    priceText: "Free",
    summary: "The group chat, the leaderboard and the weekly sessions. This is where everyone starts.",
    points: ["A place on the leaderboard", "The community chat", "Every weekly session"],
    action: { label: "Join the Community", href: "/creator-application" },
  },
  {
    step: "Represent",
    name: `Become a ${site.name} Athlete`,
    priceText: "Free",
    summary: "Your own page in the athlete directory and first call on brand introductions.",
    points: ["A profile that brands read", "Introductions to partners", "Products to test"],
    action: { label: "Apply as an Athlete", href: "/athlete-application" },
  },
  {
    step: "Learn",
    name: "Weekly Newsletter",
    priceText: "Free",
    summary: "One useful idea a week on training in public and working with brands.",
    points: ["One idea, five minutes", "Open brand briefs", "What is happening this week"],
    action: { label: "Get the Newsletter", href: "/creator-newsletter" },
  },
  {
    step: "Grow",
    name: "Built 2 Scale Group",
    priceText: "$14.99/month",
    summary: "A small group that grows side by side, with a call every month and a prompt every week.",
    points: ["A live group call every month", "A prompt every week", "Feedback on what you post"],
    action: { label: "Join the Group", buy: "built-2-scale-group" },
  },
  {
    step: "Grow",
    name: "Personal Brand Starter Kit",
    priceText: "$29",
    summary: "From a blank profile to a clear story, a media kit and a first pitch.",
    points: ["Story and niche worksheet", "Media kit template", "Three pitch emails to adapt"],
    action: { label: "Buy the Kit", buy: "personal-brand-starter-kit" },
  },
  {
    step: "Grow",
    name: "1:1 Brand Coaching",
    priceText: "$299/month",
    summary: "Private coaching on positioning, pitch, rates and keeping your word to a brand.",
    points: ["Two private calls a month", "Your pitch and media kit reviewed", "Answers between calls"],
    action: { label: "Start Coaching", buy: "1-on-1-brand-coaching" },
  },
] as const satisfies readonly Tier[]
