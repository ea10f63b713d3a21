import { categoryOptions, sortOptions } from "#content/articles.ts"
import { plainText } from "#content/front-matter.ts"
import type { Article } from "#content/schema.ts"
import { limits } from "#content/site.ts"

/** The visitor's filters, kept in the URL so they can be shared and survive Back. */
export interface Filters {
  /** Text to find in an article's title, excerpt or body. */
  search: string
  /** A category, or 'all'. */
  category: string
  sort: (typeof sortOptions)[number]["value"]
  /** All articles instead of the first nine. */
  more: boolean
}

/** Reads the filters from a URL. Invalid values fall back to their defaults. */
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

/** Whether any filter differs from its default. */
export function isFiltered({ search, category, sort }: Filters): boolean {
  return search !== "" || category !== "all" || sort !== "newest"
}

/** The matching articles, in the chosen order. Ignores case and the style of quotation marks. */
export function matching<Entry extends Pick<Article, "title" | "excerpt" | "markdown" | "category" | "date">>(
  articles: readonly Entry[],
  { search, category, sort }: Filters,
): Entry[] {
  const wanted = plain(search)
  return articles
    .filter(
      ({ title, excerpt, markdown }) =>
        wanted === "" || [title, excerpt, plainText(markdown)].some((text) => plain(text).includes(wanted)),
    )
    .filter((article) => category === "all" || article.category === category)
    .sort((a, b) => {
      if (sort === "az") return a.title.localeCompare(b.title, "en-US")
      return sort === "oldest" ? a.date.localeCompare(b.date) : b.date.localeCompare(a.date)
    })
}

/** Lowercases text and replaces typographic quotation marks with straight ones. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
}

/** How many matches to show: without filters, the first nine until the visitor asks for more. */
export function shownCount(found: number, filters: Filters): number {
  return isFiltered(filters) || filters.more ? found : Math.min(found, limits.articlesBeforeLoadMore)
}

/** 'Found N article(s)' when filtered, otherwise 'N total articles'. */
export function countLine(found: number, filters: Filters): string {
  return isFiltered(filters) ? `Found ${found} article${found === 1 ? "" : "s"}` : `${found} total articles`
}
