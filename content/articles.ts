import { pictureSrc } from "./artwork/address.ts"
import { plainText } from "./front-matter.ts"
import type { Article, ArticleEntry } from "./schema.ts"
import { site } from "./site.ts"

/** The choices of the category filter; 'all' is the default. */
export const categoryOptions = [
  { value: "all", label: "All Categories" },
  { value: "For Creators", label: "For Creators" },
  { value: "For Brands", label: "For Brands" },
  { value: "Creators", label: "Creators" },
  { value: "Brands", label: "Brands" },
  { value: "Events", label: "Events" },
] as const

/** The choices of the sort; 'newest' is the default. */
export const sortOptions = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "az", label: "A-Z" },
] as const

/** The listing, newest first. */
export function articlesOf(entries: readonly ArticleEntry[]): Article[] {
  return entries.map(articleOf).sort((a, b) => b.date.localeCompare(a.date) || (b.id ?? 0) - (a.id ?? 0))
}

function articleOf(entry: ArticleEntry): Article {
  const { slug, category } = entry
  return {
    ...entry,
    badges: entry.badges ?? [category],
    author: entry.author ?? site.team,
    image: entry.picture?.src ?? pictureSrc("blog", entry.art ?? slug),
    href: entry.soon ? "#" : `/blog/${slug}`,
  }
}

/** Related entries that have a page, shown as cards below an article. */
export function relatedTo({ related }: Pick<ArticleEntry, "related">, all: readonly Article[]): Article[] {
  return related.flatMap((slug) => {
    const other = all.find((one) => one.slug === slug) ?? movedTo(slug, all)
    return other && !other.soon ? other : []
  })
}

/** The article that had this slug before. */
export function movedTo(slug: string, all: readonly Article[]): Article | undefined {
  return all.find(({ formerSlugs, soon }) => !soon && formerSlugs?.includes(slug))
}

/** Words that an adult reads in a minute. */
const wordsPerMinute = 240

export function readingMinutes(markdown: string): number {
  return Math.max(1, Math.round(plainText(markdown).split(" ").length / wordsPerMinute))
}
