import { site } from "#content/site.ts"

/** Articles of which the specification quotes only the title, section 2. */
export const plainArticleSlugs = [
  "growing-personal-brand",
  "setting-goals-social-media-journey",
  "setbacks-to-strength-athlete-transformation",
  "mindset-shifts-maximize-performance",
  "leadership-lessons-team-sports-business",
  "building-better-habits-30-day-guide",
  "guest-qa-faith-failure-focus",
  "nutrition-simple-meal-plans",
  "fatherhood-fitness-balance",
] as const

/** All articles with their own page, section 2. */
export const articleSlugs: readonly string[] = [
  ...plainArticleSlugs,
  "breaking-plateaus-dominate-360",
  `${site.slug}-pop-up-race-costa-mesa`,
  "rise-of-club-balboa",
]
