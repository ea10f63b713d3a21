import { categoryOptions, sortOptions } from "#content/articles.ts"
import type { Article } from "#content/schema.ts"
import { limits } from "#content/site.ts"

/** What the visitor looks for; it stands in the address, so it can be shared and survives Back. */
export interface Filters {
  /** Text to find in title, excerpt or words of an article. */
  search: string
  /** A category, or 'all'. */
  category: string
  sort: (typeof sortOptions)[number]["value"]
  /** All articles instead of the first nine. */
  more: boolean
}

/** Reads the filters of an address. What is not a choice counts as its default. */
export function filtersOf(query: URLSearchParams): Filters {
  const category = query.get("category") ?? "all"
  const sort = sortOptions.find((option) => option.value === query.get("sort"))
  return {
    search: (query.get("search") ?? "").trim().slice(0, 200),
    category: categoryOptions.some((option) => option.value === category) ? category : "all",
    sort: sort?.value ?? "newest",
    more: query.has("more"),
  }
}

/** Whether anything differs from what the page shows at first. */
export function isFiltered({ search, category, sort }: Filters): boolean {
  return search !== "" || category !== "all" || sort !== "newest"
}

/** The articles that fit, in the chosen order. Neither capitals nor the form of quotation marks matter. */
export function matching<Entry extends Pick<Article, "title" | "excerpt" | "content" | "category" | "date">>(
  articles: readonly Entry[],
  { search, category, sort }: Filters,
): Entry[] {
  const wanted = plain(search)
  return articles
    .filter((article) =>
      [article.title, article.excerpt, article.content].some((text) => plain(text).includes(wanted)),
    )
    .filter((article) => category === "all" || article.category === category)
    .sort((a, b) => {
      if (sort === "az") return a.title.localeCompare(b.title, "en-US")
      return sort === "oldest" ? a.date.localeCompare(b.date) : b.date.localeCompare(a.date)
    })
}

/** As people type it: the articles have typographic marks, a keyboard has straight ones. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
}

/** How many of the found articles are shown: without filters the first nine until the visitor wants more. */
export function shownCount(found: number, filters: Filters): number {
  return isFiltered(filters) || filters.more ? found : Math.min(found, limits.articlesBeforeLoadMore)
}

/** 'Found N article(s)' when something is filtered, otherwise 'N total articles'. */
export function countLine(found: number, filters: Filters): string {
  return isFiltered(filters) ? `Found ${found} article${found === 1 ? "" : "s"}` : `${found} total articles`
}
