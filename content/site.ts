import { readOwnSite } from "./own-site.ts"
import type { Site, Stat } from "./schema.ts"

const own = readOwnSite()

/** What an operator's settings say about the site, for the browser; null while they say nothing. */
export const ownSite = Object.keys(own).length > 0 ? own : null

/** The brand, defined once. Every page, mail, feed and slug takes the name from here. */
const name = own.name ?? "B4M"
/** The name in addresses; a name without any Latin letter or digit has none. */
const slug =
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "site"

/** Who we are and our other addresses. An operator's settings replace four of them, and words in the console the links. */
export const site = {
  name,
  slug,
  tagline: "Built together, one session at a time.",
  description:
    "A community for everyday endurance and hybrid athletes: a live leaderboard, prizes every two weeks, and brands that care who shows up.",
  team: `${name} Team`,
  supportEmail: own.supportEmail ?? `support@${slug}.example`,
  /** Printed in mails, which require a postal address, and in the Organization data for search engines. */
  postalAddress: own.postalAddress ?? `${name} Community, 1 Sample Street, Costa Mesa, CA 92626, USA`,
  region: "Orange County, California",
  /** The region's time zone (IANA name), used for events, seasons and dates in mails. */
  timeZone: own.timeZone ?? "America/Los_Angeles",
  foundedOn: "2023-01-07",
  copyrightYear: 2024,
  /**
   * Whether the athletes, testimonials and figures of content/ are the fictional ones that it came with; pages then say
   * so.
   */
  samples: true as boolean,
  links: {
    /** The activity club that a member joins after signing up. */
    club: `https://club.example/${slug}`,
    /** The community chat. */
    chat: `https://chat.example/${slug}`,
    /** The group chat in which the community started. */
    groupChat: `https://groupchat.example/${slug}`,
    instagram: `https://instagram.example/${slug}`,
    youtube: `https://youtube.example/@${slug}`,
  },
  /** Prefix of an athlete's profile URL; the handle follows. */
  profileBase: "https://instagram.example/",
} as const satisfies Site

/** The city that names the site's zone, for sentences such as "until 8:00, Los Angeles time". */
export const zoneCity: string = site.timeZone.replace(/^.*\//, "").replaceAll("_", " ")

/** The page that links in account mails lead to, which asks for confirmation before a link is used up. */
export const linkPage = "/mail-link"

/** 'Built Together' on /community. */
export const communityStats = [
  { value: "500+", label: "active members" },
  { value: "1200+", label: "miles logged weekly" },
  { value: "48", label: "events this year" },
  { value: "$25K+", label: "raised for research" },
] as const satisfies readonly Stat[]

/** Partner inquiries are answered within this many hours. */
export const partnerReplyHours = 48

/** Sizes and limits of section 9 of the specification that pages need. */
export const limits = {
  homeNewsletterFramePx: 403,
  teaserPosts: 3,
  articlesBeforeLoadMore: 9,
  toastRemoveDelayMs: 1_000_000,
  passwordMinLength: 6,
} as const
