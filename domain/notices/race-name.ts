import { series } from "#content/competitions.ts"

/** "Two-week race"; the slug of a series that is no longer in the content. */
export function raceName(slug: string): string {
  return series.find((one) => one.slug === slug)?.name ?? slug
}
