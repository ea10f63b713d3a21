import { z } from "zod"
import { type Pose, poses } from "./figures/poses.ts"

/** A kebab-case name that is safe in a URL. */
export const slugShape = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
/** A path of this site. */
export const pathShape = z.string().regex(/^\/[a-z0-9/_-]*(#[a-z0-9-]+)?$/)
/** An external URL; always https. */
export const externalShape = z.url({ protocol: /^https$/ })
/** Target of a button or link: a path of this site, an external URL, or '#' for an entry without a page. */
export const hrefShape = z.union([pathShape, externalShape, z.literal("#")])
/** A calendar date such as "2025-07-14". */
export const dayShape = z.iso.date()
/** An integer number of US cents. */
export const centsShape = z.int().positive()

export const siteShape = z.object({
  name: z.string().min(1),
  slug: slugShape,
  tagline: z.string(),
  description: z.string().max(160),
  team: z.string(),
  supportEmail: z.email(),
  postalAddress: z.string(),
  region: z.string(),
  timeZone: z.string(),
  foundedOn: dayShape,
  copyrightYear: z.int(),
  samples: z.boolean(),
  links: z.object({
    club: externalShape,
    chat: externalShape,
    groupChat: externalShape,
    instagram: externalShape,
    youtube: externalShape,
  }),
  profileBase: externalShape,
})
export type Site = z.infer<typeof siteShape>

export const statShape = z.object({ value: z.string(), label: z.string() })
export type Stat = z.infer<typeof statShape>

export const donationShape = z.object({
  split: z.array(z.object({ percent: z.int().min(1).max(100), label: z.string() })).readonly(),
  impact: z.array(statShape).readonly(),
  oneTimeCents: z.array(centsShape).readonly(),
  monthlyCents: z.array(centsShape).readonly(),
  customCents: z.object({ min: centsShape, max: centsShape }),
})
export type Donation = z.infer<typeof donationShape>

/** A button or link with a label. */
export const ctaShape = z.object({ label: z.string().min(1), href: hrefShape })

export const serviceTypeShape = z.enum(["one-time", "subscription"])
export const checkoutModeShape = z.enum(["payment", "subscription"])
export type CheckoutMode = z.infer<typeof checkoutModeShape>

export const serviceShape = z.object({
  slug: slugShape,
  name: z.string().min(1),
  /** US cents; a subscription's is per month. */
  priceCents: centsShape,
  description: z.string().min(20),
  includes: z.array(z.string()).min(3).readonly(),
  category: z.literal("Marketing Services"),
  type: serviceTypeShape,
})
export type Service = z.infer<typeof serviceShape>

export const tierShape = z.object({
  name: z.string(),
  /** Label above the name, such as "Connect" or "Manage". */
  step: z.string(),
  /** As shown on the card: "Free", "$49/month", "Starting at $799". */
  priceText: z.string(),
  summary: z.string(),
  points: z.array(z.string()).min(3).readonly(),
  /** Either a page to link to or a service to buy. */
  action: z.union([
    z.object({ label: z.string(), href: pathShape }),
    z.object({ label: z.string(), buy: slugShape }),
  ]),
})
export type Tier = z.infer<typeof tierShape>

export const eventShape = z.object({
  id: z.string(),
  slug: slugShape,
  title: z.string(),
  /** As shown on the card: "Every Tuesday & Thursday", "March 15, 2025". */
  date: z.string(),
  /** As shown on the card: "6:00 AM". */
  time: z.string(),
  location: z.string(),
  address: z.string(),
  distance: z.string(),
  description: z.string(),
  /** Spots per occurrence. */
  spots: z.int().positive(),
  /** Path of the picture. */
  image: z.string(),
  /** Time zone of `startsAt`. */
  timeZone: z.string(),
  /** Local start time, "06:00". */
  startsAt: z.string().regex(/^\d\d:\d\d$/),
  durationMin: z.int().positive(),
  recurrence: z.union([
    /** ISO weekdays: 1 Monday ... 7 Sunday. */
    z.object({ kind: z.literal("weekly"), weekdays: z.array(z.int().min(1).max(7)).readonly() }),
    z.object({ kind: z.literal("once"), on: dayShape }),
  ]),
  bring: z.array(z.string()).readonly(),
})
export type CommunityEvent = z.infer<typeof eventShape>

const poseShape = z.enum(Object.keys(poses) as [Pose, ...Pose[]])

const mark = z.string().regex(/^[0-9:.+KM]{1,8}$/)
/**
 * What a generated picture shows: a scene, its data, and one number in large type. `mark` may contain digits, ':', '.', '+',
 * 'K' and 'M'.
 */
export const sceneShape = z.discriminatedUnion("scene", [
  /** One bar per split; `secondsPer` is the first split's time, `drift` the share lost (or, negative, gained) by the last. */
  z.object({
    scene: z.literal("splits"),
    mark,
    count: z.int().min(3).max(70),
    secondsPer: z.number(),
    drift: z.number(),
  }),
  /** Layered elevation profiles; the front one is the course. */
  z.object({ scene: z.literal("ridge"), mark, km: z.number(), climbM: z.number() }),
  /** A map of contour lines with the route across it. */
  z.object({ scene: z.literal("contour"), mark, km: z.number(), climbM: z.number() }),
  /** A grid of small ovals, one per lap. */
  z.object({ scene: z.literal("laps"), mark, laps: z.int().min(2).max(100) }),
  /** Lines of water, bent by one swimmer or boat. */
  z.object({ scene: z.literal("water"), mark, meters: z.number() }),
  /** A loaded barbell, seen from the front. */
  z.object({ scene: z.literal("plates"), mark, kg: z.number().min(20).max(400) }),
  /** Concentric arcs, each as long as its share; minutes per leg. */
  z.object({
    scene: z.literal("rings"),
    mark,
    legs: z.array(z.number().positive()).min(2).max(6).readonly(),
  }),
  /** A route on a street grid with a tick per kilometer. */
  z.object({ scene: z.literal("route"), mark, km: z.number() }),
  /** A calendar of days, larger for more activity. `share` of active days. */
  z.object({
    scene: z.literal("days"),
    mark,
    days: z.int().min(14).max(400),
    share: z.number().min(0).max(1),
  }),
  /** Intervals of work and rest. */
  z.object({
    scene: z.literal("intervals"),
    mark,
    repeats: z.int().min(2).max(40),
    workS: z.number(),
    restS: z.number(),
  }),
  /**
   * A person in the posture of a sport (content/figures), in the kit of an athlete; `moving`: with the preceding
   * postures.
   */
  z.object({
    scene: z.literal("figure"),
    pose: poseShape,
    look: z.string(),
    athlete: z.string().nullable(),
    moving: z.boolean(),
  }),
  /** A year as a wheel of weeks. */
  z.object({ scene: z.literal("wheel"), mark, weeks: z.int().min(8).max(60), peak: z.number() }),
])
export type Scene = z.infer<typeof sceneShape>

/** The background of a picture. */
export const groundShape = z.enum(["night", "coal", "paper", "volt", "slate", "stone"])
export type GroundName = z.infer<typeof groundShape>

const drawnShape = z.object({
  alt: z.string().min(20),
  /** The caption under the picture, which begins with the number in it and explains it. */
  caption: z.string().optional(),
  ground: groundShape,
  draw: sceneShape,
})
export type DrawnArt = z.infer<typeof drawnShape>

/** The data from which a picture is drawn; without it, a finished drawing in content/artwork/drawings is used. */
export const artShape = z.union([drawnShape, z.strictObject({ alt: z.string().min(20) })])
export type Art = z.infer<typeof artShape>

/** The hand-written data in content/athletes/<id>.ts. */
export const athleteProfileShape = z.object({
  id: slugShape,
  name: z.string(),
  /** 'N/a' means none. */
  nickname: z.string(),
  /** Without '@'. */
  handle: z.string().regex(/^[a-z0-9._]+$/),
  /** Comma-separated, such as "Running, Lifting". */
  sport: z.string(),
  /** Such as '10+'. */
  races: z.string().regex(/^\d+\+$/),
  /** True: listed in the directory. False: has a page only. */
  listed: z.boolean(),
  home: z.string(),
  /** The athlete's own address on the boards, /leaderboard/athletes/<member>, once they compete under an account. */
  member: slugShape.optional(),
  bio: z.string().min(200),
  topEvents: z.tuple([z.string(), z.string(), z.string()]).readonly(),
  /** The choices for their figure: hair, its color, skin, build (content/figures/looks.ts). */
  look: z.string().regex(/^[a-z]+[.][1-5][.][0-6][.][1-3]$/),
  /** The portrait, then pictures of them in motion. */
  pictures: z
    .array(z.object({ pose: poseShape, ground: groundShape }))
    .min(3)
    .max(4)
    .readonly(),
})
export type AthleteProfile = z.infer<typeof athleteProfileShape>

/** An athlete including picture URLs. */
export type Athlete = AthleteProfile & {
  /** Picture of the card. */
  image: string
  /** All pictures, the portrait first. */
  images: readonly string[]
  /** The data from which each of them is drawn. */
  art: readonly DrawnArt[]
}

export const articleCategories = ["For Creators", "For Brands", "Creators", "Brands", "Events"] as const
type ArticleCategory = (typeof articleCategories)[number]

/** The front matter of content/blog/<slug>.md: the card of the listing. */
export const frontMatterShape = z.strictObject({
  id: z.int().positive(),
  title: z.string().min(1),
  category: z.enum(articleCategories),
  /** Badges of the page; defaults to the category. */
  badges: z.array(z.enum(articleCategories)).min(1).optional(),
  excerpt: z.string().min(40).max(220),
  /** Defaults to the team. */
  author: z.string().optional(),
  date: dayShape,
  readTime: z.string().regex(/^\d+ min read$/),
  featured: z.boolean(),
  /** Slugs of up to three related articles. */
  related: z.array(slugShape).max(3),
})
export type FrontMatter = z.infer<typeof frontMatterShape>

/** An article, in content/blog and as a row. Its page is missing only while it is announced (`soon`). */
export const articleEntryShape = z.strictObject({
  /** Only those of content/blog have a number. */
  id: z.int().positive().optional(),
  slug: z
    .string()
    .regex(/^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/, "Use small letters, digits and hyphens: “first-miles”."),
  title: z.string().trim().min(1, "Give it a title.").max(140, "Use at most 140 characters."),
  category: z.enum(articleCategories, "Choose a category."),
  /** Badges of the page; defaults to the category. */
  badges: z.array(z.enum(articleCategories)).min(1).optional(),
  excerpt: z
    .string()
    .trim()
    .min(40, "Write at least 40 characters.")
    .max(220, "Write at most 220 characters."),
  /** Defaults to the team. */
  author: z.string().trim().min(1).max(80).optional(),
  date: dayShape,
  readTime: z.string().regex(/^\d+ min read$/),
  featured: z.boolean(),
  /** Slugs of up to three related articles. */
  related: z.array(slugShape).max(3, "Choose at most three."),
  /** Listed as "Not published yet", without a page. */
  soon: z.literal(true).optional(),
  /** The picture at its head. */
  picture: z
    .strictObject({
      src: z.string().regex(/^\/newsletter\/pictures\/[0-9a-f-]{36}\/\d{1,5}x\d{1,5}\.(?:jpg|png)$/),
      width: z.int().positive(),
      height: z.int().positive(),
      alt: z.string().trim().min(5).max(300),
    })
    .optional(),
  /** The name of the drawing that stands for the picture; defaults to the slug. */
  art: slugShape.optional(),
  /** Where it was before; these addresses lead to it. */
  formerSlugs: z.array(slugShape).optional(),
  /** The text, in Markdown. */
  markdown: z.string().min(1, "Write a text.").max(200_000, "The text is longer than 200,000 characters."),
})
export type ArticleEntry = z.infer<typeof articleEntryShape>

/** An article as lists and its page show it. */
export interface Article extends Omit<ArticleEntry, "badges" | "author"> {
  badges: readonly ArticleCategory[]
  author: string
  /** Address of the picture. */
  image: string
  /** The page, or '#' for an entry without one. */
  href: string
}

export const pictureShape = z.object({
  src: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  alt: z.string().min(10),
  caption: z.string().optional(),
})
/** A picture with its size, which reserves its space while it loads. */
export type Picture = z.infer<typeof pictureShape>

export const teaserShape = z.object({
  href: pathShape,
  category: z.enum(articleCategories),
  title: z.string(),
  excerpt: z.string().max(160),
})
export type Teaser = z.infer<typeof teaserShape>

const titledText = z.object({ title: z.string(), text: z.string().min(20) })
export const connectCardShape = titledText.extend({
  /** `at`: one of our addresses on other sites (site.links). */
  action: z.object({ label: z.string().min(1), at: z.enum(["groupChat", "instagram"]) }).optional(),
})
export type ConnectCard = z.infer<typeof connectCardShape>

export const actionSectionShape = titledText.extend({ action: ctaShape })
export type ActionSection = z.infer<typeof actionSectionShape>

export const testimonialShape = z.object({
  quote: z.string().min(20),
  name: z.string(),
  detail: z.string(),
  athleteId: slugShape,
})
export type Testimonial = z.infer<typeof testimonialShape>

/** A count out of a total. */
const shareShape = z.object({ count: z.int(), of: z.int(), caption: z.string() })
export const caseStudyShape = z.object({
  partner: z.string(),
  kind: z.string(),
  title: z.string(),
  lead: z.string(),
  figures: z.array(statShape).readonly(),
  sections: z
    .array(z.object({ title: z.string(), paragraphs: z.array(z.string()).min(1).readonly() }))
    .readonly(),
  /** Shown beside the second part. */
  pairs: shareShape,
  /** Shown beside the third part: people on each morning, and the number of spots. */
  mornings: z.object({ people: z.array(z.int().positive()).readonly(), spots: z.int(), caption: z.string() }),
  /** Shown beside the fourth part. */
  returned: shareShape,
  quote: z.object({ text: z.string(), name: z.string(), detail: z.string() }),
  actions: z.array(ctaShape).min(2).readonly(),
})
export type CaseStudy = z.infer<typeof caseStudyShape>

export const givingPartShape = z.object({ label: z.string(), text: z.string() })
export type GivingPart = z.infer<typeof givingPartShape>

export const applicationPageShape = z.object({
  title: z.string(),
  lead: z.string(),
  points: z.array(z.string()).min(3).readonly(),
  /** The steps after submitting. */
  next: z.array(z.string()).min(2).readonly(),
  /** Links for visitors who are looking for something else. */
  instead: z.object({ label: z.string(), href: z.string().startsWith("/") }).optional(),
})
export type ApplicationPage = z.infer<typeof applicationPageShape>
